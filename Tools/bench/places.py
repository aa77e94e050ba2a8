"""Folders of the benchmark."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = ROOT / ".build/release"
PROGRAM = pathlib.Path(os.environ.get("SWIFTLET", RELEASE / "swiftlet"))
ASSETS = PROGRAM.parent / "swiftlet-assets"
BARE_SERVER = pathlib.Path(os.environ.get("BARE_SERVER", RELEASE / "BareServer"))
SCRATCH = ROOT / ".build/bench"
"""Data folders and logs; every run makes them anew."""

REPORT = ROOT / "docs/benchmarks.md"
TEMPLATE = ROOT / "Tools/bench/benchmarks.template.md"
