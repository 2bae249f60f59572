#!/usr/bin/env bash
# Runs tests and counts by the names of what passed how many rules of the list-watch contract (C1 to C35) they hold.
# A row counts for rule 13 when its own name or its function's begins with C13: "traces(C13 …)", "C13_deletes…".
# usage: rules.sh PROGRAM:TEST...      ends with "rules N rows M"; fails when a test does, or a rule has no row
set -uo pipefail

for test in "$@"; do
    "${test%:*}" "${test##*:}" -o -,txt || echo "failed: ${test##*:}"
done | awk '
    /^failed: / { print; bad = 1 }
    /^FAIL!/    { print; bad = 1 }
    /^PASS   : / {
        name = $0
        sub(/^PASS   : ([A-Za-z0-9_]+::)+/, "", name)
        rule = name
        if (rule !~ /^C[0-9]+_/)
            sub(/^[^(]*\(/, "", rule)
        if (match(rule, /^C[0-9]+[_ ]/))
            ++rows[substr(rule, 2, RLENGTH - 2) + 0]
    }
    END {
        for (rule = 1; rule <= 35; ++rule) {
            if (rule in rows) {
                ++rules
                all += rows[rule]
                counts = counts " C" rule ":" rows[rule]
            } else {
                print "no row: C" rule
                bad = 1
            }
        }
        print counts
        print "rules " rules + 0 " rows " all + 0
        exit bad
    }'
