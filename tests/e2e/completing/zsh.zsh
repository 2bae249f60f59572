# What the completion in $1 offers for the command line $2, and the options with which it does.
compdef() { :; }
compset() { :; }
_files() { echo _files; }
_path_files() { echo _path_files "$@"; }
_describe() {
    local each
    for each in "${(@P)3}"; do print -r -- "${each%%:*}"; done
    (($# > 3)) && print -r -- "${@[4,-1]}"
}
source "$1"
words=("${(@s: :)2}")
CURRENT=$#words
_watchkeeper
true
