#!/usr/bin/env bash
# The list-watch contract under faults, in figures: its rules (C1 to C35), the fault matrix, random faults, broken
# clients, and random faults of a real etcd. Prints what was executed; the last line is JSON. Fails when anything does.
# usage: contract.sh BUILD_FOLDER
set -uo pipefail

folder=$1
began=$EPOCHREALTIME
bad=0

# run REGEX [OPTION…]: those tests, with what they print.
run() { ctest --test-dir "$folder" -R "$1" -V "${@:2}"; }

# failed TEXT: the contract does not hold; of what those tests printed, what says why.
failed() {
    bad=1
    grep -E -A 12 'no row:|failed:|FAIL!|FAILED WATCHKEEPER_SEED|QFATAL|ERROR: |\*\*\*[A-Z]|tests passed' <<<"$1"
}

# Where a real control plane can be started; elsewhere skipped, and said so. It waits more than it computes, so the rest
# runs beside it.
real=$(mktemp)
trap 'rm -f "$real"' EXIT
run '^tst_(realfaults|stopped)$' >"$real" &
on_real=$!

rules=$(run '^contract_rules$') || failed "$rules"
grep -E 'rules [0-9]+ rows' <<<"$rules" | sed 's/^[0-9]*: //'
matrix=$(run '^tst_faults_' -j 2) || failed "$matrix"
cases=$(sed -n 's/^[0-9]*: cases \([A-Z]*[0-9]*\) \([0-9]*\)$/\1 \2/p' <<<"$matrix" | sort -V |
    awk '{ n[$1] += $2; if (!($1 in seen)) { seen[$1]; order[++k] = $1 } }
         END { for (i = 1; i <= k; ++i) printf "%s:%d ", order[i], n[order[i]]; print "" }')
echo "fault matrix, cases: $cases"
converge=$("$folder/tests/contract/converge") || bad=1 # it says why itself
echo "$converge"
others=$(run '^(tst_(convergence|planbytes|sockets|validators)|fz_.*)$' -j 2) || failed "$others"

wait "$on_real" || failed "$(<"$real")"
echo "the program stopped, and a real control plane whose parts fail (ms):"
sed -n -E 's/^[0-9]+: figure ([a-z_]+)_ms p50 ([0-9]+) max ([0-9]+) n ([0-9]+)$/  \1: p50 \2, max \3 of \4/p' "$real"
sed -n 's/^[0-9]*: SKIP .*\(real cluster: .*\)$/  \1/p' "$real"

# Over real etcd, which the client's waits are hurried for: alone.
etcd=$(run '^tst_etcdruns$') || failed "$etcd"
sed -n -E 's/^[0-9]+: (etcd \{.*)$/\1/p; s/^[0-9]+: SKIP .*(etcd(ctl)? is not installed).*$/etcd: \1/p' <<<"$etcd"

# figure NAME: of the convergence test's line.
figure() { tail -n 1 <<<"$converge" | grep -oE "\"$1\": ?[0-9.]+" | grep -oE '[0-9.]+$'; }
# etcd_figure NAME: of the line about real etcd.
etcd_figure() { sed -n -E 's/^[0-9]+: etcd \{/{/p' <<<"$etcd" | grep -oE "\"$1\": ?[0-9.]+" | grep -oE '[0-9.]+$'; }
sum=$(tr ' ' '\n' <<<"$cases" | awk -F: '{ sum += $2 } END { print sum + 0 }')
held=$(grep -oE 'rules [0-9]+ rows' <<<"$rules" | grep -oE '[0-9]+')
line="{\"rules\":${held:-0},\"cases\":$sum"
for name in faults events lost duplicated misordered mismatches mutants_caught mutants requests non_get net_runs \
    net_faults convergence_real_p99_ms; do
    line+=",\"$name\":$(figure "$name" || echo null)"
done
for name in runs faults events lost duplicated misordered mismatches; do
    line+=",\"etcd_$name\":$(etcd_figure "etcd_$name" || echo null)"
done
for name in lost duplicated misordered mismatches non_get; do
    [[ $(figure "$name") == 0 ]] || bad=1
done
[[ $(figure mutants_caught) == "$(figure mutants)" ]] || bad=1
machine="$(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
seconds=$(awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.0f", b - a }')
echo "$line,\"seconds\":$seconds,\"machine\":\"$machine\"}"
exit "$bad"
