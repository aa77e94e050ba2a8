"""Puts similar functions of a program next to each other. Brotli then finds repetitions nearby, which take fewer bits
to encode (docs/decisions/0004-size-of-the-app.md). The program's behaviour stays the same.

Functions are similar if they share runs of instructions. The next one is always the one that shares most with the
last few, relative to its length. The result is deterministic. The numbers below gave the smallest files of thirty
settings that were tried.
"""
import collections
import re
import zlib

RUN = 4
"""The number of consecutive equal instructions in a run; the numbers of locals don't count."""
COMMON = 500
"""A run in this many functions or more is too common to count."""
LAST = 12
"""The number of preceding functions that the next one is compared with; the nearest count most."""
PADDING = 100
"""Instructions that are added to each function's length, so that short ones don't always come first."""


def ordered(text):
    """Reorders `text`, which is in wasm-dis's format."""
    before, functions, after = split(text)
    order = chain([runs(function) for function in functions])
    return "\n".join(before + [line for index in order for line in functions[index]] + after)


def split(text):
    """Returns the lines before the functions, those of each function, and those after; wasm-dis writes them in that
    order."""
    before, functions, after = [], [], []
    current = None
    for line in text.split("\n"):
        if current is not None:
            current.append(line)
            if line == " )":
                current = None
        elif line.startswith(" (func "):
            current = [line]
            functions.append(current)
        else:
            (after if functions else before).append(line)
    return before, functions, after


def runs(function):
    lines = [re.sub(r"\$\d+", "$", line.strip()) for line in function[1:]]
    return {zlib.crc32("\n".join(lines[at:at + RUN]).encode()) for at in range(max(1, len(lines) - RUN))}


def chain(every):
    owners = collections.defaultdict(list)
    for index, found in enumerate(every):
        for run in found:
            owners[run].append(index)
    left = dict.fromkeys(range(len(every)))
    order, current = [], 0
    while left:
        order.append(current)
        del left[current]
        shared = collections.Counter()
        for distance, earlier in enumerate(order[:-LAST - 1:-1], 1):
            for run in every[earlier]:
                if len(owners[run]) < COMMON:
                    for index in owners[run]:
                        if index in left:
                            shared[index] += 1 / distance
        if shared:
            current = max(shared, key=lambda index: (shared[index] / (len(every[index]) + PADDING), -index))
        else:
            current = next(iter(left), None)
    return order
