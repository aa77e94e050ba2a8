"""Puts functions of a program that are alike behind each other. Brotli then finds what repeats nearer by, which takes fewer
bits to say (docs/decisions/0004-size-of-the-app.md). The program does the same.

Alike are functions that share runs of instructions. The next one is always the one that shares most, for its length, with
the last few. The same text comes out of the same text, always.
"""
import collections
import re
import zlib

RUN = 6
"""Instructions that have to be the same, one after the other; which local they use does not count."""
COMMON = 60
"""A run that this many functions have says nothing."""
LAST = 3
"""How many functions before it the next one is compared with; the nearest count most."""


def ordered(text):
    """`text`: as wasm-dis writes it."""
    before, functions, after = split(text)
    order = chain([runs(function) for function in functions])
    return "\n".join(before + [line for index in order for line in functions[index]] + after)


def split(text):
    """The lines before the functions, those of each, and those after: wasm-dis writes them in that order."""
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
            current = max(shared, key=lambda index: (shared[index] / (len(every[index]) + 50), -index))
        else:
            current = next(iter(left), None)
    return order
