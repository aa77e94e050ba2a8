#!/usr/bin/env python3
"""pytests.py PART FOLDER [OPTIONS FOR pytest]: runs the tests in a folder. Tests wait as often as they compute, so
there is one process more than processors; all take tests from one queue. Failed tests run once more at the end, one
after the other. A test that passes then is reported as flaky and has to be fixed; one that fails again has failed.

The first time WebKit paints nothing (`support/webkit.py`); the second time it does, for the screenshots of failures."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import twice


def run(folder, cache, options, environment=None):
    command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={cache}", *options]
    return subprocess.run(command, cwd=folder, env=os.environ | (environment or {})).returncode


def main(part, folder, options):
    with tempfile.TemporaryDirectory() as cache:
        code = run(folder, cache, ["--numprocesses", str(len(os.sched_getaffinity(0)) + 1), *options], {"PAINTS_NOTHING": "1"})
        failed = pathlib.Path(cache, "v/cache/lastfailed")
        if code != 1 or not failed.exists():  # all passed, or the run itself was aborted
            return code
        tests = list(json.loads(failed.read_text()))
        twice.note(part, tests)
        print("\nOnce more, what failed:", *tests, sep="\n", flush=True)
        code = run(folder, cache, ["--last-failed", "--last-failed-no-failures", "none", *only_files(options)])
        if code == 0:
            print("\n".join(f"FLAKY, to be mended: {test}" for test in tests))
        return code


def only_files(options):
    return [option for option in options if option.endswith(".py")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
