# Completes Watchkeeper's command line in bash. The program itself says what can follow (watchkeeper __complete).
# To try it: source <(watchkeeper completion bash)
_watchkeeper() {
    local rest=${COMP_LINE:0:COMP_POINT} words=() word space line directive=0 current breaks= candidates=() command
    # bash takes words apart at = and :, too; what no space parts is one. Quotes are the shell's own.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        space=${rest%%[![:space:]]*}
        rest=${rest#"$space"}
        [[ ${#rest} -ge ${#word} ]] || word=$rest
        rest=${rest#"$word"}
        word=${word//[\"\'\\]/}
        if [[ -z $space && ${#words[@]} -gt 0 ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    current=${words[-1]}
    command=${words[0]/#\~\//$HOME/}
    command=${command/#\$HOME\//$HOME/}
    while IFS= read -r line; do
        case $line in
        :*) directive=${line#:} ;;
        *) candidates+=("${line%%$'\t'*}") ;;
        esac
    done < <("$command" __complete "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    if ((directive & 16)); then
        compopt -o dirnames
        return
    fi
    if ((!(directive & 4))); then
        compopt -o default # readline knows of quotes, spaces and ~
        return
    fi
    ((directive & 2)) && compopt -o nospace
    # What stands before the last = or : is no part of the word that bash replaces.
    [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && breaks=${current%"${current##*=}"}
    [[ $COMP_WORDBREAKS == *:* && ${current#"$breaks"} == *:* ]] && breaks=${current%"${current##*:}"}
    COMPREPLY=("${candidates[@]#"$breaks"}")
}
complete -F _watchkeeper watchkeeper kubectl-watchkeeper
