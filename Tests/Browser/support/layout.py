"""Looks for what is clipped, overlapping, stretched or outside of the window."""
import pathlib

SCRIPT = pathlib.Path(__file__).with_name("layout.js").read_text()

LAY_OUT_EVERYTHING = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("* { content-visibility: visible !important }");
document.adoptedStyleSheets = [sheet];
"""


def lay_out_everything(browser):
    """Cells outside of the window have their own boxes too, instead of estimated ones."""
    browser.js(LAY_OUT_EVERYTHING)


def problems(browser):
    """Sentences, once the layout has settled: what watches sizes reacts a frame later."""
    lay_out_everything(browser)
    browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    return browser.js(SCRIPT)
