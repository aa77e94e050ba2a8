"""Another program's word on what stands in a file beside the picture (exiftool.org)."""
import pathlib
import subprocess
import tempfile


def changed(file, suffix, *options):
    """The file with other metadata."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"file{suffix}"
        path.write_bytes(file)
        subprocess.run(["exiftool", "-q", "-overwrite_original", *options, path], check=True, capture_output=True)
        return path.read_bytes()


def metadata(file):
    """What it finds in a file: group and name, as `GPS:GPSLatitude`; nothing of what it works out itself."""
    lines = subprocess.run(
        ["exiftool", "-a", "-u", "-U", "-G1", "-s", file], check=True, capture_output=True, text=True).stdout.splitlines()
    found = set()
    for line in lines:
        group, name = line[1:].split(":")[0].split("]")
        found.add(f"{group.strip()}:{name.strip()}")
    return {name for name in found if name.split(":")[0] not in ("System", "File", "ExifTool", "Composite")}
