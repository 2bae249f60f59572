# Sourced by the tests that install what installer/package.sh makes, in the project's folder.
# shellcheck shell=bash
# shellcheck source=tests/packages/root.sh
source tests/packages/root.sh

skip() {
    echo "SKIP: $1"
    exit 77
}

failed() {
    echo "FAILED: $1"
    exit 1
}

# What there has to be to run one of them here.
need_all() {
    local why program
    why=$(why_no_roots) && skip "$why"
    for program in Xvfb xwininfo; do
        command -v "$program" >/dev/null || skip "$program is not installed"
    done
    mirror_of bookworm >/dev/null || skip "no mirror that has Debian bookworm answers"
}

# make_packages: those of this commit, in build/package; one test makes them for all.
make_packages() {
    local commit
    commit=$(git rev-parse HEAD 2>/dev/null) || commit=none
    [[ -f build/package/commit && $(<build/package/commit) == "$commit" ]] || installer/package.sh
}

# open_screen: an X server of this machine, so that a root needs none; its number is in `screen`.
open_screen() {
    local said
    said=$(mktemp)
    Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp -noreset -ac 3>"$said" >/dev/null 2>&1 &
    xvfb=$!
    until [[ -s $said ]]; do
        kill -0 "$xvfb" 2>/dev/null || failed "Xvfb has ended"
        sleep 0.1
    done
    screen=:$(<"$said")
    rm -f "$said"
}

close_screen() {
    kill "$xvfb" 2>/dev/null || true
    wait "$xvfb" 2>/dev/null || true
}

# see_window PROCESS: waits until a window is shown that is named after the program and has the class that
# resources/watchkeeper.desktop says (a task bar knows it by that), for as long as PROCESS runs and a minute at most.
see_window() {
    local named='"[^"]*Watchkeeper[^"]*": \("[^"]*" "watchkeeper"\)' windows window end=$((SECONDS + 60))
    while ((SECONDS < end)); do
        windows=$(xwininfo -display "$screen" -root -tree)
        window=$(grep -oE -m 1 "0x[0-9a-f]+ $named" <<<"$windows") || true
        if [[ -n $window ]] && xwininfo -display "$screen" -id "${window%% *}" | grep -q IsViewable; then
            echo "window: $window"
            return 0
        fi
        kill -0 "$1" 2>/dev/null || failed "the program has ended without a window"
        sleep 0.2
    done
    failed "no window named Watchkeeper: $windows"
}

# try_three_members SCRIPT: resources/help/three-members.sh from where it is installed, by `person` of the caller.
try_three_members() {
    # shellcheck disable=SC2016
    person bash -c '
        folder=/tmp/three-members
        : >"$folder.said"
        "$0" "$folder" >>"$folder.said" 2>&1 &
        until grep -q "All run" "$folder.said"; do
            kill -0 $! 2>/dev/null || { cat "$folder.said"; exit 1; }
            sleep 0.2
        done
        kill $!
        wait $!' "$1" || failed "$1"
    echo "three members and two servers ran"
}
