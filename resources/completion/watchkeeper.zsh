#compdef watchkeeper kubectl-watchkeeper
# Completes Watchkeeper's command line in zsh. The program itself says what can follow (watchkeeper __complete).
# To try it: source <(watchkeeper completion zsh)
_watchkeeper() {
    local line word directive=0 program=${words[1]/#\~\//$HOME/}
    local -a candidates nospace
    while IFS= read -r line; do
        case $line in
        :*) directive=${line#:} ;;
        *)
            word=${line%%$'\t'*}
            if [[ $line == *$'\t'* ]]; then
                candidates+=("${word//:/\\:}:${line#*$'\t'}")
            else
                candidates+=("${word//:/\\:}")
            fi
            ;;
        esac
    done < <("$program" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
    if ((directive & 16)); then
        compset -P '*='
        _path_files -/
        return
    fi
    if ((!(directive & 4))); then
        compset -P '*='
        _files
        return
    fi
    ((directive & 2)) && nospace=(-S '')
    _describe -V watchkeeper candidates "${nospace[@]}"
}
# Where compinit has read this as a file of its own, it is the function's body that is wanted.
if [[ ${funcstack[1]-} == _watchkeeper ]]; then
    _watchkeeper "$@"
else
    compdef _watchkeeper watchkeeper kubectl-watchkeeper
fi
