"""A disk that can be filled: a file system in memory that only the programs run in it see."""
import pathlib
import subprocess


class SmallDisk:
    """`prefix`: the command prefix under which a program sees the disk at `place`. `inside`: the same folder, seen by
    the test."""

    def __init__(self, place, megabytes):
        place.mkdir()
        script = f"mount -t tmpfs -o size={megabytes}m small {place} && echo ready && exec sleep 3600"
        self.keeper = subprocess.Popen(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
                                       stdout=subprocess.PIPE, text=True)
        assert self.keeper.stdout.readline() == "ready\n", "no user namespaces here"
        self.inside = pathlib.Path(f"/proc/{self.keeper.pid}/root{place}")
        self.prefix = [
            "nsenter", "--user", "--mount", "--preserve-credentials", f"--target={self.keeper.pid}", "--"]

    def fill(self):
        """Fills the disk to the last byte."""
        with (self.inside / "filler").open("ab", buffering=0) as file:
            for size in (1 << 16, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    continue

    def make_room(self):
        (self.inside / "filler").unlink()

    def remove(self):
        self.keeper.kill()
        self.keeper.wait()
