// options.c - command lines, read from the same table that prints --help.
//
// One row of the table is one option: getopt_long's arrays are made from the
// rows, and so is the text of --help; what exists is documented, and the other
// way round.  getopt's own messages are switched off, since they do not have
// the form of ours.
//
// Compilers have options such as -MD, words behind one dash, which getopt takes
// for -M -D.  Such a row has a name that begins with the dash, and the argument
// is given to getopt as a long option of that name.
#include "options.h"

#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "memory.h"
#include "out.h"

// Column in which the help text of an option begins.
#define HELP_COLUMN 28
// Room for the words of any option in a message.
#define WORDS_SIZE 200

// The arrays getopt_long works on.
typedef struct getopt_arrays {
    char shorts[2 * OPTIONS_MOST + 2];
    struct option longs[OPTIONS_MOST + 1];
} getopt_arrays;

static void make_arrays(const option_set *set, getopt_arrays *arrays)
{
    char *s = arrays->shorts;
    // A leading colon tells a missing argument from an unknown option.
    *s++ = ':';
    for (size_t i = 0; i < set->count; i++) {
        const option_row *row = &set->rows[i];
        arrays->longs[i] = (struct option){
            row->name, row->argument != NULL ? required_argument : no_argument,
            NULL, row->key};
        if (row->key < OPTIONS_LONG_ONLY) {
            *s++ = (char)row->key;
            if (row->argument != NULL) {
                *s++ = ':';
            }
        }
    }
    *s = '\0';
    arrays->longs[set->count] = (struct option){NULL, 0, NULL, 0};
}

bool options_is_word(const option_row *row)
{
    return row->name[0] == '-';
}

static void pad(out *o, size_t from, size_t to)
{
    for (; from < to; from++) {
        out_char(o, ' ');
    }
}

static void print_row(out *o, const option_row *row)
{
    char head[80];
    char key[8] = "    ";
    if (row->key < OPTIONS_LONG_ONLY) {
        (void)snprintf(key, sizeof key, "-%c, ", (char)row->key);
    }
    int length = snprintf(head, sizeof head, "  %s%s%s%s%s",
                          options_is_word(row) ? "" : key,
                          options_is_word(row) ? "" : "--", row->name,
                          row->argument != NULL ? " " : "",
                          row->argument != NULL ? row->argument : "");
    size_t column = (size_t)length;
    out_text(o, head);
    if (column + 2 > HELP_COLUMN) {
        out_char(o, '\n');
        column = 0;
    }
    pad(o, column, HELP_COLUMN);
    for (const char *c = row->help; *c != '\0'; c++) {
        out_char(o, *c);
        if (*c == '\n') {
            pad(o, 0, HELP_COLUMN);
        }
    }
    out_char(o, '\n');
}

static exit_code print_help(const option_set *set)
{
    out o;
    exit_code code = out_open(&o, "-");
    if (code != EXIT_DONE) {
        return code;
    }
    out_text(&o, "Usage: ");
    out_text(&o, set->usage);
    out_text(&o, "\n");
    out_text(&o, set->about);
    out_text(&o, "\n\nOptions:\n");
    for (size_t i = 0; i < set->count; i++) {
        print_row(&o, &set->rows[i]);
    }
    out_text(&o, "\n");
    out_text(&o, set->ending);
    out_text(&o, "\n");
    return out_close(&o);
}

static exit_code print_version(const option_set *set)
{
    out o;
    exit_code code = out_open(&o, "-");
    if (code != EXIT_DONE) {
        return code;
    }
    out_bytes(&o, set->usage, strcspn(set->usage, " "));
    out_text(&o, " " NAV_VERSION "\n");
    return out_close(&o);
}

size_t options_place(const option_set *set, int key)
{
    size_t i = 0;
    while (i < set->count && set->rows[i].key != key) {
        i++;
    }
    return i;
}

// `passed` is what getopt has passed last.  That is the option, if it is a long
// one or one that needs an argument; one in the middle of a cluster is not
// passed yet, and then only optopt names it.
static exit_code complain(const option_set *set, int found, const char *passed)
{
    // A word behind one dash, which was given two more.
    if (strncmp(passed, "---", 3) == 0) {
        return diag_usage(found == ':' ? "option '%s' needs an argument"
                                       : "unknown or ambiguous option '%s'",
                          passed + 2);
    }
    if (found == ':') {
        return strncmp(passed, "--", 2) == 0
                   ? diag_usage("option '%s' needs an argument", passed)
                   : diag_usage("option '-%c' needs an argument", optopt);
    }
    if (optopt == 0) {
        return diag_usage("unknown or ambiguous option '%s'", passed);
    }
    // A known one is long: what stands behind a short one is another option.
    return options_place(set, optopt) < set->count
               ? diag_usage("option '%s' takes no argument", passed)
               : diag_usage("unknown option '-%c'", optopt);
}

options_result options_read(const option_set *set, int argc, char **argv,
                            option_take *take, void *context)
{
    getopt_arrays arrays;
    options_result result = {EXIT_DONE, true, NULL, 0};
    make_arrays(set, &arrays);
    opterr = 0;
    for (;;) {
        int key = getopt_long(argc, argv, arrays.shorts, arrays.longs, NULL);
        if (key == -1) {
            break;
        }
        if (key == '?' || key == ':') {
            result.code = complain(set, key, argv[optind - 1]);
        } else if (key == 'h') {
            result.code = print_help(set);
            return result;
        } else if (key == 'V') {
            result.code = print_version(set);
            return result;
        } else if (key == OPTIONS_COMPLETION) {
            result.code = completion_print(set, optarg);
            return result;
        } else {
            result.code = take(context, key, optarg);
        }
        if (result.code != EXIT_DONE) {
            return result;
        }
    }
    result.stop = false;
    result.operand = argv + optind;
    result.operands = (size_t)(argc - optind);
    return result;
}

static bool is_negative_point(const char *argument)
{
    return argument[0] == '-' &&
           (argument[1] == '.' || (argument[1] >= '0' && argument[1] <= '9')) &&
           strchr(argument, ',') != NULL;
}

// Whether the argument is a word behind one dash that is an option.
static bool is_word(const option_set *set, const char *argument)
{
    for (size_t i = 0; i < set->count; i++) {
        if (options_is_word(&set->rows[i]) &&
            strcmp(set->rows[i].name, argument) == 0) {
            return true;
        }
    }
    return false;
}

static char *with_prefix(const char *prefix, const char *argument)
{
    size_t before = strlen(prefix);
    size_t size = strlen(argument) + 1;
    char *copy = malloc(before + size);
    if (copy != NULL) {
        memcpy(copy, prefix, before);
        memcpy(copy + before, argument, size);
    }
    return copy;
}

// The row that a long option names, as getopt_long finds it: by its whole name,
// or by a beginning that no other has.  NULL for none or more than one.
static const option_row *find_long(const option_set *set, const char *name)
{
    const option_row *found = NULL;
    size_t size = strcspn(name, "=");
    size_t matches = 0;
    for (size_t i = 0; i < set->count; i++) {
        const option_row *row = &set->rows[i];
        if (strncmp(row->name, name, size) == 0) {
            if (row->name[size] == '\0') {
                return row;
            }
            found = row;
            matches++;
        }
    }
    return matches == 1 ? found : NULL;
}

// Whether the argument behind this one, which is an option or a cluster of
// them, belongs to it.
static bool takes_next(const option_set *set, const char *argument)
{
    bool word = is_word(set, argument);
    if (word || strncmp(argument, "--", 2) == 0) {
        const option_row *row = find_long(set, argument + (word ? 0 : 2));
        return row != NULL && row->argument != NULL &&
               strchr(argument, '=') == NULL;
    }
    for (const char *c = argument + 1; *c != '\0'; c++) {
        size_t place = options_place(set, *c);
        if (place < set->count && set->rows[place].argument != NULL) {
            // What is left of the cluster would be its argument.
            return c[1] == '\0';
        }
    }
    return false;
}

char **options_guard(const option_set *set, int argc, char **argv)
{
    bool options = true;
    bool belongs = false; // to the option before it
    // Two arrays in one block: the arguments as getopt permutes them, and the
    // same in the old order, to free them by.
    size_t count = (size_t)argc;
    char **guarded = calloc(2 * count + 2, sizeof *guarded);
    if (guarded == NULL) {
        return NULL;
    }
    char **order = guarded + count + 1;
    for (int i = 0; i < argc; i++) {
        bool free_standing = i > 0 && options && !belongs;
        bool point = free_standing && is_negative_point(argv[i]);
        options = options && (belongs || strcmp(argv[i], "--") != 0);
        belongs = free_standing && options && !point && argv[i][0] == '-' &&
                  takes_next(set, argv[i]);
        order[i] = point ? with_prefix(" ", argv[i])
                   : free_standing && is_word(set, argv[i])
                       ? with_prefix("--", argv[i])
                       : argv[i];
        if (order[i] == NULL) {
            options_unguard(guarded, argc, argv);
            return NULL;
        }
        guarded[i] = order[i];
    }
    return guarded;
}

void options_unguard(char **guarded, int argc, char **argv)
{
    if (guarded == NULL) {
        return;
    }
    char **order = guarded + (size_t)argc + 1;
    for (int i = 0; i < argc; i++) {
        if (order[i] != argv[i]) {
            free(order[i]);
        }
    }
    free(guarded);
}

exit_code options_left_over(const option_set *set, int key)
{
    assert(false); // somebody has added an option, and nothing takes it
    return diag_usage("--%s is an option that this program has forgotten",
                      set->rows[options_place(set, key)].name);
}

void *options_grow(void *array, size_t count, size_t size)
{
    // There are no more elements than arguments.
    return realloc(array, (count + 1) * size);
}

bool options_count(const char *text, uint32_t least, uint32_t most,
                   uint32_t *value)
{
    uint64_t number = 0;
    if (*text == '\0') {
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9') {
            return false;
        }
        number = number * 10 + (uint64_t)(*c - '0');
        if (number > most) {
            return false;
        }
    }
    if (number < least) {
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

// A whole number of 1 or more, with K, M or G behind it for 2^10, 2^20 or 2^30;
// false for anything else.
static bool read_size(const char *text, size_t *value)
{
    static const char units[] = "KMG";
    size_t number = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        size_t digit = (size_t)(*text - '0');
        if (number > (SIZE_MAX - digit) / 10) {
            return false;
        }
        number = number * 10 + digit;
    }
    const char *unit = *text != '\0' ? strchr(units, *text) : NULL;
    int shift = unit != NULL ? 10 * (int)(unit - units + 1) : 0;
    if (text[unit != NULL] != '\0' || number > SIZE_MAX >> shift) {
        return false;
    }
    *value = number << shift;
    return number > 0;
}

exit_code options_take_memory(const char *argument)
{
    size_t most = 0;
    if (!read_size(argument, &most)) {
        return diag_usage("--max-memory must be a number of bytes, or one with "
                          "K, M or G, not '%s'",
                          argument);
    }
    memory_limit(most);
    return EXIT_DONE;
}

bool options_distance(const char *text, double *value)
{
    double number;
    if (strcmp(text, "inf") == 0) {
        // Too large to be a double: the reading is defined to give infinity.
        text = "1e999";
    }
    size_t size = strlen(text);
    if (size == 0 || nav_number_read(text, size, &number) != size ||
        !(number >= 0)) {
        return false;
    }
    *value = number;
    return true;
}

const char *const *options_words(const option_set *set, int key)
{
    const option_words *list = set->words;
    while (list->key != 0 && list->key != key) {
        list++;
    }
    return list->words;
}

// Writes "a, b or c", cut where there is no more room.
static void list_words(const char *const *words, char list[WORDS_SIZE])
{
    size_t used = 0;
    for (size_t i = 0; words[i] != NULL && used < WORDS_SIZE; i++) {
        const char *between = i == 0                 ? ""
                              : words[i + 1] == NULL ? " or "
                                                     : ", ";
        used += (size_t)snprintf(list + used, WORDS_SIZE - used, "%s%s",
                                 between, words[i]);
    }
}

exit_code options_take_word(const option_set *set, int key,
                            const char *argument, size_t *place)
{
    const char *const *words = options_words(set, key);
    char list[WORDS_SIZE];
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], argument) == 0) {
            *place = i;
            return EXIT_DONE;
        }
    }
    list_words(words, list);
    return diag_usage("--%s must be %s, not '%s'",
                      set->rows[options_place(set, key)].name, list, argument);
}

bool options_number(const char *text, size_t size, double *value)
{
    while (size > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        size--;
    }
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t')) {
        size--;
    }
    return size > 0 && nav_number_read(text, size, value) == size;
}

bool options_is_coordinate(double value)
{
    double magnitude = fabs(value);
    return magnitude == 0 ||
           (magnitude >= NAV_COORD_MIN && magnitude <= NAV_COORD_MAX);
}

size_t options_coordinates(const char *text, double value[3])
{
    for (size_t i = 0; i < 3; i++) {
        size_t size = strcspn(text, ",");
        if (!options_number(text, size, &value[i]) ||
            !options_is_coordinate(value[i])) {
            return 0;
        }
        if (text[size] == '\0') {
            return i + 1;
        }
        text += size + 1;
    }
    return 0;
}
