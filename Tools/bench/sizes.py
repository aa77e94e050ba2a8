"""The size of the app, as the server sends it."""
import gzip
import json
import re

import servers
from places import ASSETS, PROGRAM
from report import Row, Section, bytes_text, megabytes

AIM = 225 * 1024
PROGRAM_AIM = 60 * 1024 * 1024
FILES = ["app.wasm", "bridge.js", "sw.js", "app.css"]


def measure(data):
    files = {entry["name"]: entry["file"] for entry in json.loads((ASSETS / "manifest.json").read_text())["files"]}
    sizes = {name: [size(files[name], ending) for ending in ("", ".gz", ".br")] for name in FILES}
    sizes["texts (English)"] = texts(data)
    total = [sum(column) for column in zip(*sizes.values())]
    rows = [Row(name, words(size)) for name, size in sizes.items()]
    drawing = [size(files["drawing.js"], ending) for ending in ("", ".gz", ".br")]
    rows.append(Row("**what comes before the app runs**", words(total), aim="≤ 225 KB with brotli", is_met=total[2] <= AIM))
    for name in ("later.wasm", "bridge-later.js", "later.css"):
        rows.append(Row(f"{name}, which comes when it runs", words([size(files[name], ending) for ending in ("", ".gz", ".br")])))
    rows.append(Row("drawing.js, which comes with the first picture", words(drawing)))
    program = PROGRAM.stat().st_size
    rows.append(Row("The server's program", f"**{megabytes(program)}**", "≤ 60 MB", program <= PROGRAM_AIM))
    return Section("Size of the app and of the program", "The app: plain, with gzip -9, and with brotli -q 11 (the texts come with gzip). 1 KB is 1024 bytes.", rows)


def texts(data):
    """Returns the sizes of the texts, plain and packed. The server packs them at its start with gzip, which it also
    sends to a browser that accepts brotli."""
    server = servers.swiftlet(data)
    try:
        page = server.get("/", Accept_Language="en")[2].decode()
        address = re.search('data-texts="([^" ]+)', page)[1]
        packed = server.get(address, Accept_Encoding="gzip")[2]
    finally:
        server.stop()
    return [len(gzip.decompress(packed)), len(packed), len(packed)]


def size(file, ending):
    return (ASSETS / (file + ending)).stat().st_size


def words(sizes):
    plain, gzip, brotli = map(bytes_text, sizes)
    return f"{plain}, gzip {gzip}, **brotli {brotli}**"
