// dice.h - seeded random numbers for fuzzers and benches: the same on every
// machine.
#ifndef NAV_DICE_H
#define NAV_DICE_H

#include <stdint.h>

typedef struct nav_dice {
    uint64_t state;
} nav_dice;

// splitmix64, by Sebastiano Vigna.
static inline uint64_t nav_dice_bits(nav_dice *dice)
{
    uint64_t z = (dice->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Uniform in 0 .. below - 1; 0 when there is nothing to choose from.
static inline uint32_t nav_dice_below(nav_dice *dice, uint64_t below)
{
    uint64_t bits = nav_dice_bits(dice) >> 32;
    return (uint32_t)(bits * (below > UINT32_MAX ? UINT32_MAX : below) >> 32);
}

// Uniform in [0, 1).
static inline double nav_dice_unit(nav_dice *dice)
{
    return (double)(nav_dice_bits(dice) >> 11) * 0x1p-53;
}

#endif
