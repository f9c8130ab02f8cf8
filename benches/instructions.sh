#!/usr/bin/env bash
# Instructions a decision and a deal, from callgrind: the difference between N and 2N deals, so that starting up does not
# count. A decision is one turn of a player who holds cards, passes included. Exact and repeatable, unlike wall time.
#
# benches/instructions.sh [N]
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${1:-2000}
command -v valgrind >/dev/null || { echo "instructions.sh needs valgrind (apt install valgrind)" >&2; exit 1; }
cargo build --quiet --release --package guandan-core --example deals
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# count NAME ARGUMENTS...: leaves instructions and decisions in $out/NAME
count() {
    local name=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file="$out/$name.callgrind" target/release/examples/deals "$@" \
        >"$out/$name.decisions" 2>"$out/$name.log"
    sed -n 's/^\(totals\|summary\): \([0-9]*\).*/\2/p' "$out/$name.callgrind" | tail -1 >"$out/$name.instructions"
}

printf '%-24s %12s %12s %12s\n' strategy decisions instr/deal instr/decision
for strategy in random lowest; do
    for processor in "" portable; do
        count once "$deals" "$strategy" $processor
        count twice "$((2 * deals))" "$strategy" $processor
        instructions=$(($(cat "$out/twice.instructions") - $(cat "$out/once.instructions")))
        decisions=$(($(cat "$out/twice.decisions") - $(cat "$out/once.decisions")))
        [ "$decisions" -gt 0 ] || { echo "no decisions were counted" >&2; exit 1; }
        printf '%-24s %12s %12s %12s\n' "$strategy${processor:+ ($processor)}" \
            "$((decisions / deals))" "$((instructions / deals))" "$((instructions / decisions))"
    done
done
