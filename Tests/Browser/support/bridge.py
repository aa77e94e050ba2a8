"""The bridge alone, in a page whose app is a few lines of JavaScript (bridge.js beside this file): its reports and
its reactions to calls."""
import pathlib

from .gallery import style_sheet
from .origins import Answer, Origin

ROOT = pathlib.Path(__file__).resolve().parents[3]
PARTS = {"/bridge.js": "Web/bridge", "/later.js": "Web/bridge/later"}
APP = pathlib.Path(__file__).with_name("bridge.js").read_text()
PAGE = f"""<!doctype html><meta name=viewport content="width=device-width">
<title>Bridge</title><link rel=stylesheet href=/styles.css><script>{APP}</script><body><main id=app>
<section class="screen timeline" data-screen=1 tabindex=-1><div class=frame></div><div class=cells></div></section>
</main><script id=first type=application/json data-app=/app.wasm data-later=/later.wasm data-texts=/texts>{{}}</script><script type=module src=/bridge.js></script>"""


class BridgePage(Origin):
    def answer(self, request):
        if request.path in PARTS:
            script = "\n".join(path.read_text() for path in sorted((ROOT / PARTS[request.path]).glob("*.js")))
            return Answer(script.replace("__LATER__", "/later.js").replace("__STYLES__", "/styles.css"), type="text/javascript")
        if request.path == "/styles.css":
            return Answer(style_sheet(), type="text/css")
        if request.path == "/":
            return Answer(PAGE, type="text/html; charset=utf-8")
        return Answer(type="text/javascript")

    def open(self, browser):
        browser.open(self.url)
        return browser
