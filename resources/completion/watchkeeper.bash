# Completes Watchkeeper's command line in bash. The program itself says what can follow (watchkeeper __complete).
# To try it: source <(watchkeeper completion bash)
_watchkeeper() {
    local words current line directive=0 candidates=() breaks=
    # bash takes words apart at = and :, so they are taken from the line.
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=('')
    current=${words[-1]}
    while IFS= read -r line; do
        case $line in
        :*) directive=${line#:} ;;
        *) candidates+=("${line%%$'\t'*}") ;;
        esac
    done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    if ((directive & 16)); then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "${current##*=}")
        return
    fi
    if ((!(directive & 4))); then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "${current##*=}")
        return
    fi
    ((directive & 2)) && compopt -o nospace
    # What stands before the last = or : is no part of the word that bash replaces.
    [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && breaks=${current%"${current##*=}"}
    [[ $COMP_WORDBREAKS == *:* && ${current#"$breaks"} == *:* ]] && breaks=${current%"${current##*:}"}
    COMPREPLY=("${candidates[@]#"$breaks"}")
}
complete -F _watchkeeper watchkeeper
