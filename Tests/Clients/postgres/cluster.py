"""PostgreSQL in its own folder, on a socket in it: without a port, without a service, apart from other databases."""
import contextlib
import itertools
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse

from support.origins import until

ROOT = pathlib.Path("/usr/lib/postgresql")


def programs():
    """Returns the folder in which Debian puts the newest version's programs."""
    return max(ROOT.iterdir(), key=lambda folder: int(folder.name)) / "bin"


def as_nobody_special(command):
    """Returns a prefix that runs a command as Debian's `postgres` user, because PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


def runs(process):
    """Returns whether the process runs. A zombie, whose exit status was not collected yet, doesn't."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def carry_out(url, statements):
    """Runs statements in one transaction, with `?` for their values."""
    literal = lambda value: str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"
    text = "".join(
        "".join(part for pair in itertools.zip_longest(sql.split("?"), map(literal, values), fillvalue="") for part in pair)
        + ";" for sql, values in statements)
    command = [str(programs() / "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-1", "-c", text, url]
    subprocess.run(command, check=True, capture_output=True)


def small_disk(place, megabytes):
    """Returns a command prefix that mounts a disk of that size at `place`. A user other than root becomes root of a
    user namespace to mount it (`man 7 user_namespaces`). A second namespace makes them themselves again, because
    PostgreSQL refuses to run as root."""
    mount = f"mount -t tmpfs -o size={megabytes}m,mode=700"
    if os.getuid() == 0:
        mount += f",uid={pwd.getpwnam('postgres').pw_uid} small {place} && exec \"$@\""
        return ["unshare", "--mount", "sh", "-c", mount, "sh"]
    mount += f" small {place} && exec unshare --user --map-user={os.getuid()} --map-group={os.getgid()} \"$@\""
    return ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, "sh"]


class Postgres:
    """A server that can be stopped, killed and started again.

    - `options`: configuration as `name=value`.
    - `small`: the size in MB of a disk that only this server sees; the tablespace of that name is on it.
    - `port`: a TCP port, TLS only, as `localhost`. The server's self-signed certificate is `certificate`."""

    def __init__(self, *options, small=None, port=None):
        # Paths of sockets have to be short.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.options = [f"listen_addresses=", "shared_buffers=32MB", "autovacuum=off", *options]
        self._run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.count = 0
        self.port = port
        if port:
            self._prepare_tls()
        self.prefix = []
        if small:
            place = self.folder / "small"
            place.mkdir()
            self.prefix = small_disk(place, small)
        self.start()
        if small:
            self.sql(f"CREATE TABLESPACE small LOCATION '{place}'")
            self.small = pathlib.Path(f"/proc/{self.main}/root{place}")

    def _run(self, program, *arguments):
        command = as_nobody_special([str(programs() / program), *arguments])
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)

    def _prepare_tls(self):
        self.certificate, key = self.folder / "certificate.pem", self.folder / "key.pem"
        request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                   "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(self.certificate)]
        subprocess.run(as_nobody_special(request), check=True, capture_output=True, cwd=self.folder)
        (self.folder / "data/pg_hba.conf").write_text("local all all trust\nhostssl all all 127.0.0.1/32 trust\n")
        self.options += [f"port={self.port}", "listen_addresses=127.0.0.1", "ssl=on", f"ssl_cert_file={self.certificate}",
                         f"ssl_key_file={key}"]

    def start(self):
        settings = [part for option in self.options for part in ("-c", option)]
        command = [str(programs() / "postgres"), "-D", "data", "-k", str(self.folder), *settings]
        log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(
            [*self.prefix, *as_nobody_special(command)], cwd=self.folder, stdout=log, stderr=log)
        for _ in range(2400):
            if subprocess.run([*self._psql("postgres"), "-c", "SELECT 1"], capture_output=True).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError((self.folder / "log").read_text())

    @property
    def main(self):
        """Returns the id of the process that starts all others of the server."""
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    def stop(self):
        """Stops at once and cuts all connections."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def kill(self):
        """Kills the server as the system does when memory is short: the main process and its children. The main
        process is stopped first, so that it starts no more children; no new server can start while one of them runs.
        """
        os.kill(self.process.pid, signal.SIGSTOP)
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        children = [int(process) for process in found]
        for process in [self.process.pid, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait(60)
        until(lambda: not any(map(runs, children)), "all of its processes have ended")

    def remove(self):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _psql(self, database):
        return [str(programs() / "psql"), "-X", "-q", "-A", "-t", "-h", str(self.folder), "-p",
                str(self.port or 5432), "-U", "postgres", "-d", database]

    def sql(self, statement, database="postgres"):
        """Returns the result's rows, with `|` between the columns."""
        done = subprocess.run([*self._psql(database), "-v", "ON_ERROR_STOP=1", "-c", statement], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def hold(self, statement, database):
        """Runs a statement in a transaction that stays open. `kill()` the returned process to end it."""
        session = subprocess.Popen(self._psql(database), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        session.stdin.write(f"BEGIN; {statement}; SELECT 'held';\n")
        session.stdin.flush()
        while session.stdout.readline().strip() != "held":
            assert session.poll() is None
        return session

    def database(self, tablespace="pg_default"):
        """Returns the URL of a new, empty database and its name."""
        self.count += 1
        name = f"town{self.count}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE template0 TABLESPACE {tablespace}")
        return f"postgres://postgres:hush@{urllib.parse.quote(str(self.folder), safe='')}/{name}", name
