"""Motion that waits for the test: on a busy machine it would be over before the test comes to it."""
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
    """A rule of the test's own, in the place of the one before."""
    moments.browser.js(STYLE, rule)


def slow_down(moments):
    """What sets out from now on takes a minute."""
    lay_style(moments, SLOW)


def catch(moments, part):
    """Stops what is on its way since it was slowed down, at that part of its time; what follows is as fast as ever."""
    moments.browser.until(CATCH, "it is on its way", part)
