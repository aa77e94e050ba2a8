"""Reads and changes metadata with exiftool (exiftool.org), a second opinion on what a picture file contains."""
import pathlib
import subprocess
import tempfile


def changed(file, suffix, *options):
    """Returns the file with other metadata."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"file{suffix}"
        path.write_bytes(file)
        subprocess.run(["exiftool", "-q", "-overwrite_original", *options, path], check=True, capture_output=True)
        return path.read_bytes()


def metadata(file):
    """Returns the metadata in a file, keyed by group and name as in `GPS:GPSLatitude`, without exiftool's computed
    tags."""
    lines = subprocess.run(
        ["exiftool", "-a", "-u", "-U", "-G1", "-s", file], check=True, capture_output=True, text=True).stdout.splitlines()
    found = set()
    for line in lines:
        group, name = line[1:].split(":")[0].split("]")
        found.add(f"{group.strip()}:{name.strip()}")
    return {name for name in found if name.split(":")[0] not in ("System", "File", "ExifTool", "Composite")}
