"""COM_10: every screen in every state looks as it was recorded: boxes and colours of what shows on a phone, in the
light, in the dark, with the largest text, and in Arabic.

`snapshots/<state>.json` is recorded in Chromium, and a first recording fails. When a screen changes on purpose, delete
its file, run this twice, and read the difference before you commit it. WebKit lays letters out a little differently:
there the same elements have to be there, in the same colours and at about the same places across.
"""
import json
import pathlib

import pytest

from support import gallery, snapshots
from support.fixtures import screens

FOLDER = pathlib.Path(__file__).with_name("snapshots")
VARIANTS = {"light": {}, "largest": {"text": gallery.LARGEST}, "arabic": {"tongue": gallery.RIGHT_TO_LEFT, "direction": "rtl"}}


@pytest.mark.parametrize("name", gallery.names())
def test_COM_10_the_screen_looks_as_recorded(engine, screens, name):
    if screens.is_dark:
        now = {"dark": snapshots.colours(screens.measure(engine, name))}
    else:
        shown = {key: screens.measure(engine, name, **values) for key, values in VARIANTS.items()}
        now = {key: snapshots.lines(elements) for key, elements in shown.items()}
        now["colours"] = snapshots.colours(shown["light"])
    path = FOLDER / f"{name}.json"
    recorded = json.loads(path.read_text()) if path.exists() else {}
    if not now.keys() <= recorded.keys() and engine.name == "chromium":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(json.dumps(recorded | now, ensure_ascii=False, indent=1) + "\n")
        pytest.fail(f"{path.name} was recorded for the first time ({', '.join(now)}): look at it, then run again")
    compare = snapshots.differences if engine.name == "chromium" else snapshots.rough_differences
    found = [f"{key}: {line}" for key in now for line in compare(recorded.get(key, []), now[key])]
    assert not found, "\n".join([f"{name} differs from {path.name}:", *found])
