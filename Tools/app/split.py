#!/usr/bin/env python3
"""split.py WHOLE.wasm FOLDER FEATURE …: splits a program with function names into FOLDER/app.wasm, which the first
screens need, and FOLDER/later.wasm. FEATURE: an option of wasm-opt that enables a feature.

first.txt lists the functions of the first part (record.py writes it); all others are in the second part. The first
part calls them through the function table, whose slots are empty until the second part has loaded. A call then traps
(docs/decisions/0038-the-app-comes-in-two-parts.md). FOLDER/app.txt has the number of each function of the first part,
as in the trap's stack, and its name.
"""
import itertools
import pathlib
import re
import string
import subprocess
import sys

import names
import order

LIST = pathlib.Path(__file__).with_name("first.txt")
SMALL = 20
"""Lines of the program's text."""
DIGITS = string.digits + string.ascii_letters


def main(whole, folder, *features):
    folder = pathlib.Path(folder)

    def run(tool, *arguments):
        subprocess.run([tool, *features, *map(str, arguments)], check=True)

    first = set(LIST.read_text().splitlines())
    text = text_of(whole, features)
    functions = names.of_functions(text)
    called = set(re.findall(r'^ \(export "\w+" \(func \$(\S+)\)\)$', text, re.M))
    for_others = {names.without_copies(words) for words in first}

    def is_first(name, words, lines):
        # Identical copies for several types are merged, under any of their names. Names with only a number
        # can change. All these functions are small, so they stay in the first part. So do the functions that
        # the bridge calls, which lead to others.
        return words in first or name in called or names.is_numbered(words) or (
            len(lines) <= SMALL and names.without_copies(words) in for_others)

    kept = [name for name, *about in zip(functions, names.in_words(functions), order.split(text)[1]) if is_first(name, *about)]
    (folder / "first.names").write_text("\n".join(kept))
    parts = [folder / "app.named.wasm", folder / "later.named.wasm"]
    run("wasm-split", "--split", "-g", f"--keep-funcs=@{folder / 'first.names'}", "--import-namespace=app",
        "--placeholder-namespace=later", "--export-prefix=%", whole, "-o1", parts[0], "-o2", parts[1])
    texts = [order.ordered(text) for text in with_short_names(*(text_of(part, features) for part in parts))]
    texts[0] = without_placeholders(texts[0])
    (folder / "app.txt").write_text("".join(f"{number} {name}\n" for number, name in numbers(texts[0])))
    for part, text in zip(parts, texts):
        part.with_suffix(".wat").write_text(text)
        run("wasm-opt", "--strip-debug", "--strip-producers", "--strip-target-features",
            part.with_suffix(".wat"), "-o", folder / part.name.replace(".named", ""))


def without_placeholders(first):
    """Removes the imports that wasm-split puts into the table for functions of the second part. Their slots stay
    empty, which takes 4.5 KB less with brotli than 1,400 imports."""
    placeholder = re.compile(r'^ \(import "later" "\d+" \(func (\$\S+?)[ )].*\n', re.M)
    names = set(placeholder.findall(first))
    first = placeholder.sub("", first)
    table = re.search(r"^ \(elem (?:\$\S+ )?\(i32\.const (\d+)\) (.*)\)$", first, re.M)
    start, runs = int(table[1]), []
    for is_empty, slots in itertools.groupby(enumerate(table[2].split(), start), lambda slot: slot[1] in names):
        if not is_empty:
            slots = list(slots)
            runs.append(f" (elem (i32.const {slots[0][0]}) {' '.join(name for _, name in slots)})")
    return first[:table.start()] + "\n".join(runs) + first[table.end():]


def numbers(first):
    """Returns the numbers and the names of the functions. Imported ones are counted before them."""
    functions = names.of_functions(first)
    return enumerate(names.in_words(functions), len(re.findall(r'^ \(import "\w+" "\w+" \(func ', first, re.M)))


def text_of(program, features):
    return subprocess.run(["wasm-dis", *features, program], check=True, capture_output=True, text=True).stdout


def with_short_names(first, later):
    """Returns both parts, with names of a letter or two for the second part's imports. Names that the bridge uses
    stay."""
    stack = re.search(r'\(export "(%[^"]*)" \(global \$__stack_pointer\)\)', first)[1]
    bridges = {"%table": "table", stack: "stack"}
    exported = re.findall(r'\(export "(%[^"]*)"', first)
    others = [name for name in exported if name not in bridges]
    short = bridges | {name: letters(number) for number, name in enumerate(others)}
    rename = lambda found: found[1] + short[found[2]] + '"'  # noqa: E731
    return (re.sub(r'(\(export ")(%[^"]*)"', rename, first), re.sub(r'(\(import "app" ")(%[^"]*)"', rename, later))


def letters(number):
    return (letters(number // len(DIGITS) - 1) if number >= len(DIGITS) else "") + DIGITS[number % len(DIGITS)]


if __name__ == "__main__":
    main(*sys.argv[1:])
