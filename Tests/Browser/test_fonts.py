"""COM_10: recorded snapshots are the same on every machine."""
import subprocess

import pytest

from support import fonts

SAMPLES = {
    "sans-serif": ("Post", "en", "Noto Sans"), "system-ui": ("Post", "en", "Noto Sans"),
    "monospace": ("Post", "en", "DejaVu Sans Mono"), "serif": ("Post", "en", "Noto Serif"),
    "sans-serif, Chinese": ("你好", "zh-CN", "Noto Sans CJK SC"), "sans-serif, Arabic": ("مرحبا", "ar", "DejaVu Sans"),
    "emoji": ("😀", "en", "Noto Color Emoji")}
"""Letters, their language, and their expected font, by family."""
ODD = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match><edit name="family" mode="prepend_first" binding="strong"><string>DejaVu Serif</string></edit></match>
</fontconfig>"""
"""The settings of a user who wants one font for everything."""
MEASURED = """
return arguments[0].map(([family, text, lang]) => {
  const line = document.body.appendChild(Object.assign(document.createElement("span"), { textContent: text.repeat(9), lang }));
  line.style.fontFamily = family;
  return line.getBoundingClientRect().width;
});"""


@pytest.fixture
def make_machine_odd(monkeypatch, tmp_path):
    (tmp_path / "odd.conf").write_text(ODD)
    return lambda: monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "odd.conf"))


def widths(browser):
    browser.driver.get("about:blank")
    return browser.js(MEASURED, [[family.partition(",")[0], *sample[:2]] for family, sample in SAMPLES.items()])


def test_COM_10_no_font_or_setting_of_the_machine_reaches_the_browsers(engine, make_machine_odd, tmp_path):
    engine.reset()
    usual = widths(engine)
    make_machine_odd()
    other = type(engine)(tmp_path)
    other.use()
    try:
        assert widths(other) == usual
    finally:
        other.quit()


def test_COM_10_each_kind_of_letters_has_the_font_that_the_looks_were_recorded_with(make_machine_odd):
    make_machine_odd()

    def told(program, *options):
        return subprocess.run([program, *options], check=True, capture_output=True, text=True, env=fonts.environment()).stdout
    for family, (_, language, font) in SAMPLES.items():
        found = told("fc-match", "-f", "%{family[0]}", f"{family.partition(',')[0]}:lang={language}")
        assert found == font, family
    folder = fonts.environment()["FONTCONFIG_FILE"].removesuffix("fonts.conf")
    assert {file.startswith(folder) for file in told("fc-list", ":", "file").splitlines()} == {True}
