"""Finds clipped, overlapping, stretched and misplaced elements."""
import pathlib

SCRIPT = pathlib.Path(__file__).with_name("layout.js").read_text()

LAY_OUT_EVERYTHING = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("* { content-visibility: visible !important }");
document.adoptedStyleSheets = [sheet];
"""


def lay_out_everything(browser):
    """Gives cells outside of the window their real boxes instead of estimated ones."""
    browser.js(LAY_OUT_EVERYTHING)


def problems(browser):
    """Returns sentences about faults, once the layout has settled: size observers react a frame later."""
    lay_out_everything(browser)
    browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    return browser.js(SCRIPT)
