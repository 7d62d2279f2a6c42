// completion.c - what makes a shell complete the options of a program.
//
// All is told by the table that also reads the options and prints --help: their
// names, which of them take a FILE, and the words that others take.  Arguments
// of any other kind, numbers and points, are completed with nothing; operands
// are files.
//
// Sources: the manuals of the shells, "Programmable Completion" (bash, from
// version 4.2 on), zshcompsys(1) on _arguments, and complete(1) of fish.
#include "completion.h"

#include <string.h>

#include "out.h"

const char *const completion_shells[] = {"bash", "zsh", "fish", NULL};

// One option, and where its script goes.
typedef struct script {
    out *o;
    const option_set *set;
    size_t name_size; // the program's name begins the usage
} script;

static void put_program(const script *s)
{
    out_bytes(s->o, s->set->usage, s->name_size);
}

static bool is_file(const option_row *row)
{
    return row->argument != NULL && strcmp(row->argument, "FILE") == 0;
}

static bool has_letter(const option_row *row)
{
    return row->key < OPTIONS_LONG_ONLY;
}

static void put_words(const script *s, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        out_text(s->o, i > 0 ? " " : "");
        out_text(s->o, words[i]);
    }
}

// The spellings of an option, all in one word for `letter` behind `between`.
static void put_spellings(const script *s, const option_row *row,
                          const char *between)
{
    if (has_letter(row)) {
        out_char(s->o, '-');
        out_char(s->o, (char)row->key);
        out_text(s->o, between);
    }
    out_text(s->o, options_is_word(row) ? "" : "--");
    out_text(s->o, row->name);
}

// The help of an option as one line, with a backslash before each byte that is
// among `special`.
static void put_help(const script *s, const option_row *row,
                     const char *special, const char *quote)
{
    for (const char *c = row->help; *c != '\0'; c++) {
        if (*c == '\'') {
            out_text(s->o, quote);
        } else if (*c == '\n') {
            out_char(s->o, ' ');
        } else {
            if (strchr(special, *c) != NULL) {
                out_char(s->o, '\\');
            }
            out_char(s->o, *c);
        }
    }
}

// --- bash ------------------------------------------------------------------

// The patterns of all options that take words, files, or something else.
static void put_bash_words(const script *s)
{
    for (size_t i = 0; i < s->set->count; i++) {
        const option_row *row = &s->set->rows[i];
        const char *const *words = options_words(s->set, row->key);
        if (words != NULL) {
            out_text(s->o, "    ");
            put_spellings(s, row, " | ");
            out_text(s->o, ")\n        words='");
            put_words(s, words);
            out_text(s->o, "'\n        ;;\n");
        }
    }
}

static void put_bash_case(const script *s, bool files, const char *action)
{
    bool first = true;
    for (size_t i = 0; i < s->set->count; i++) {
        const option_row *row = &s->set->rows[i];
        if (row->argument == NULL || options_words(s->set, row->key) != NULL ||
            is_file(row) != files) {
            continue;
        }
        out_text(s->o, first ? "    " : " | ");
        put_spellings(s, row, " | ");
        first = false;
    }
    if (!first) {
        out_text(s->o, ")\n        ");
        out_text(s->o, action);
        out_text(s->o, "\n        ;;\n");
    }
}

static void put_bash(const script *s)
{
    out_text(s->o, "_");
    put_program(s);
    // The equals sign is a word of its own there, as it is a word break.
    out_text(s->o, "()\n{\n"
                   "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
                   "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                   "    local words=\n"
                   "    COMPREPLY=()\n"
                   "    if [[ $cur == = ]]; then\n"
                   "        cur=\n"
                   "    elif [[ $prev == = && $COMP_CWORD -gt 1 ]]; then\n"
                   "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
                   "    fi\n"
                   "    case $prev in\n");
    put_bash_words(s);
    // Without an answer of ours bash completes the names of files.
    put_bash_case(s, true, "return");
    put_bash_case(s, false, "compopt +o default\n        return");
    out_text(s->o, "    *)\n"
                   "        [[ $cur == -* ]] || return\n"
                   "        words='");
    for (size_t i = 0; i < s->set->count; i++) {
        out_text(s->o, i > 0 ? "\n            " : "");
        put_spellings(s, &s->set->rows[i], " ");
    }
    out_text(s->o, "'\n        ;;\n    esac\n"
                   "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
                   "\"$cur\")\n"
                   "}\ncomplete -o default -F _");
    put_program(s);
    out_char(s->o, ' ');
    put_program(s);
    out_char(s->o, '\n');
}

// --- zsh -------------------------------------------------------------------

static void put_zsh_row(const script *s, const option_row *row)
{
    const char *const *words = options_words(s->set, row->key);
    bool takes = row->argument != NULL;
    // A star: may be given again, which is known to be legal.
    out_text(s->o, "    '*'");
    if (has_letter(row)) {
        out_text(s->o, "{-");
        out_char(s->o, (char)row->key);
        out_text(s->o, takes ? "+," : ",");
    }
    out_text(s->o, options_is_word(row) ? "" : "--");
    out_text(s->o, row->name);
    out_text(s->o, takes && !options_is_word(row) ? "=" : "");
    out_text(s->o, has_letter(row) ? "}'[" : "'[");
    put_help(s, row, "\\[]", "'\\''");
    out_char(s->o, ']');
    if (takes) {
        out_char(s->o, ':');
        out_text(s->o, row->argument);
        out_char(s->o, ':');
        if (words != NULL) {
            out_char(s->o, '(');
            put_words(s, words);
            out_char(s->o, ')');
        } else if (is_file(row)) {
            out_text(s->o, "_files");
        } else {
            out_char(s->o, ' ');
        }
    }
    out_text(s->o, "' \\\n");
}

static void put_zsh(const script *s)
{
    out_text(s->o, "#compdef ");
    put_program(s);
    out_text(s->o, "\n_arguments -s -S \\\n");
    for (size_t i = 0; i < s->set->count; i++) {
        put_zsh_row(s, &s->set->rows[i]);
    }
    out_text(s->o, "    '*:file:_files'\n");
}

// --- fish ------------------------------------------------------------------

static void put_fish_row(const script *s, const option_row *row)
{
    const char *const *words = options_words(s->set, row->key);
    out_text(s->o, "complete -c ");
    put_program(s);
    if (has_letter(row)) {
        out_text(s->o, " -s ");
        out_char(s->o, (char)row->key);
    }
    out_text(s->o, options_is_word(row) ? " -o " : " -l ");
    out_text(s->o, row->name + (options_is_word(row) ? 1 : 0));
    if (words != NULL) {
        out_text(s->o, " -x -a '");
        put_words(s, words);
        out_char(s->o, '\'');
    } else if (row->argument != NULL) {
        out_text(s->o, is_file(row) ? " -r -F" : " -x");
    }
    out_text(s->o, " -d '");
    put_help(s, row, "\\", "\\'");
    out_text(s->o, "'\n");
}

static void put_fish(const script *s)
{
    for (size_t i = 0; i < s->set->count; i++) {
        put_fish_row(s, &s->set->rows[i]);
    }
}

exit_code completion_print(const option_set *set, const char *shell)
{
    static void (*const put[])(const script *) = {put_bash, put_zsh, put_fish};
    static out o;
    const script s = {&o, set, strcspn(set->usage, " ")};
    size_t which = 0;
    exit_code code = options_take_word(set, OPTIONS_COMPLETION, shell, &which);
    if (code == EXIT_DONE) {
        code = out_open(&o, "-");
    }
    if (code == EXIT_DONE) {
        put[which](&s);
        code = out_close(&o);
    }
    return code;
}
