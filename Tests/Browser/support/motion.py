"""Drags, and animations that wait for the test: on a busy machine they would end before the test looks at them."""
LOCK = 18
"""Px after which a drag has a direction: Chromium reports nothing of the first 15 px."""
SLOW = "main, .screen, .sheet > .frame { transition-duration: 60s !important }"
STYLE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(arguments[0]);
document.adoptedStyleSheets = [sheet];"""
CATCH = """
const ways = document.getAnimations().filter((way) => way.transitionProperty === "translate");
for (const way of ways) {
  way.pause();
  way.currentTime = 60_000 * arguments[0];
}
if (ways.length) document.adoptedStyleSheets = [];
return ways.length > 0;"""


def lay_style(moments, rule):
    """Adds a style rule for the test, which replaces the one before."""
    moments.browser.js(STYLE, rule)


def slow_down(moments):
    """Makes animations that start from now on take a minute."""
    lay_style(moments, SLOW)


def catch(moments, part):
    """Pauses the slowed-down animations at that part of their time; later ones have their usual speed."""
    moments.browser.until(CATCH, "it is on its way", part)


def drag(moments, start, *points):
    """Drags slowly, so that the position decides and not the speed."""
    with moments.browser.finger(*start) as finger:
        for x in points:
            finger.move(x, start[1])
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")
