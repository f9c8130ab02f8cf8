#!/usr/bin/env bash
# Instructions a decision and a deal, from callgrind: the difference between N and 2N deals (or a twentieth as many
# matches), so that starting up does not count. A decision is one turn of a player who holds cards, passes included.
# Exact and repeatable, unlike wall time. What tribute, levels and the match around a deal cost is the difference between
# the rows with and without "matches".
#
# benches/instructions.sh [N]
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${1:-2000}
command -v valgrind >/dev/null || { echo "instructions.sh needs valgrind (apt install valgrind)" >&2; exit 1; }
cargo build --quiet --release --package guandan-core --example deals
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# count NAME ARGUMENTS...: leaves instructions in $out/NAME.instructions, decisions and deals in $out/NAME.played
count() {
    local name=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file="$out/$name.callgrind" target/release/examples/deals "$@" \
        >"$out/$name.played" 2>"$out/$name.log"
    sed -n 's/^\(totals\|summary\): \([0-9]*\).*/\2/p' "$out/$name.callgrind" | tail -1 >"$out/$name.instructions"
}

printf '%-24s %12s %12s %12s\n' strategy decisions instr/deal instr/decision
for strategy in random lowest; do
    for how in "" portable matches; do
        count=$deals
        [ "$how" != matches ] || count=$((deals / 20))
        count once "$count" "$strategy" $how
        count twice "$((2 * count))" "$strategy" $how
        read -r few_decisions few_deals <"$out/once.played"
        read -r decisions played <"$out/twice.played"
        instructions=$(($(cat "$out/twice.instructions") - $(cat "$out/once.instructions")))
        decisions=$((decisions - few_decisions)) played=$((played - few_deals))
        [ "$decisions" -gt 0 ] || { echo "no decisions were counted" >&2; exit 1; }
        printf '%-24s %12s %12s %12s\n' "$strategy${how:+ ($how)}" \
            "$((decisions / played))" "$((instructions / played))" "$((instructions / decisions))"
    done
done
