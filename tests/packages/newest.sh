#!/usr/bin/env bash
# Builds a release with the newest tools there are, those of Debian sid, in a root of it (root.sh), and runs what came
# of it: whoever has such a machine has to. The tests of what reads JSON and HTTP run there too, which lean on how
# simdjson and Beast do it. What is built stays in build/roots/sid.build: the next run builds what changed.
# Ends with 77 where it cannot be run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tests/packages/root.sh
source tests/packages/root.sh
# shellcheck source=installer/packages.sh
source installer/packages.sh

skip() {
    echo "SKIP: $1"
    exit 77
}

failed() {
    echo "FAILED: $1"
    exit 1
}

# inside COMMAND…: in the project's folder, which nobody changes there, but for a build folder of its own.
inside() { in_root sid "${wrap[@]}" "$@"; }
wrap=(/usr/bin/env -C /source QT_QPA_PLATFORM=offscreen nice)

why=$(why_no_roots) && skip "$why"
if ! has_root sid sid; then
    mirror_of sid >/dev/null || skip "no mirror that has Debian sid answers"
    rm -rf build/roots/sid.build # of older tools
fi
make_root sid sid
install_in_root sid "${build_packages[@]}" "${run_packages[@]}"
mkdir -p build/roots/sid.build
root_mounts=("$PWD:/source:ro" "$PWD/build/roots/sid.build:/source/build")

reading=(json_tests kube_tests cluster_tests)
reading_tests='^tst_(legalise|prettyprint|soundvalue|yamlwriter|tape|objecttext|decoder|decoder_odd|responsereader)$'
began=$SECONDS
inside cmake --preset release >build/roots/sid.cmake.log 2>&1 || {
    cat build/roots/sid.cmake.log
    failed "cmake --preset release"
}
grep -qE -- '-Werror( |")' build/roots/sid.build/release/compile_commands.json && failed "a warning stops a release"
inside cmake --build --preset release --target watchkeeper "${reading[@]}" >build/roots/sid.build.log 2>&1 || {
    grep -E -A 8 'error:|FAILED:' build/roots/sid.build.log | head -n 100
    failed "cmake --build --preset release"
}
echo "built in $((SECONDS - began)) s, warnings: $(grep -c 'warning:' build/roots/sid.build.log || true)"
inside ldd build/release/app/watchkeeper | grep -oE 'lib(Qt6Core|simdjson|yaml-cpp|stdc\+\+)\.so[^ ]*' | sort -u

tests=$(inside ctest --preset release -R "$reading_tests") || {
    printf '%s\n' "$tests"
    failed "what reads JSON and HTTP"
}
grep 'tests passed' <<<"$tests"

version=$(inside build/release/app/watchkeeper --version)
[[ $version == "watchkeeper "[0-9]* ]] || failed "--version says: $version"
printf '%s\n' "$version"
pods=$(inside build/release/app/watchkeeper --demo get pods -A)
[[ $pods == NAMESPACE* ]] || failed "get pods says: ${pods:0:500}"
running=$(grep -c ' Running ' <<<"$pods" || true)
((running >= 10)) || failed "of the demo's pods $running run"
echo "pods of the demo that run: $running"
