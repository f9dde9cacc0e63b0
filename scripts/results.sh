#!/usr/bin/env bash
# Runs the micro-benchmarks and writes bench/RESULTS.md; its section between the marks of compare is kept.
#   scripts/results.sh            two JVMs for each figure, about a quarter of an hour
#   scripts/results.sh --quick    one, for a fraction of the time: rougher, about four minutes
# Nothing else should run on the machine meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."

effort=(-f 2 -wi 2 -w 1s -i 3 -r 1s)
if [ "${1:-}" = --quick ]; then
  effort=(-f 1 -wi 1 -w 500ms -i 3 -r 500ms)
  shift
fi
if [ $# -gt 0 ]; then
  echo "unknown argument: actual=$1, expected=--quick or nothing" >&2
  exit 2
fi

mvn -B -ntp -q -Pmicro -DskipTests package
json=$(mktemp)
trap 'rm -f "$json"' EXIT
java -jar micro/target/tamis-micro.jar "${effort[@]}" -foe true -prof gc -prof dev.tamis.micro.CpuProfiler \
  -rf json -rff "$json"
java -cp micro/target/tamis-micro.jar dev.tamis.micro.ResultsCommand "$json" bench/RESULTS.md
