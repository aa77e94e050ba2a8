"""Lines with the boxes and colours of elements, and the differences between two lists of them.

A line: `x y width height name | colour of the text on colour of the background`, in CSS px.
"""
import difflib

TOLERANCE = 2
ROUGH = 12
SURELY_SEEN = 400
"""CSS px from the top."""


def lines(elements):
    return [" ".join(f"{number:4}" for number in element["box"]) + f" {element['name']}" for element in elements]


def colours(elements):
    """Returns lines without boxes, because the boxes are the same as in light mode."""
    return [f"{element['name']} | {ink(element['colours'])}" for element in elements if any(element["colours"])]


def ink(colours):
    text, ground, opacity = colours
    parts = [text, f"on {ground}" if ground else "", f"at {opacity}" if opacity else ""]
    return " ".join(part for part in parts if part)


def differences(recorded, now, tolerance=TOLERANCE):
    """Returns the differing lines: recorded (-) and current (+). Boxes may deviate by the tolerance."""
    names, new_names = ([name for _, name in map(split, lines)] for lines in (recorded, now))
    if names == new_names:
        pairs = [(old, new) for old, new in zip(recorded, now) if not is_near(split(old)[0], split(new)[0], tolerance)]
        return [line for old, new in pairs for line in ("- " + old, "+ " + new)]
    return [line for line in difflib.ndiff(recorded, now) if line[0] in "-+"]


def rough_differences(recorded, now):
    """Returns the differences for another engine, whose letters differ slightly in width, so that lines break
    elsewhere. Elements near the top must exist in both, blocks must begin at the same x, and common elements must
    have the same colours."""
    def places(lines):
        return {name: box for box, name in reversed([split(line) for line in lines]) if box}
    def inks(lines):
        return dict(line.rsplit(" | ", 1) for line in lines if not split(line)[0])
    found = []
    for one, other, sign in ((places(recorded), places(now), "-"), (places(now), places(recorded), "+")):
        found += [f"{sign} {box} {name}" for name, box in one.items() if name not in other and box[1] + box[3] < SURELY_SEEN]
        found += [f"{sign} {box} {name}" for name, box in one.items() if is_block(name) and name in other and abs(box[0] - other[name][0]) > ROUGH]
    old, new = inks(recorded), inks(now)
    return found + [f"{name}: {old[name]}, now {new[name]}" for name in old.keys() & new.keys() if old[name] != new[name]]


def is_block(name):
    """Returns whether the element's x is independent of the letters' width."""
    return name.split(".")[0].split(" ")[0] in ("article", "div", "h1", "header", "img", "input", "nav", "section", "textarea")


def split(line):
    """Returns the box, empty if the line has none, and the rest."""
    parts = line.split(maxsplit=4)
    if len(parts) == 5 and all(part.lstrip("-").isdigit() for part in parts[:4]):
        return [int(part) for part in parts[:4]], parts[4]
    return [], line


def is_near(old, new, tolerance):
    return len(old) == len(new) and all(abs(a - b) <= tolerance for a, b in zip(old, new))
