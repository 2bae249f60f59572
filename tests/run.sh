#!/usr/bin/env bash
# Build and test. usage: tests/run.sh [dev|contract|asan|tsan|fuzz|slow|long|all]
#   dev    (default) unit, component and end-to-end tests
#   contract  the list-watch contract under faults: rules, fault matrix, random faults; ends with one line of JSON
#   asan   the same with AddressSanitizer and UBSan, built by clang
#   tsan   the core's tests that start threads, with ThreadSanitizer (GCC's: clang 14's does not bear QProcess)
#   fuzz   each parser against made-up bytes, FUZZ_SECONDS (15) each; what it finds stays in build/fuzz/found
#   slow   what takes minutes: long randomised runs; packages, and a release by the newest tools, in roots of Debian
#   long   the contract under random faults for an hour on two cores; ends with two lines of JSON
#   all    all of these but the long run
# Tests on a real control plane run where ../shared/real-cluster and a kubectl of 1.24 or newer are; elsewhere they are
# skipped by name.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
source installer/packages.sh

# The preset dev leaves out what is labelled contract, slow or long; the preset contract, of the same build, nothing.
run_dev() {
    build dev
    ctest --preset dev || tell_failures build/dev "$?"
}

# tell_failures DIR CODE: what failed, once more behind all that passed, for whoever sees only the end.
tell_failures() {
    grep -A 12 -E '^(FAIL!|QFATAL|[^ ]*Sanitizer:)|ERROR: .*Sanitizer' "$1/Testing/Temporary/LastTest.log" | tail -n 120
    return "$2"
}

run_slow() {
    build dev all contract
    ctest --preset contract -L slow
}

# run_sanitizer PRESET -OPTION…: the contract's tests too.
run_sanitizer() {
    build "$1" all contract
    ctest --preset "$@"
}

run_contract() {
    build dev contract
    tests/contract/contract.sh build/dev
}

# All that it prints is in build/dev/Testing/Temporary/LastTest.log.
run_long() {
    build dev contract
    ctest --preset contract -L long -V | grep -E '^[0-9]+: (first seed|FAILED|V[0-9]+ |again:|\{)|tests passed|Failed'
}

# fuzz TARGET: what is new goes into build/fuzz/corpus, on top of the project's own.
fuzz() {
    local name
    name=$(basename "$1")
    mkdir -p "build/fuzz/corpus/$name"
    "$1" -max_total_time="${FUZZ_SECONDS:-15}" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/found/$name-" "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" \
        2>"build/fuzz/$name.log" || {
        echo "$name:"
        tail -n 60 "build/fuzz/$name.log"
        return 1
    }
    awk -v name="$name" '/number_of_executed_units/ { runs = $2 }
        / cov: / { for (i = 1; i <= NF; ++i) if ($i == "cov:") cov = $(i + 1) }
        END { print name ": " runs " runs, " cov " edges" }' "build/fuzz/$name.log"
}

run_fuzzers() {
    build asan fuzzers
    mkdir -p build/fuzz/found
    export -f fuzz
    find build/asan/tests/fuzz -maxdepth 1 -type f -name 'fz_*' -executable -print0 | sort -z |
        xargs -0 -P "$(nproc)" -I{} bash -c 'fuzz {}'
}

what=${1:-dev}
install "${build_packages[@]}" "${quick_packages[@]}" "${run_packages[@]}" "${screen_packages[@]}" "${check_packages[@]}"
[[ $what == @(asan|fuzz|all) ]] && install "${clang_packages[@]}"
[[ $what == @(slow|all) ]] && install "${root_packages[@]}"
case $what in
dev) run_dev ;;
contract) run_contract ;;
asan) run_sanitizer asan -LE 'slow|noasan' ;;
tsan) run_sanitizer tsan -L threads -LE slow ;;
fuzz) run_fuzzers ;;
slow) run_slow ;;
long) run_long ;;
all)
    run_dev
    run_contract
    run_slow
    run_sanitizer asan -LE 'slow|noasan'
    run_sanitizer tsan -L threads -LE slow
    run_fuzzers
    ;;
*)
    sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
