#!/usr/bin/env bash
# Build and test. usage: tests/run.sh [dev|asan|tsan|slow|all]
#   dev    (default) unit, component and end-to-end tests
#   asan   the same with AddressSanitizer and UBSan
#   tsan   the core's tests with ThreadSanitizer
#   slow   what takes minutes: long randomised runs
#   all    all of these
# Tests on a real control plane run where ../shared/real-cluster and a kubectl of 1.24 or newer are; elsewhere they are
# skipped by name.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
source installer/packages.sh

run_preset() {
    local preset=$1
    shift
    build "$preset"
    ctest --preset "$preset" "$@"
}

what=${1:-dev}
install "${build_packages[@]}" "${run_packages[@]}" "${screen_packages[@]}"
case $what in
dev) run_preset dev -LE slow ;;
asan) run_preset asan -LE 'slow|noasan' ;;
tsan) run_preset tsan -L core -LE slow ;;
slow) run_preset dev -L slow ;;
all)
    run_preset dev
    run_preset asan -LE 'slow|noasan'
    run_preset tsan -L core -LE slow
    ;;
*)
    sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
