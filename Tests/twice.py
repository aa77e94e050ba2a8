#!/usr/bin/env python3
"""Records the tests that failed and ran twice: each part of `make test` adds its own. As a program it prints their
number and names."""
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[1] / ".build/twice"


def note(part, tests):
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / part).write_text("".join(f"{test}\n" for test in sorted(tests)))


def main():
    tests = [f"{path.name}: {test}" for path in sorted(FOLDER.glob("*")) for test in path.read_text().splitlines()]
    print(f"\n{len(tests)} {'test was' if len(tests) == 1 else 'tests were'} run twice" + (":" if tests else "."))
    for test in tests:
        print(" ", test)


if __name__ == "__main__":
    main()
