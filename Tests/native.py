#!/usr/bin/env python3
"""native.py [OPTIONS FOR swift test]: runs the native tests, which have to be built before. Suites with a failed test
run once more at the end. A test that passes then is reported as flaky and has to be fixed; one that fails again has
failed. Failures are printed last, because CI keeps the last lines."""

import collections
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import twice

PART = "native-postgres" if os.environ.get("SWIFTLET_TEST_DATABASE") == "postgres" else "native"
# Eight tests at a time: with a thousand at once, each waits so long for a processor that tests with a time
# limit fail.
COMMAND = ["swift", "test", "--skip-build", "--experimental-maximum-parallelization-width", "8"]


def run(options):
    """Runs the tests. Returns the exit code, the failed tests by suite, and the text of the failures; after a crash,
    the last lines of output instead."""
    said, failing, last = [], False, collections.deque(maxlen=40)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "tests.xml")
        process = subprocess.Popen(
            [*COMMAND, "--xunit-output", report, *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        for line in process.stdout:
            sys.stdout.write(line)
            # An issue continues until the next line that begins with a symbol.
            failing = line.startswith("✘") or (failing and not re.match("[◇✔➜]|↳ *$", line))
            if failing:
                said.append(line)
            last.append(line)
        code = process.wait()
        sys.stdout.flush()
        report = report.replace(".xml", "-swift-testing.xml")
        failed = failed_tests(report) if os.path.exists(report) else {}
    return code, failed, said or list(last)


def failed_tests(report):
    """Returns the names of the failed tests by suite; none if the tests crashed, which cuts the report off."""
    failed = collections.defaultdict(set)
    try:
        cases = xml.parse(report).iter("testcase")
    except xml.ParseError:
        return failed
    for case in cases:
        if case.find("failure") is not None:
            failed[case.get("classname")].add(case.get("name"))
    return failed


def main(options):
    code, suites, said = run(options)
    if code == 0:
        return 0
    if suites:
        twice.note(PART, [f"{suite}/{test}" for suite, tests in suites.items() for test in tests])
        print("\nOnce more, the suites in which a test failed:", *sorted(suites), flush=True)
        # A suite's name has a dot for each level; the filter expects a dot after the module, then slashes.
        names = "|".join(re.escape(name.replace(".", "/").replace("/", ".", 1)) for name in sorted(suites))
        kept = [option for option in options if option != "--filter" and not option.startswith("^")]
        code, _, again = run([*kept, "--filter", f"^({names})/"])
        said += again if code else []
    print("\n" + ("FLAKY, to be mended:" if code == 0 else "FAILED:"))
    sys.stdout.writelines(said[-60:])
    return code


sys.exit(main(sys.argv[1:]))
