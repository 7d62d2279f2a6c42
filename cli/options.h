// options.h - command lines, read from the same table that prints --help.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "diag.h"

// Most rows of a table.
#define OPTIONS_MOST 64
// Keys of options that have no short form begin here.
#define OPTIONS_LONG_ONLY 256
// The key of --completion in all tables.
#define OPTIONS_COMPLETION 1024

// The value of a constant as a string literal, for help texts.
#define OPTIONS_TEXT(constant) OPTIONS_TEXT_OF(constant)
#define OPTIONS_TEXT_OF(tokens) #tokens

typedef struct option_row {
    int key;              // the short letter, or from OPTIONS_LONG_ONLY on
    const char *name;     // the long name; -MD for a word behind one dash
    const char *argument; // what --help calls its argument, FILE for a file;
                          // NULL without one
    const char *help;     // lines separated by '\n'
} option_row;

// The words that an option takes, as a list that ends in NULL.
typedef struct option_words {
    int key;
    const char *const *words;
} option_words;

typedef struct option_set {
    const char *usage;  // lines of the form "navbake [OPTION]... INPUT"
    const char *about;  // what the program does
    const char *ending; // what --help says after the options
    const option_row *rows;
    size_t count;
    const option_words *words; // of those that take words; ends in key 0
} option_set;

// Called for each option but -h, -V and --completion; gives EXIT_DONE to go on.
typedef exit_code option_take(void *context, int key, const char *argument);

// What came of a command line.
typedef struct options_result {
    exit_code code;
    bool stop;      // there is nothing to do: an error, --help or --version
    char **operand; // the arguments that are not options
    size_t operands;
} options_result;

// Reads a command line, which is permuted; operands may stand among options.
options_result options_read(const option_set *set, int argc, char **argv,
                            option_take *take, void *context);

// Gives the arguments to read instead of argv: those that are points and begin
// with a minus, as -5,3, get a leading blank, so that they are no options, and
// options that are words behind one dash get two more. What belongs to an
// option before it stays as it is.  Allocated, freed with options_unguard; NULL
// without memory.
char **options_guard(const option_set *set, int argc, char **argv);
void options_unguard(char **guarded, int argc, char **argv);

// Whether an option is a word behind one dash, which is part of its name.
bool options_is_word(const option_row *row);

// The place of an option in the table, `set->count` when it is not there.
size_t options_place(const option_set *set, int key);

// The words that an option takes; NULL where it takes something else.
const char *const *options_words(const option_set *set, int key);

// Takes an argument that is one of these words, as its place among them.
// Reports one that is none of them.
exit_code options_take_word(const option_set *set, int key,
                            const char *argument, size_t *place);

// Reports an option of the table that nothing takes, which is a fault of the
// program.
exit_code options_left_over(const option_set *set, int key);

// Makes room for one more element behind the `count` of an array that options
// add to, one by one, and that free() frees; NULL without memory, the array is
// then as it was.
void *options_grow(void *array, size_t count, size_t size);

// A whole number from `least` to `most`; false for anything else.
bool options_count(const char *text, uint32_t least, uint32_t most,
                   uint32_t *value);

// Takes the argument of --max-memory: bytes, or K, M or G of them.
exit_code options_take_memory(const char *argument);

// A number of 0 or more, "inf" included; false for anything else.
bool options_distance(const char *text, double *value);

// Reads a number that is all of a text but blanks around it; false for anything
// else.
bool options_number(const char *text, size_t size, double *value);

// Whether a number is a coordinate that the library takes.
bool options_is_coordinate(double value);

// Reads legal coordinates separated by commas, blanks around them skipped, into
// `value`; gives their number, 0 for anything else.
size_t options_coordinates(const char *text, double value[3]);

#endif
