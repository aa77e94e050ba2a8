#!/bin/sh
# both-engines.sh PYTHON: all browser tests, in both engines. Tests wait as often as they compute, so one process more than
# there are processors takes them from a common queue (support/queue.py). What fails is run once more at the end, one after
# the other: what passes then is named as flaky, and has to be mended; what fails again has failed.
set -u
cd "$(dirname "$0")" || exit 1
python=$1
case $python in /*) ;; *) python=../../$python ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # more options
  "$python" -m pytest . -o cache_dir="$work/cache" "$@"
}

status=0
run --numprocesses "$(($(nproc) + 1))" --durations 20 || status=$?
[ "$status" = 1 ] || exit "$status"

echo "Once more, what failed:"
"$python" -c 'import json, sys; print("\n".join(json.load(open(sys.argv[1]))))' "$work/cache/v/cache/lastfailed" | tee "$work/failed"
run --last-failed --last-failed-no-failures none || exit $?
sed "s/^/FLAKY, to be mended: /" "$work/failed"
