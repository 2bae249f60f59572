#!/usr/bin/env bash
# Three members of etcd and two of `watchkeeper serve --demo` on them, on this machine, to look at; storage.md says what
# that is good for. usage: three-members.sh FOLDER [PORT]   (folder: where etcd's data and two kubeconfigs go; ports from
# PORT, 23790, on). It needs etcd in the PATH; watchkeeper is taken from there, else from the tree or the tarball that this
# lies in. Ctrl+C ends all; the next start with the folder goes on.
set -euo pipefail
(($# >= 1)) || {
    sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PATH=$PATH:$here/../../build/release/app:$here/../../build/dev/app:$here/../../../bin
folder=$1
port=${2:-23790}
umask 077 # a kubeconfig is the administrator's
mkdir -p "$folder"
started=()
end() {
    trap - EXIT
    kill "${started[@]}" 2>/dev/null || true
    wait
}
trap end EXIT
trap 'exit 0' INT TERM

address() { printf 'http://127.0.0.1:%d' $((port + $1)); }
servers="$(address 0),$(address 1),$(address 2)"
for member in 0 1 2; do
    etcd --name "member$member" --data-dir "$folder/member$member" --log-level error \
        --listen-client-urls "$(address $member)" --advertise-client-urls "$(address $member)" \
        --listen-peer-urls "$(address $((member + 3)))" --initial-advertise-peer-urls "$(address $((member + 3)))" \
        --initial-cluster "member0=$(address 3),member1=$(address 4),member2=$(address 5)" \
        >"$folder/member$member.log" 2>&1 &
    started+=($!)
    echo "member $member: process $!, $(address $member)"
done
for server in 0 1; do
    watchkeeper serve --demo --etcd-servers "$servers" --port $((port + 6 + server)) \
        >"$folder/kubeconfig$server" 2>"$folder/server$server.log" &
    started+=($!)
    printf 'server %d: process %d, kubectl --kubeconfig %q get pods -A\n' "$server" $! "$folder/kubeconfig$server"
    until grep -q 'namespace: default' "$folder/kubeconfig$server"; do
        kill -0 $! 2>/dev/null || {
            cat "$folder/server$server.log" >&2
            exit 1
        }
        sleep 0.1
    done
done
for process in "${started[@]}"; do
    kill -0 "$process" 2>/dev/null || {
        echo "Process $process has ended: see the logs in $folder." >&2
        exit 1
    }
done
echo "All run. End any of them by its process id, and see what the other server says; Ctrl+C ends all."
wait
