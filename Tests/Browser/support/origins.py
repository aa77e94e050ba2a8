"""HTTP servers for the browser under test: they record, delay, cut connections, and can be switched off."""
import dataclasses
import http.client
import json
import re
import select
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .ports import fresh_port

RECORDER = """\
(() => {
  const note = (text) => sessionStorage.setItem("errors", (sessionStorage.getItem("errors") ?? "") + text + "\\n");
  const error = console.error;
  console.error = (...values) => { note(values.join(" ")); error.apply(console, values); };
  addEventListener("error", (event) => { if (event.message) note(event.message); });
  addEventListener("unhandledrejection", (event) => note(`Unhandled: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) => note(`Policy: ${event.violatedDirective} ${event.blockedURI}`));
})();
"""


@dataclasses.dataclass
class Answer:
    body: bytes | str | dict | list = b""
    status: int = 200
    type: str | None = "application/json"
    """The content type; `None` if the response has none."""
    headers: dict = dataclasses.field(default_factory=dict)
    cut: bool = False
    """True to close the connection in the middle of the response."""
    stream: "Stream | None" = None
    """The body, if it comes in pieces for as long as both sides want."""

    @property
    def bytes(self):
        if isinstance(self.body, (dict, list)):
            return json.dumps(self.body).encode()
        return self.body.encode() if isinstance(self.body, str) else self.body


class Stream:
    """The body of a response of another server, in pieces as they come."""

    def __init__(self, socket, response):
        self.socket = socket
        self.response = response

    def __iter__(self):
        while piece := self.response.read1(65_536):
            yield piece

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The other side has ended it.


@dataclasses.dataclass
class Request:
    method: str
    path: str
    headers: dict
    body: bytes = b""
    status: int = 0
    was_abandoned: bool = False
    """True if the browser closed the connection before the response."""
    is_streaming: bool = False
    """True while the response comes in pieces."""


class Gate:
    """Holds matching requests until it opens."""

    def __init__(self, pattern, place):
        self.pattern = re.compile(pattern)
        self.place = place
        self.event = threading.Event()
        self.waiting = 0

    def open(self):
        self.event.set()


class Origin:
    """A server with its own port, which stays the same when it is stopped and started."""

    def __init__(self):
        self.port = fresh_port()
        self.requests = []
        self.gates = []
        self.cuts = []
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        self.server = Listener(("127.0.0.1", self.port), Handler)
        self.server.origin = self
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self):
        """Stops as if switched off: open connections are cut too."""
        for gate in self.gates:
            gate.open()
        self.server.shutdown()
        self.server.server_close()
        self.server.cut_connections()

    def hold(self, pattern, place=1):
        """Holds matching requests. `place`: the part of the request's body that is read before, from 0 to 1."""
        gate = Gate(pattern, place)
        self.gates.append(gate)
        return gate

    def cut(self, pattern, *places):
        """Cuts the connections of the next matching requests, one at each place: from 0 to 1 in the body, at 1 before
        the response, above 1 in the response."""
        self.cuts += [(re.compile(pattern), place) for place in places]

    def next_cut(self, path):
        """Returns where to cut; `None` if the request passes."""
        for number, (pattern, _) in enumerate(self.cuts):
            if pattern.search(path):
                return self.cuts.pop(number)[1]
        return None

    def paths(self, pattern=""):
        return [request.path for request in list(self.requests) if re.search(pattern, request.path)]

    def count(self, pattern):
        return len(self.paths(pattern))

    def answer(self, request):
        raise NotImplementedError

    def take_part(self, request):
        """Handles a request whose body is cut."""


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, *arguments):
        self.connections = set()
        super().__init__(*arguments)

    def server_bind(self):
        # A small receive buffer leaves unread data with the browser; otherwise the system would accept whole
        # pictures at once.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        super().server_bind()

    def process_request(self, request, address):
        self.connections.add(request)
        super().process_request(request, address)

    def shutdown_request(self, request):
        self.connections.discard(request)
        super().shutdown_request(request)

    def cut_connections(self):
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def handle_error(self, *_):
        """Ignores errors, as browsers close connections in the tests."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        origin = self.server.origin
        cut = origin.next_cut(self.path)
        part = length if cut is None else int(length * min(cut, 1))
        gates = [gate for gate in origin.gates if gate.pattern.search(self.path)]
        first = int(part * min((gate.place for gate in gates), default=1))
        request = Request(self.command, self.path, dict(self.headers.items()), self.rfile.read(first))
        origin.requests.append(request)
        for gate in gates:
            self._wait(gate, request)
        request.body += self.rfile.read(part - first)
        if cut is not None and cut < 1 or len(request.body) < length:
            origin.take_part(request)
            self.close_connection = True
            return
        if request.was_abandoned:
            self.close_connection = True
            return
        answer = origin.answer(request)
        if cut == 1:
            return
        request.status = answer.status
        request.is_streaming = answer.stream is not None
        self._send(answer if cut is None else dataclasses.replace(answer, cut=True))
        request.is_streaming = False

    do_HEAD = do_OPTIONS = do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def _wait(self, gate, request):
        gate.waiting += 1
        request.was_abandoned = not self._stays_until(gate.event)
        gate.waiting -= 1

    def _stays_until(self, event):
        """Returns False if the browser closes its connection before the event."""
        while not event.wait(0.05):
            readable, _, _ = select.select([self.connection], [], [], 0)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                return False
        return True

    def _pass_on(self, stream):
        ended = threading.Event()

        def pass_pieces():
            try:
                for piece in stream:
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                self.wfile.write(b"0\r\n\r\n")
            except (OSError, http.client.HTTPException):
                pass  # One of the two sides has ended it.
            ended.set()

        threading.Thread(target=pass_pieces, daemon=True).start()
        self._stays_until(ended)
        stream.close()

    def _send(self, answer):
        body = answer.bytes
        if answer.stream:
            self.protocol_version = "HTTP/1.1"  # WebKit ends a response of HTTP/1.0 at its second piece.
        self.send_response_only(answer.status)
        headers = {"Content-Type": answer.type} | answer.headers
        for name, value in headers.items():
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    self.send_header(name, one)
        if answer.stream:
            self.send_header("Transfer-Encoding", "chunked")
        elif answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if answer.stream:
            self.close_connection = True
            return self._pass_on(answer.stream)
        if self.command != "HEAD":
            self.wfile.write(body[: len(body) // 2] if answer.cut else body)

    def log_message(self, *_):
        """Logs nothing, as `requests` records everything."""


class Relay(Origin):
    """A relay to the Swiftlet server under test, with a new address for each test: a new origin has no cookies, no
    storage and no service worker yet. Passes everything on unchanged and records the requests.

    `records_errors`: adds a script to the pages that collects errors, for a browser that doesn't report them.
    `script`: a script that runs before all of the page's own.
    """

    script = None

    def __init__(self, upstream, records_errors=False):
        self.upstream = upstream
        self.records_errors = records_errors
        self.answers = {}
        self.first_answers = {}
        self.extra_headers = {}
        super().__init__()

    def answer_once(self, path, answer):
        """Sets the answer to the next request for a path."""
        self.first_answers[path] = answer

    def answer(self, request):
        if first := self.first_answers.pop(request.path, None):
            return first
        for pattern, answer in self.answers.items():
            if re.search(pattern, request.path):
                return answer
        if request.path == "/.test/recorder.js":
            return Answer(RECORDER, type="text/javascript")
        if request.path == "/.test/script.js":
            return Answer(self.script, type="text/javascript")
        headers = request.headers | self.extra_headers
        if self.records_errors or self.script:
            headers.pop("Accept-Encoding", None)
        connection = http.client.HTTPConnection("127.0.0.1", self.upstream.port, timeout=120)
        connection.request(request.method, request.path, request.body or None, headers | {"Connection": "close"})
        upstream = connection.sock
        response = connection.getresponse()
        if response.status == 200 and response.getheader("Content-Type") == "text/event-stream":
            return dataclasses.replace(self._passed_on(response, b""), stream=Stream(upstream, response))
        body = response.read()
        connection.close()
        return self._passed_on(response, body)

    def take_part(self, request):
        connection = http.client.HTTPConnection("127.0.0.1", self.upstream.port, timeout=120)
        connection.putrequest(request.method, request.path, skip_host=True, skip_accept_encoding=True)
        for name, value in request.headers.items():
            connection.putheader(name, value)
        connection.endheaders(request.body)
        connection.close()

    def _passed_on(self, response, body):
        kept = {}
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                kept[name] = [*kept.get(name, []), value]
            elif name.lower() not in ("content-length", "connection", "content-type"):
                kept[name] = value
        type = response.getheader("Content-Type") or "application/octet-stream"
        if self.records_errors and type.startswith("text/html"):
            body = body.replace(b"<head>", b'<head><script src="/.test/recorder.js"></script>', 1)
        if self.script and type.startswith("text/html"):
            body = body.replace(b"<head>", b'<head><script src="/.test/script.js"></script>', 1)
        return Answer(body, response.status, type, kept)


class Source(Origin):
    """Another server, with or without the Moments contract."""

    def __init__(self):
        self.routes = {}
        super().__init__()
        self.hold("^/api/v1/streaming/")  # A server that has no streams answers with an error, which shows in the console.

    def route(self, path, answer):
        """Sets a response; `answer` may be a function of the request."""
        self.routes[path] = answer if isinstance(answer, Answer) or callable(answer) else Answer(answer)

    def page(self, username, tweets, **profile):
        self.route(f"/user/{username}", {"username": username, "nick": "Remote", "avatar": "", "profile-image": ""} | profile)
        self.route(f"/user/{username}/tweets", tweets)

    def answer(self, request):
        answer = self.routes.get(request.path.split("?")[0], Answer({"error": "User not found"}, 404))
        answer = answer(request) if callable(answer) else answer
        return dataclasses.replace(answer, headers=CORS | answer.headers)


CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Expose-Headers": "ETag, Content-Length",
    "Cache-Control": "no-cache",
}


PATIENCE = 60
"""Seconds to wait for a state: other programs keep the processors busy, and a generous limit costs nothing on
success."""

PICTURE_PATIENCE = 200
"""Seconds to wait until the server has made the sizes of pictures: its thread for them gets only the processor time
that others leave, and after ten seconds a tenth of a share (`BackgroundThread`)."""


LONGEST_PAUSE = 0.15
"""Seconds between two looks at most: few enough looks that a long wait leaves the processor to what it waits for, and
enough that none misses a state that passes."""


def until(condition, what, seconds=PATIENCE, pause=0.05):
    """Waits until the condition is true, and returns its value. `pause`: seconds between two looks at first; they become
    a tenth of the time that the wait has taken."""
    start = time.monotonic()
    while True:
        value = condition()
        if value:
            return value
        waited = time.monotonic() - start
        assert waited < seconds, f"still not after {seconds} s: {what}"
        time.sleep(max(pause, min(LONGEST_PAUSE, waited / 10)))
