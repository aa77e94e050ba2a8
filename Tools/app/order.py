"""Puts similar functions of a program next to each other. Brotli then finds repetitions nearby, which take fewer bits
to encode (docs/decisions/0004-size-of-the-app.md). The program's behaviour stays the same.

Functions are similar if they share runs of instructions. The next one is always the one that shares most with the
last few, relative to its length. The result is deterministic. The numbers below gave the smallest files of thirty
settings that were tried.
"""
import collections
import itertools
import re
import zlib

RUN = 4
"""The number of consecutive equal instructions in a run; the numbers of locals don't count."""
COMMON = 500
"""A run in this many functions or more is too common to count."""
LAST = 12
"""The number of preceding functions that the next one is compared with; the nearest count most."""
WEIGHTS = [27720 // distance for distance in range(1, LAST + 1)]
"""Of the preceding functions, nearest first: whole numbers, so that every sum is exact."""
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
    owners = {run: found for run, found in owners.items() if 1 < len(found) < COMMON}
    left = dict.fromkeys(range(len(every)))
    order, current = [], 0
    last = collections.deque(maxlen=LAST)
    while left:
        order.append(current)
        del left[current]
        last.appendleft(shared_runs(every[current], owners, left))
        score = collections.defaultdict(int)
        for weight, shared in zip(WEIGHTS, last):
            for index, count in shared.items():
                score[index] += weight * count
        found = [index for index in score if index in left]
        if found:
            current = max(found, key=lambda index: (score[index] / (len(every[index]) + PADDING), -index))
        else:
            current = next(iter(left), None)
    return order


def shared_runs(runs, owners, left):
    """Returns how many of the runs each function of `left` has too."""
    counts = collections.Counter(itertools.chain.from_iterable(owners[run] for run in runs if run in owners))
    return {index: count for index, count in counts.items() if index in left}
