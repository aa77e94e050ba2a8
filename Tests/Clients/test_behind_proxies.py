"""NEW_16: behind a proxy with persistent connections, no request gets a wrong response because of an earlier one."""
import contextlib
import http.client
import json
import os
import socket
import subprocess
import time

import pytest
from websockets.sync.client import connect

from community.member import Client, Member
from community.streams import EventStream
from support.origins import until
from support.ports import fresh_port
from support.server import Swiftlet

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
  upstream swiftlet {{ server 127.0.0.1:{behind}; keepalive 1; }}
  server {{
    listen 127.0.0.1:{port};
    location /api/v1/streaming {{
      proxy_pass http://swiftlet; proxy_http_version 1.1; proxy_buffering off; proxy_read_timeout 120s;
      proxy_set_header Host $host; proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }}
    location /buffered/ {{
      rewrite ^/buffered(/.*)$ $1 break;
      proxy_pass http://swiftlet; proxy_http_version 1.1; proxy_set_header Host $host;
    }}
    location / {{
      proxy_pass http://swiftlet; proxy_http_version 1.1; proxy_request_buffering off;
      proxy_set_header Host $host; proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }}
  }}
}}
"""


CADDY = """
{{
  admin off
  auto_https off
}}
http://:{port} {{
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:{behind} {{
    transport http {{
      max_conns_per_host {connections}
      keepalive_idle_conns_per_host 1
    }}
  }}
}}
"""

PROXIES = {
    "nginx": (NGINX, lambda folder, file: ["nginx", "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")]),
    "caddy": (CADDY, lambda folder, file: ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]),
}


@pytest.fixture(scope="module", params=PROXIES)
def server(request, tmp_path_factory):
    """Starts a server for a proxy, and yields it with the proxy's name."""
    folder = tmp_path_factory.mktemp(request.param)
    server = Swiftlet(folder / "data", options=["--no-rate-limits"])
    yield server, request.param
    server.stop()


@pytest.fixture(scope="module")
def proxy(server):
    """Starts a proxy with one connection to the server for all requests, and yields its port."""
    with running(*server, connections=1) as port:
        yield port


@contextlib.contextmanager
def running(server, name, connections):
    """Starts a proxy in front of a server, and yields its port. `connections`: how many Caddy may open."""
    folder, port = server.data.parent, fresh_port()
    configuration, command = PROXIES[name]
    file = folder / f"configuration{port}"
    file.write_text(configuration.format(folder=folder, behind=server.port, port=port, connections=connections))
    with (folder / f"log{port}").open("w") as log:
        process = subprocess.Popen(command(folder, file), stdout=log, stderr=log, env=dict(os.environ, HOME=str(folder)))
    until(lambda: is_open(port) or process.poll() is not None, f"{name} listens")
    assert process.poll() is None, (folder / f"log{port}").read_text()
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ask(port, method="GET", path="/health", body=None, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


@pytest.mark.parametrize("protocol", ["websocket", "h2c"])
def test_NEW_16_after_a_request_for_another_protocol_the_next_one_is_answered(proxy, protocol):
    for _ in range(5):
        assert ask(proxy, headers={"Connection": "Upgrade", "Upgrade": protocol}) == 200
        assert ask(proxy) == 200


def test_NEW_16_a_body_that_comes_after_the_answer_costs_no_other_request(proxy):
    for _ in range(40):
        with socket.create_connection(("127.0.0.1", proxy), timeout=10) as slow:
            slow.sendall(b"POST /api/v1/statuses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                         b"Content-Length: 14\r\n\r\n")
            time.sleep(0.001)
            slow.sendall(b'{"status":"a"}')
            assert slow.recv(12) == b"HTTP/1.1 401"
        assert ask(proxy) == 200
        assert ask(proxy, "POST", "/api/v1/statuses", '{"status":"a"}', {"Content-Type": "application/json"}) == 401


class Front:
    """The server as a client sees it through a proxy."""

    def __init__(self, port):
        self.port, self.url = port, f"http://127.0.0.1:{port}"


def test_NEW_06_streams_come_through_a_proxy_at_once(server):
    with running(*server, connections=20) as port:
        ada = Member.added(server[0], Client(server[0]), f"ada{port}")
        for _ in range(3):
            # Leaves connections to the server that others use again.
            assert ask(port) == 200
        with EventStream(ada, "user", server=Front(port)) as events, connect(
                f"ws://127.0.0.1:{port}/api/v1/streaming?stream=user", subprotocols=[ada.token]) as frames:
            frames.send(json.dumps({"type": "subscribe", "stream": "nothing"}))
            assert json.loads(frames.recv(30))["status"] == 400
            start = time.monotonic()
            status = ada.mastodon.status_post("Hello")
            assert events.wait(1)[0][1]["id"] == str(status.id)
            message = json.loads(frames.recv(30))
            assert json.loads(message["payload"])["id"] == str(status.id)
            assert time.monotonic() - start < 10, "no proxy gathers events"
            # Longer than the interval of heartbeats.
            events.wait_until_beaten()
            assert ask(port) == 200
            ada.mastodon.status_delete(status)
            events.wait_for(lambda event: event[0] == "delete")
            assert json.loads(frames.recv(30))["event"] == "delete"
        for _ in range(3):
            assert ask(port) == 200


def test_NEW_06_events_are_not_buffered_without_a_location_of_their_own(server):
    if server[1] != "nginx":
        pytest.skip("only nginx buffers")
    with running(*server, connections=20) as port:
        ada = Member.added(server[0], Client(server[0]), f"bob{port}")
        front = Front(port)
        front.url += "/buffered"
        with EventStream(ada, "user", server=front) as events:
            status = ada.mastodon.status_post("Hello")
            assert events.wait(1, seconds=10)[0][1]["id"] == str(status.id)


def test_NEW_06_a_refused_websocket_costs_no_other_request(proxy):
    for _ in range(3):
        assert ask(proxy, path="/api/v1/streaming", headers={
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}) == 401
        assert ask(proxy) == 200
