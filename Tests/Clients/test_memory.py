"""The server's use of memory."""
import pathlib
import re

from support.origins import until
from support.server import Swiftlet


def test_NEW_16_what_only_starting_needed_is_given_back(tmp_path):
    server = Swiftlet(tmp_path / "data")

    def memory(name):
        """Returns a value of the process's status in KB (man 5 proc)."""
        return int(re.search(rf"^{name}:\s+(\d+) kB", pathlib.Path(f"/proc/{server.process.pid}/status").read_text(), re.M)[1])

    try:
        until(lambda: memory("VmRSS") < 0.7 * memory("VmHWM"), "two seconds after the start the memory is given back")
    finally:
        server.stop()
