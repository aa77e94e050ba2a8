"""COM_08: in every state of every screen all that can be touched is 44 px wide and high, and all that is read has the
contrast that WCAG asks for (1.4.3, 1.4.11)."""
import pytest

from support import gallery
from support.fixtures import screens

SIZES = [(320, 568, 0, "ltr"), (390, 844, 0, "rtl"), (844, 390, 0, "ltr"), (1440, 900, 0, "ltr")]


@pytest.mark.parametrize("name", gallery.names())
def test_COM_08_all_is_large_enough_to_touch_and_dark_enough_to_read(engine, screens, name):
    if not screens.is_dark:
        assert screens.problems(engine, name, SIZES, gallery.REACH, "smallTargets") == []
    assert screens.problems(engine, name, SIZES[:1], gallery.REACH, "faint") == []
