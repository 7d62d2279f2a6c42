#!/bin/bash
# check-options.sh - every option is in --help, in the manual page and in the
# completions of each shell, and the other way round; the completions work, and
# none of the options is one that the program has forgotten to take.
#
#     scripts/check-options.sh [--bin DIR]
#
# zsh and fish are asked where they are installed.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/checks.sh
. scripts/checks.sh
[ "$#" -eq 0 ] || {
    echo "usage: scripts/check-options.sh [--bin DIR]" >&2
    exit 2
}

expect() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $what"
        sed -e 's/^/    /' "$scratch/log"
    fi
}

options_of_help() { # PROGRAM
    "$bin/$1" --help | sed -n '/^Options:/,/^$/p' |
        awk '/^  +-/ { for (i = 1; i <= NF && $i ~ /^-/; i++) print $i }' |
        tr -d , | sort -u
}

# What stands behind Fl in the heads of lists, up to another macro.
options_of_page() { # PROGRAM
    awk '/^\.It Fl / {
        flag = 0
        for (i = 2; i <= NF; i++) {
            if ($i == "Fl") flag = 1
            else if ($i == ",") continue
            else if ($i ~ /^(Ar|Cm|Ns|Op|No)$/) flag = 0
            else if (flag) print "-" $i
        }
    }' "man/$1.1" | sort -u
}

# Asks bash itself: what would it offer behind these words?
offered() { # PROGRAM WORD...
    "$bin/$1" --completion bash >"$scratch/bash"
    # shellcheck disable=SC2016 # for the inner shell
    bash --norc -c 'set -eu
        source "$1"
        shift
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        compopt() { :; } # which needs a line that is being typed
        "_$1"
        [ "${#COMPREPLY[@]}" -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$scratch/bash" "$@" | sort -u
}

options_of_zsh() { # PROGRAM
    "$bin/$1" --completion zsh | sed -n "s/^    '\\*'{*\\([^[]*\\)\\[.*/\\1/p" |
        tr -d "'+=" | sed 's:[,}]:\n:g' | sed '/^$/d' | sort -u
}

options_of_fish() { # PROGRAM
    "$bin/$1" --completion fish | awk '{
        for (i = 4; i <= NF && $i != "-d"; i++) {
            if ($i == "-s" || $i == "-o") print "-" $(i + 1)
            if ($i == "-l") print "--" $(i + 1)
        }
    }' | sort -u
}

same_options() { # PROGRAM FORM, whose options are in $scratch/FORM
    diff -u --label "$1 --help" --label "$2" "$scratch/help" "$scratch/$2"
}

offers() { # EXPECTED PROGRAM WORD...
    local wanted=$1 got
    shift
    got=$(offered "$@" | tr '\n' ' ')
    [ "${got% }" = "$wanted" ] || {
        echo "$*: wanted '$wanted', got '${got% }'"
        return 1
    }
}

# Asked of the options of --help, so that there is no other list to keep.
takes_all() { # PROGRAM
    local option status said words
    while read -r option; do
        status=0
        mapfile -t words < <(offered "$1" "$option" "")
        # One of its words, another argument, or an input that is not there.
        said=$("$bin/$1" "$option" "${words[0]:-none}" 2>&1) || status=$?
        if [ "$status" -gt 5 ] || [[ $said == *"has forgotten"* ]]; then
            echo "$1 $option: status $status, $said"
            return 1
        fi
    done <"$scratch/help"
}

refuses_shell() { # PROGRAM
    local status=0
    "$bin/$1" --completion tcsh || status=$?
    [ "$status" -eq 2 ]
}

fish_offers() { # PROGRAM
    "$bin/$1" --completion fish >"$scratch/$1.fish"
    fish --no-execute "$scratch/$1.fish" || return 1
    fish --no-config -c "source '$scratch/$1.fish'; complete -C '$1 --vers'" |
        grep -q '^--version'
}

zsh_reads() { # PROGRAM
    "$bin/$1" --completion zsh >"$scratch/_$1"
    zsh -n "$scratch/_$1"
}

for program in navbake navquery; do
    options_of_help "$program" >"$scratch/help"
    [ "$(wc -l <"$scratch/help")" -gt 20 ] || {
        echo "check-options.sh: no options in $program --help" >&2
        exit 1
    }
    options_of_page "$program" >"$scratch/page"
    offered "$program" - >"$scratch/bash-options"
    options_of_zsh "$program" >"$scratch/zsh"
    options_of_fish "$program" >"$scratch/fish"
    for form in page bash-options zsh fish; do
        expect "$program: options of --help and $form" \
            same_options "$program" "$form"
    done
    expect "$program takes all options of --help" takes_all "$program"
    expect "$program --completion tcsh" refuses_shell "$program"
    if command -v zsh >/dev/null; then
        expect "$program: zsh reads its completion" zsh_reads "$program"
    fi
    if command -v fish >/dev/null; then
        expect "$program: fish reads its completion" fish_offers "$program"
    fi
done
expect "words" offers "json obj" navbake --from ""
expect "words, begun" offers "off on" navbake map.json --landmarks o
expect "words behind =" offers "centroid" navquery --search = c
expect "words before anything behind =" offers "y z" navbake --up =
expect "options, begun" offers "-MD -MF -MT" navbake -M
expect "files are left to bash" offers "" navbake --obstacles ""
expect "files behind a short option" offers "" navquery -i ""
expect "nothing for numbers" offers "" navquery --snap ""
expect "operands are left to bash" offers "" navquery --info ma

for shell in zsh fish; do
    command -v "$shell" >/dev/null ||
        echo "skipped: completions in $shell (not installed)"
done
tell_checks
