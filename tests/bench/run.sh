#!/usr/bin/env bash
# Measure what is promised. usage: tests/bench/run.sh NAME...
#   demo-start   from the start of the program to the first rows of the demo in the window, in ms (promised: 1000)
# One JSON line a figure: name, value (the median), unit, machine, runs. Builds the release preset first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=installer/packages.sh
source installer/packages.sh

program=build/release/app/watchkeeper
machine="$(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"

# median NUMBER...
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }

# figure NAME UNIT VALUE...
figure() {
    local name=$1 unit=$2
    shift 2
    printf '{"name":"%s","value":%s,"unit":"%s","machine":"%s","runs":%d}\n' "$name" "$(median "$@")" "$unit" "$machine" $#
}

demo_start() {
    local values=() home
    for _ in 1 2 3 4 5 6 7; do
        home=$(mktemp -d)
        values+=("$(HOME=$home XDG_CONFIG_HOME=$home XDG_CACHE_HOME=${XDG_CACHE_HOME:-$HOME/.cache} QT_QPA_PLATFORM=offscreen \
            timeout 30 "$program" --demo --time-start)")
        rm -rf "$home"
    done
    figure demo-start ms "${values[@]}"
}

install "${build_packages[@]}" "${run_packages[@]}"
build release watchkeeper
for name; do
    case $name in
    demo-start) demo_start ;;
    *)
        sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
        exit 2
        ;;
    esac
done
