"""The measured servers, each a process on a free port of 127.0.0.1."""
import contextlib
import http.client
import pathlib
import re
import signal
import socket
import subprocess
import time

from places import BARE_SERVER, PROGRAM, SCRATCH


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A program that serves `path` when it is ready."""

    def __init__(self, command, port, path):
        self.port = port
        self.log = SCRATCH / f"{pathlib.Path(command[0]).name}-{port}.log"
        began = time.perf_counter()
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        self._wait_for(path)
        self.start_seconds = time.perf_counter() - began
        """Seconds from starting the process to its first 200."""
        self.start_work = self.work()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def _wait_for(self, path, seconds=180):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.process.args} ended:\n{self.log.read_text()}")
            with contextlib.suppress(OSError):
                if self.get(path)[0] == 200:
                    return
            time.sleep(0.001)
        raise RuntimeError(f"{self.process.args} does not answer:\n{self.log.read_text()}")

    def wait_for_line(self, text, seconds=180):
        """Waits for a log line about a task that runs while the server responds."""
        deadline = time.monotonic() + seconds
        while text not in self.log.read_text():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise RuntimeError(f"{self.process.args} does not say “{text}”:\n{self.log.read_text()}")
            time.sleep(0.05)

    def get(self, path, **headers):
        """Returns status, headers and body unchanged."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with contextlib.closing(connection):
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()

    def work(self):
        return work(self.process.pid)

    def memory(self):
        """Returns the current RSS and PSS, and the highest RSS so far, in bytes."""
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        rollup, status = (folder / "smaps_rollup").read_text(), (folder / "status").read_text()
        names = (("Rss", rollup), ("Pss", rollup), ("VmHWM", status))
        return [int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M)[1]) * 1024 for name, text in names]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def work(pid):
    """Returns the seconds of processor time of a process: its cost, however busy the machine is."""
    threads = pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in threads) / 1e9


def swiftlet(data, *options):
    data, port = pathlib.Path(data), free_port()
    is_new = not (data.exists() and any(data.iterdir()))
    command = [PROGRAM, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(data), *options]
    server = Server(command, port, "/health")
    if "--demo" in options:
        server.wait_for_line("Demo: sign in as")
    elif is_new:
        open_to_strangers(data)
    return server


def open_to_strangers(data):
    """Opens a new community, because most measured requests are those of strangers."""
    subprocess.run([PROGRAM, "settings", "privacy", "open", "--data", str(data)], check=True, capture_output=True)


def bare_server(answers):
    """Starts Hummingbird alone, with those files as `/0`, `/1` …"""
    port = free_port()
    return Server([BARE_SERVER, str(port), *map(str, answers)], port, "/0")


def import_moments(source, username, data):
    """Imports a page and returns the seconds that it took."""
    began = time.perf_counter()
    command = [PROGRAM, "import", "moments", str(source), "--username", username, "--new", "--data", str(data)]
    subprocess.run(command, check=True, capture_output=True)
    seconds = time.perf_counter() - began
    open_to_strangers(data)
    return seconds
