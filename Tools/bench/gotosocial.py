"""GoToSocial, measured as we are: another server of the Mastodon API in one process, with SQLite. Its streams are
WebSockets. `web` is beside the program, as in its archive. One without its own ffmpeg (`nowasmffmpeg`) wants `ffmpeg` and
`ffprobe` in the path."""
import base64
import contextlib
import http.cookiejar
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import urllib.parse
import urllib.request

import servers

PASSWORD = "Correct-horse-battery-1!"
MEMBERS = 9
"""The last one posts. More would change nothing: it has no bound of streams for a member."""
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"


class GoToSocial(servers.Server):
    def __init__(self, program, data):
        program, data = pathlib.Path(program).resolve(), pathlib.Path(data)
        port = free_port()
        self.options = [
            "--host", f"localhost:{port}", "--protocol", "http", "--bind-address", "127.0.0.1", "--port", str(port),
            "--db-type", "sqlite", "--db-address", str(data / "sqlite.db"), "--storage-local-base-path", str(data / "files"),
            "--web-template-base-dir", f"{program.parent}/web/template/", "--web-asset-base-dir", f"{program.parent}/web/assets/",
            "--letsencrypt-enabled=false", "--advanced-rate-limit-requests", "0", "--advanced-throttling-multiplier", "0",
            "--log-level", "warn"]
        self.program = str(program)
        super().__init__([self.program, "server", "start", *self.options], port, "/readyz")

    def get(self, path, **headers):
        """It refuses requests that don't say which program sends them."""
        return super().get(path, User_Agent="bench", **headers)

    def sign_in(self):
        """Adds the members, and returns a token of each."""
        names = [f"member{number}" for number in range(MEMBERS)]
        for name in names:
            command = [self.program, "admin", "account", "create", "--username", name, "--email", f"{name}@example.org",
                       "--password", PASSWORD, *self.options]
            subprocess.run(command, check=True, capture_output=True)
        return [self.token(name) for name in names]

    def token(self, name):
        """Signs in on the server's pages, as a member does, and allows a client."""
        base = f"http://localhost:{self.port}"
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

        def post(path, **form):
            return browser.open(base + path, urllib.parse.urlencode(form).encode())

        client = json.load(post("/api/v1/apps", client_name="Bench", redirect_uris=OUT_OF_BAND, scopes="read write"))
        given = {"client_id": client["client_id"], "redirect_uri": OUT_OF_BAND}
        query = urllib.parse.urlencode(given | {"response_type": "code", "scope": "read write"})
        browser.open(f"{base}/oauth/authorize?{query}")
        post("/auth/sign_in", username=f"{name}@example.org", password=PASSWORD)
        code = re.search(r"[?&]code=([^&]+)", post("/oauth/authorize").url)[1]
        token = post("/oauth/token", **given, client_secret=client["client_secret"], grant_type="authorization_code", code=code)
        return json.load(token)["access_token"]


def free_port():
    """Returns a port below those that clients get: who asks for seconds if a server listens may reach itself there."""
    for port in range(18_000, 19_000):
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port")


def started(program, data):
    """Returns a server with an empty community."""
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    return GoToSocial(program, data)


def handshake(token, stream):
    """Returns a request that opens a stream as a WebSocket (RFC 6455, 4.1)."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (f"GET /api/v1/streaming?stream={stream} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n").encode()
