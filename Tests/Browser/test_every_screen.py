"""MOM_05, COM_08: every screen in every state, from the smallest phone to the desktop, with the usual text and the
largest, from left to right and from right to left."""
import pytest

from support import gallery

SIZES = [
    (320, 568, 0, "ltr"), (320, 568, gallery.LARGEST, "ltr"), (320, 568, gallery.LARGEST, "rtl"), (390, 844, 0, "rtl"),
    (390, 844, 8, "ltr"), (844, 390, 0, "ltr"), (844, 390, gallery.LARGEST, "rtl"), (1440, 900, 0, "ltr"),
]


@pytest.fixture(scope="module")
def screens(engine):
    engine.reset()
    screens = gallery.Gallery()
    screens.open(engine)
    yield screens
    engine.driver.get("about:blank")
    screens.stop()


@pytest.mark.parametrize("name", gallery.names())
def test_MOM_05_COM_08_nothing_is_clipped_overlaps_or_scrolls_sideways(engine, screens, name):
    assert screens.problems(engine, name, SIZES) == []
