#!/usr/bin/env bash
# Measure what is promised. usage: tests/bench/run.sh [NAME...]   (without a name: all)
#   asof         the objects of a watch of 20,000 as they stood at any of 200,000 events, in ms (promised: 150); asof-max
#   decode       a watch line to a row, in µs of CPU an event (promised: 5, and 12 times faster than QJsonDocument);
#                decode-plain: the same from a watch that is no Table
#   live-bytes   a live pod with all of its JSON, in bytes of memory (promised: 1000); live-bytes-heap: of these malloc knows;
#                live-bytes-body: of these the JSON
#   demo-start   from the start of the program to the first rows of the demo in the window, in ms (promised: 1000)
#   etcd-watch   from a transaction of 64 keys until `get --etcd -w` has printed them, the 99th percentile in ms, as fast as
#                etcd takes them, yardstick etcdctl watch; -paced: with pauses; -gateway: curl on the gateway that is
#                watched; -cpu: of the watching program, in µs of CPU an event (promised: no more than etcdctl's); -catchup,
#                -server: 20,000 events behind, in events/s, and etcd's own CPU an event
#   event-bytes  what an event costs in the history's memory, in bytes (promised: 200, columns of the log included)
#   journal-bytes what an event takes on the disk, in bytes, yardstick zstd -19 of the same lines (promised: no more);
#                -tail: of these what is in no segment yet
#   file-bytes   what an event takes in a finished recording of 50,000, redacted, in bytes; yardstick zstd -19 of the same
#                lines (promised: no more). Takes two minutes
#   open         from the start of `watchkeeper FILE` until a million recorded events stand in the window, in ms; yardstick
#                10,000 events; -times: how many times as long (promised: 3). Takes two minutes
#   record       what `watchkeeper record` spends of CPU on an event, from the socket to the file, redacted, in µs (promised: no
#                more than window-burst-cpu); yardstick curl reading the same stream
#   reopen       from the making of a window until its table is painted, of a million rows that an earlier program has kept, in
#                ms; yardstick 10,000 rows; -times: how many times as long (promised: 3). Takes two minutes
#   revision     any revision of any object, the 99th percentile in µs (promised: 50); revision-append: to keep one
#   frames       the longest turn of the window's event loop, in ms (promised: 16), while 20,000 pods tell 10,000 events a
#                second, the stream is scrolled and the playhead dragged; frames-p99, -cpu and by part; -told: events a
#                second that a session's thread has really told meanwhile; frames-100k: the same of 100,000 pods
#   list150k     150,000 pods listed from another process into the window: its CPU until every body is held, in s
#                (promised: 5); -first, -rows: until the first and all rows are in the table, in s (promised: 1 and 3);
#                -all: its CPU until the stream has them, too; -turn: the longest turn of its loop. Yardstick: curl
#   moment       a table of 20,000 pods as it stood one event earlier, in ms until it is shown; -jump: some thousands of
#                events away, -back: the way back to the present. Yardstick: the live table made anew
#   window       the whole window, every view made, on 20,000 pods in another process; the next four of it:
#   window-memory   in memory after 150,000 events at 4,000/s, in MB; window-growth: of each event, in bytes; window-cpu: of
#                each, in µs of CPU, yardstick QJsonDocument; -gui: of these the window's thread; window-turn: the longest turn
#                of its loop, in ms (promised: 16)
#   window-memory-off  the same where the history is kept while the program runs and no longer: each name ends so
#   window-burst in memory at most, while 200,000 events come as fast as they are read, in MB; window-rate: events/s,
#                yardstick curl on the same events; window-burst-cpu: of each, in µs of CPU, yardstick QJsonDocument
#   window-cpu-100  the window's thread while 100 events a second come, in % of a core; -all: the whole program
#   window-million  in memory after 500,000 and a million events at 4,000/s, in MB (promised: 512). Takes five minutes
#   window-delay from the server's writing until the history is told, one event a second, the 99th percentile in ms
#                (promised: 3); -median, -shown: until the window's thread has it. Takes two minutes
#   window-quiet the program's threads a minute after opening 18 watches (promised: 6), -40 with 40 watches; -wakes: of the
#                session's thread in a second (promised: 4). Takes three minutes
#   window-handshakes   what 40 watches opened at once add to memory, in MB, the system's authorities trusted; -turn: the
#                longest turn of the session's loop, in ms
#   window-several  the window on two real control planes and the demo, one of them stopped for 25 s: the longest turn of its
#                loop, in ms (promised: 16); -cpu; -live, -paused, -back: by part. Takes two minutes
#   timeline     one paint of the timeline with a million events in sight, in ms. Yardstick: a line drawn for each
# One JSON line a figure: name, value (the median), unit, machine, runs; yardstick and ratio where the same was measured
# of something else in the same run. Builds the release preset first; each NAME then takes less than 45 s, but for those of the window. The pods are
# made under a seed, 6 to 8 KB each (tests/support/podgen). A figure of the program's parts is a file figure_NAME.cpp.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=installer/packages.sh
source installer/packages.sh

program=build/release/app/watchkeeper
bench=build/release/tests/bench/wk_bench
window_bench=build/release/tests/bench/wk_frames
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

windowed() {
    local home status=0
    home=$(mktemp -d)
    HOME=$home XDG_CONFIG_HOME=$home XDG_RUNTIME_DIR=$home \
        QT_QPA_PLATFORM=offscreen timeout "$2" "$window_bench" "$1" 2> >(grep -v propagateSizeHints >&2) || status=$?
    rm -rf "$home"
    return "$status"
}

# Figures of the whole program are measured here, others by wk_bench, with the window in it by wk_frames.
whole_program=(demo-start)

install "${build_packages[@]}" "${quick_packages[@]}" "${run_packages[@]}" curl etcd-server etcd-client
build release watchkeeper wk_bench wk_frames
mapfile -t in_window < <("$window_bench")
mapfile -t known < <("$bench")
known+=("${in_window[@]}")
known+=("${whole_program[@]}")
if (($# == 0)); then
    mapfile -t each < <(printf '%s\n' "${known[@]}" | grep -vxE 'file-bytes|open|reopen|window-(million|delay|quiet|several)')
    set -- "${each[@]}"
fi
is_among() { printf '%s\n' "${@:2}" | grep -qxF -- "$1"; }
for name; do
    case $name in
    demo-start) demo_start ;;
    window)
        for each in window-memory window-memory-off window-burst window-cpu-100; do
            windowed "$each" 120
        done
        ;;
    file-bytes | open | record | reopen | window-million | window-delay | window-quiet | window-several) windowed "$name" 400 ;;
    window-*) windowed "$name" 120 ;;
    *)
        if is_among "$name" "${in_window[@]}"; then
            windowed "$name" 45
            continue
        fi
        if ! is_among "$name" "${known[@]}"; then
            sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" | sed '$d' >&2
            exit 2
        fi
        "$bench" "$name"
        ;;
    esac
done
