"""The fonts of the browsers under test: only those of a few packages, and none of the machine's settings."""
import contextlib
import hashlib
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
RULES = pathlib.Path(__file__).with_name("fonts.conf")
PACKAGES = ("fonts-dejavu-core", "fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core")
"""The packages, which Tools/install-packages.sh installs."""


def environment():
    """Returns the environment of a browser that knows only these fonts."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
    return kept | {"FONTCONFIG_FILE": str(_configuration())}


def _configuration():
    """Returns the configuration of a folder with the rules and links to the packages' files, whose own folders hold
    other files too. The folder's name changes with its content."""
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
