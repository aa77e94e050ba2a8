"""The fonts of the browsers under test: those of a few packages, whatever else the machine has, and none of its settings."""
import contextlib
import hashlib
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
RULES = pathlib.Path(__file__).with_name("fonts.conf")
PACKAGES = ("fonts-dejavu-core", "fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core")
"""Tools/install-packages.sh installs them."""


def environment():
    """The environment of a browser that knows these fonts alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
    return kept | {"FONTCONFIG_FILE": str(_configuration())}


def _configuration():
    """A folder with the rules and links to the packages' files, whose own folders hold other packages' files too.
    Its name changes with what is in it."""
    files, rules = _files(), RULES.read_text()
    name = hashlib.sha256("\n".join([str(ROOT), rules, *files]).encode()).hexdigest()[:16]
    folder = ROOT / ".build/fonts" / name
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = pathlib.Path(scratch, name)
            (made / "files").mkdir(parents=True)
            for file in files:
                (made / "files" / pathlib.Path(file).name).symlink_to(file)
            (made / "fonts.conf").write_text(rules.replace("FOLDER", str(folder)))
            with contextlib.suppress(OSError):  # Another process of the run was first.
                made.rename(folder)
    return folder / "fonts.conf"


def _files():
    listed = subprocess.run(["dpkg-query", "-L", *PACKAGES], check=True, capture_output=True, text=True).stdout
    return sorted(line for line in listed.splitlines() if line.endswith((".ttf", ".ttc", ".otf")))
