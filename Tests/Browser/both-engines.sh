#!/bin/sh
# both-engines.sh PYTHON: all browser tests, each engine in a process of its own, at the same time.
set -u
cd "$(dirname "$0")" || exit 1
python=$1
case $python in /*) ;; *) python=../../$python ;; esac
report=$(mktemp)
trap 'rm -f "$report"' EXIT
"$python" -m pytest . -k webkit > "$report" 2>&1 &
status=0
"$python" -m pytest . -k "not webkit" || status=$?
wait $! || status=$?
cat "$report"
exit "$status"
