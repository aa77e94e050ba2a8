#!/bin/sh
# both-engines.sh PYTHON: all browser tests, each engine in a process of its own, at the same time. What fails is run once
# more at the end, one engine after the other: what passes then is named as flaky, and has to be mended; what fails again
# has failed.
set -u
cd "$(dirname "$0")" || exit 1
python=$1
case $python in /*) ;; *) python=../../$python ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # ENGINE, WHICH TESTS, more options
  engine=$1 which=$2
  shift 2
  "$python" -m pytest . -k "$which" -o cache_dir="$work/$engine" "$@"
}

run webkit webkit > "$work/report" 2>&1 &
chromium=0
run chromium "not webkit" || chromium=$?
webkit=0
wait $! || webkit=$?
cat "$work/report"

again() { # ENGINE, WHICH TESTS, its status
  [ "$3" = 1 ] || return "$3"
  echo "Once more, what failed in $1:"
  "$python" -c 'import json, sys; print("\n".join(json.load(open(sys.argv[1]))))' "$work/$1/v/cache/lastfailed" | tee "$work/failed"
  run "$1" "$2" --last-failed --last-failed-no-failures none || return $?
  sed "s/^/FLAKY, to be mended: /" "$work/failed"
}

status=0
again chromium "not webkit" "$chromium" || status=$?
again webkit webkit "$webkit" || status=$?
exit "$status"
