#!/usr/bin/env python3
"""Collects the app's files for the server: names them by their content, and compresses them once.

build-assets.py --wasm APP.wasm --later LATER.wasm --web Web --demo Demo --out FOLDER

FOLDER/manifest.json lists the files for the server: {"version": "…", "files": [{"name", "url", "file", "type",
"immutable", "encodings": ["br", "gzip"]}]}
"""
import argparse
import gzip
import hashlib
import json
import pathlib
import re
import shutil
import subprocess

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
COMPRESSIBLE = {".css", ".js", ".svg", ".wasm", ".webmanifest"}


def with_scheme_switch(text):
    """Extends the dark mode's rules: they also apply to viewers who chose dark, and not to those who chose light."""
    def rules(body, root):
        found = re.findall(r"([^{}]+)({[^{}]*})", body)
        assert not any(re.search(r"^[^()]*,", selector.strip()) for selector, _ in found), "one selector a rule"
        return "".join(
            (f":root:where({root})" if selector == ":root" else f":where(:root{root}) {selector}") + declarations
            for selector, declarations in ((selector.strip(), declarations) for selector, declarations in found))

    def both(match):
        dark = rules(match[1], ":not([data-scheme=light])")
        return f"@media (prefers-color-scheme: dark) {{{dark}}}" + rules(match[1], "[data-scheme=dark]")

    return re.sub(r"@media \(prefers-color-scheme: dark\) {((?:[^{}]+{[^{}]*})+)\s*}", both, text)


def minified_css(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = with_scheme_switch(text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,>]) ?", r"\1", text).replace(";}", "}").strip()
    # Spaces in quotation marks are significant.
    text = re.sub(r'("[^"]*")|: ', lambda found: found[1] or ":", text)
    # A value that begins with a digit needs its quotation marks.
    text = re.sub(r'\[([\w-]+[~^*]?)="([a-zA-Z]\w*)"\]', r"[\1=\2]", text)
    return re.sub(r"(?<=[ :,(+*/-])0\.(?=\d)", ".", text)


def minified_js(text, form):
    """Minifies JavaScript. `form`: "esm" for a module, "iife" for a script, whose names then stay local."""
    command = ["esbuild", "--minify", "--charset=utf8", "--target=es2022", "--log-level=warning", f"--format={form}"]
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def joined(folder, pattern):
    """Joins the files of a folder into one text, ordered by name."""
    return "\n".join(path.read_text() for path in sorted(folder.glob(pattern)))


def content_hash(data):
    return hashlib.sha256(data).hexdigest()[:16]


class Folder:
    def __init__(self, path):
        self.path = path
        self.files = []
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)

    def add(self, name, data, url=None):
        suffix = pathlib.PurePath(name).suffix
        stem = pathlib.PurePath(name).stem
        immutable = url is None
        file = f"{stem}.{content_hash(data)}{suffix}" if immutable else name.replace("/", "-")
        encodings = []
        (self.path / file).write_bytes(data)
        if suffix in COMPRESSIBLE:
            (self.path / (file + ".gz")).write_bytes(gzip.compress(data, 9, mtime=0))
            subprocess.run(["brotli", "-q", "11", "-f", "-o", self.path / (file + ".br"), self.path / file], check=True)
            encodings = ["br", "gzip"]
        entry = {
            "name": name, "url": url or f"/assets/{file}", "file": file, "type": TYPES[suffix],
            "immutable": immutable, "encodings": encodings,
        }
        self.files.append(entry)
        return entry["url"]


def routes():
    """Returns the addresses of the app's screens as regular expressions of JavaScript, from the table in
    Route.swift."""
    table = pathlib.Path(__file__).parent.parent / "Sources" / "WebApp" / "Navigation" / "Route.swift"
    patterns = re.findall(r'^    case \.\w+: "(/[^"]*)"$', table.read_text(), re.M)
    if not patterns:
        raise SystemExit(f"{table} holds no table of routes")
    return "[" + ", ".join("/^" + p.replace("/", "\\/").replace("{}", "[^/]+") + "$/" for p in patterns) + "]"


def main():
    parser = argparse.ArgumentParser()
    for option in ("wasm", "later", "web", "demo", "out"):
        parser.add_argument("--" + option, type=pathlib.Path, required=True)
    options = parser.parse_args()
    web = options.web
    folder = Folder(options.out)

    drawing = folder.add("drawing.js", minified_js((web / "drawing.js").read_text(), "esm").encode())
    pictures = joined(web / "bridge" / "later", "*.js").replace("__DRAWING__", drawing)
    later_bridge = folder.add("bridge-later.js", minified_js(pictures, "esm").encode())
    folders = {"app.css": ["."], "later.css": ["later"], "pages.css": [".", "pages"]}
    styles = {
        name: "\n".join(joined(web / "styles" / part, "*.css") for part in parts) for name, parts in folders.items()}
    names = re.findall(r"@keyframes ([\w-]+)", joined(web / "styles", "**/*.css"))
    assert len(names) == len(set(names)), "the later of two @keyframes of one name takes the place of the earlier one"
    _, later, _ = [folder.add(name, minified_css(text).encode()) for name, text in styles.items()]
    bridge = joined(web / "bridge", "*.js").replace("__LATER__", later_bridge).replace("__STYLES__", later)
    shell = [
        drawing,
        later,
        folder.add("app.wasm", options.wasm.read_bytes()),
        folder.add("later.wasm", options.later.read_bytes()),
        folder.add("bridge.js", minified_js(bridge, "esm").encode()),
        later_bridge,
    ]
    for icon in sorted((web / "icons").iterdir()):
        folder.add("icons/" + icon.name, icon.read_bytes(), url="/icons/" + icon.name)
    favicon = (web / "icons" / "favicon-32.png").read_bytes()
    folder.add("favicon.png", favicon, url="/favicon.ico")
    folder.add("manifest.webmanifest", (web / "manifest.webmanifest").read_bytes(), url="/manifest.webmanifest")

    worker = (web / "sw.js").read_text()
    everything = worker + "".join(content_hash((folder.path / entry["file"]).read_bytes()) for entry in folder.files)
    version = content_hash(everything.encode())
    shell += ["/manifest.webmanifest", "/icons/icon.svg", "/icons/icon-192.png"]
    worker = worker.replace("__VERSION__", version).replace("__FILES__", json.dumps(shell)).replace("__ROUTES__", routes())
    folder.add("sw.js", minified_js(worker, "iife").encode(), url="/sw.js")

    shutil.copytree(options.demo, folder.path / "demo")
    (folder.path / "manifest.json").write_text(json.dumps({"version": version, "files": folder.files}, indent=1))
    for entry in folder.files:
        if entry["name"] in ("app.css", "later.css", "app.wasm", "later.wasm", "bridge.js", "bridge-later.js", "sw.js"):
            size = (folder.path / entry["file"]).stat().st_size
            brotli = (folder.path / (entry["file"] + ".br")).stat().st_size
            print(f"  {entry['name']:15} {size:8,} bytes, {brotli:7,} with brotli")


main()
