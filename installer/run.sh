#!/usr/bin/env bash
# Build Watchkeeper and start it. Everything after the script's name goes to the program:
#   installer/run.sh                      the current context of your kubeconfig; without one, the embedded demo
#   installer/run.sh --demo               the embedded demo
#   installer/run.sh get pods -A -w       the command line
# Without a display the same window runs under Xvfb for a minute of demo and leaves screenshots and an exported
# watch log in build/tour/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
source installer/packages.sh

install "${build_packages[@]}" "${quick_packages[@]}" "${run_packages[@]}"
build release watchkeeper
program=build/release/app/watchkeeper

is_window() {
    local argument
    for argument; do
        case $argument in get | record | serve | completion | man | help | version | --help | -h | --version | -v) return 1 ;; esac
    done
    return 0
}

if ! is_window "$@" || [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    exec "$program" "$@"
fi

install "${screen_packages[@]}"
printf 'No display: a minute of the demo under Xvfb.\n'
rm -rf build/tour
xvfb-run -a -s '-screen 0 1440x900x24' "$program" --demo --tour build/tour "$@"
printf 'The tour is in %s/build/tour:\n' "$PWD"
ls build/tour
