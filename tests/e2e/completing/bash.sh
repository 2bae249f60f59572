# What the completion in $1 offers for the command line $2; what bash would do by itself is said instead.
# shellcheck shell=bash source=/dev/null
source "$1"
compopt() { echo "compopt $*"; }
COMP_LINE=$2
COMP_POINT=${#2}
read -ra COMP_WORDS <<<"${2//=/ = }"
[[ $2 == *[\ =] ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_watchkeeper
printf '%s\n' "${COMPREPLY[@]}"
