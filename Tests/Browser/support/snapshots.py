"""Lines that say where something is and in which colours, and how two lists of them differ.

A line: `x y width height name | colour of the text on colour of the ground`, in CSS px.
"""
import difflib

TOLERANCE = 2
ROUGH = 12
SURELY_SEEN = 400
"""In CSS px from the top."""


def lines(elements):
    return [" ".join(f"{number:4}" for number in element["box"]) + f" {element['name']}" for element in elements]


def colours(elements):
    """Without the boxes: those are as in the light."""
    return [f"{element['name']} | {ink(element['colours'])}" for element in elements if any(element["colours"])]


def ink(colours):
    text, ground, opacity = colours
    parts = [text, f"on {ground}" if ground else "", f"at {opacity}" if opacity else ""]
    return " ".join(part for part in parts if part)


def differences(recorded, now, tolerance=TOLERANCE):
    """What has to be read: lines of what was recorded (-) and of what is now (+). Boxes may be a little off."""
    names, new_names = ([name for _, name in map(split, lines)] for lines in (recorded, now))
    if names == new_names:
        pairs = [(old, new) for old, new in zip(recorded, now) if not is_near(split(old)[0], split(new)[0], tolerance)]
        return [line for old, new in pairs for line in ("- " + old, "+ " + new)]
    return [line for line in difflib.ndiff(recorded, now) if line[0] in "-+"]


def rough_differences(recorded, now):
    """For another engine, whose letters are a little wider or narrower, so that lines break elsewhere: what shows at the
    top shows as well; blocks begin at the same place across; and what shows in both has the same colours."""
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
    """Its place does not depend on how wide letters are."""
    return name.split(".")[0].split(" ")[0] in ("article", "div", "h1", "header", "img", "input", "nav", "section", "textarea")


def split(line):
    """The box, empty if there is none, and the rest."""
    parts = line.split(maxsplit=4)
    if len(parts) == 5 and all(part.lstrip("-").isdigit() for part in parts[:4]):
        return [int(part) for part in parts[:4]], parts[4]
    return [], line


def is_near(old, new, tolerance):
    return len(old) == len(new) and all(abs(a - b) <= tolerance for a, b in zip(old, new))
