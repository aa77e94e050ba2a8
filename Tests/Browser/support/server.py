"""The program under test."""
import os
import pathlib
import signal
import subprocess
import time
import urllib.request

from .ports import fresh_port

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("SWIFTLET", str(ROOT / ".build/debug/swiftlet"))
ASSETS = os.environ.get("SWIFTLET_ASSETS")


def assets_folder():
    return pathlib.Path(ASSETS) if ASSETS else pathlib.Path(PROGRAM).parent / "swiftlet-assets"


class Swiftlet:
    """`swiftlet serve` on a free port.

    `options`: further options of the command line. `prefix`: a command prefix, such as a tracer. `database`: the URL
    of a PostgreSQL database instead of SQLite in the folder. `privacy`: who may read a new community; `None` for the
    default, which a server behind a prefix has as well.
    """

    def __init__(self, data, demo=False, assets=ASSETS, options=(), prefix=(), log=None, database=None, privacy="open"):
        self.data = pathlib.Path(data)
        is_new = not (self.data.exists() and any(self.data.iterdir()))
        self.database = database
        self.environment = {**os.environ, **({"SWIFTLET_DATABASE": database} if database else {})}
        self.port = fresh_port()
        self.log = log or pathlib.Path(data).with_suffix(f".{self.port}.log")
        command = [*prefix, PROGRAM, "serve", "--data", str(data), "--host", "127.0.0.1", "--port", str(self.port)]
        command += options
        command += ["--demo"] if demo else []
        command += ["--assets", str(assets)] if assets else []
        self.process = subprocess.Popen(
            command, stdout=self.log.open("w"), stderr=subprocess.STDOUT, env=self.environment)
        self._wait_until_it_answers()
        if demo:
            self.wait_until_filled()
        elif is_new and privacy and not prefix:
            self.run("settings", "privacy", privacy)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def _wait_until_it_answers(self, seconds=120):
        for _ in range(seconds * 20):
            if self.process.poll() is not None:
                raise RuntimeError(f"swiftlet ended with {self.process.returncode}:\n{self.log.read_text()}")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise RuntimeError("swiftlet does not answer")

    def wait_until_filled(self, seconds=300):
        """Waits for the demo community, which is made while the server responds."""
        for _ in range(seconds * 20):
            text = self.log.read_text()
            if "Demo: sign in as" in text or "so the demo community was not added" in text:
                return
            if self.process.poll() is not None or "The demo community was not added" in text:
                break
            time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"there is no demo community:\n{text}")

    def add_member(self, username, password):
        self.run("user", "add", username, standard_input=password + "\n")

    def run(self, *arguments, standard_input=""):
        """Runs another command of the program on the same data, and waits until the server serves the change, which
        it does after 100 ms at most; raises if it fails."""
        command = [PROGRAM, *arguments, "--data", str(self.data)]
        output = subprocess.run(
            command, check=True, capture_output=True, text=True, input=standard_input, env=self.environment).stdout
        time.sleep(0.1)
        return output

    def kill(self):
        """Kills the process without cleanup. The operating system still writes the data that it was given."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def import_moments(source, username, data):
    """Runs `swiftlet import moments`; raises if it fails."""
    command = [PROGRAM, "import", "moments", str(source), "--username", username, "--new", "--data", str(data)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    open_to_strangers = [PROGRAM, "settings", "privacy", "open", "--data", str(data)]
    subprocess.run(open_to_strangers, check=True, capture_output=True, text=True)


def served(site, path="/", **headers):
    """Returns the response to a plain request, and its text."""
    request = urllib.request.Request(site.url + path, headers=headers)
    with urllib.request.urlopen(request) as answer:
        return answer, answer.read().decode()
