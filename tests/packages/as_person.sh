#!/bin/bash
# Run in a root, as one who is not root: starts the program by COMMAND…, and ends it when /tmp/seen is there, after
# saying where Qt is that it runs with. Fails when it does not start, or does not end.
# usage: as_person.sh PROGRAM COMMAND…   (PROGRAM: the file that runs then)
set -eu
program=$1
shift
"$@" &
pid=
for ((i = 0; i < 100; ++i)); do
    for process in /proc/[0-9]*; do
        [[ $(readlink "$process/exe") != "$program" ]] || pid=${process#/proc/}
    done
    [[ -z $pid ]] || break
    sleep 0.1
done
[[ -n $pid ]] || { echo "$program does not run" >&2; exit 1; }
until [[ -e /tmp/seen ]]; do
    [[ -n $(readlink "/proc/$pid/exe") ]] || { echo "$program has ended" >&2; exit 1; }
    sleep 0.1
done
sed -nE 's#^[^/]*(/.*(libQt6Core|libqxcb).*)#\1#p' "/proc/$pid/maps" | sort -u
kill "$pid"
for ((i = 0; i < 100; ++i)); do
    [[ -n $(readlink "/proc/$pid/exe") ]] || exit 0 # it has ended, though nobody may have asked how
    sleep 0.1
done
echo "$program does not end" >&2
exit 1
