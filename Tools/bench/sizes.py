"""How large the app is, as the server sends it."""
import json

from places import ASSETS
from report import Row, Section, bytes_text

AIM = 90 * 1024
FILES = ["app.wasm", "bridge.js", "sw.js", "app.css"]


def measure():
    files = {entry["name"]: entry["file"] for entry in json.loads((ASSETS / "manifest.json").read_text())["files"]}
    sizes = {name: [size(files[name], ending) for ending in ("", ".gz", ".br")] for name in FILES}
    total = [sum(column) for column in zip(*sizes.values())]
    rows = [Row(name, words(size)) for name, size in sizes.items()]
    rows.append(Row("**all four**", words(total), aim="< 90 KB with brotli", is_met=total[2] < AIM))
    return Section("Size of the app", "Plain, with gzip -9, and with brotli -q 11. 1 KB is 1024 bytes.", rows)


def size(file, ending):
    return (ASSETS / (file + ending)).stat().st_size


def words(sizes):
    plain, gzip, brotli = map(bytes_text, sizes)
    return f"{plain}, gzip {gzip}, **brotli {brotli}**"
