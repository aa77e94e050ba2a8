"""NEW_16: behind a proxy with persistent connections, no request gets a wrong response because of an earlier one."""
import http.client
import os
import socket
import subprocess
import time

import pytest

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
      max_conns_per_host 1
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
def proxy(request, tmp_path_factory):
    """Starts a proxy in front of a server, with one connection for all requests, and yields its port."""
    folder = tmp_path_factory.mktemp(request.param)
    server = Swiftlet(folder / "data", options=["--no-rate-limits"])
    port = fresh_port()
    configuration, command = PROXIES[request.param]
    file = folder / "configuration"
    file.write_text(configuration.format(folder=folder, behind=server.port, port=port))
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command(folder, file), stdout=log, stderr=log, env=dict(os.environ, HOME=str(folder)))
    until(lambda: is_open(port) or process.poll() is not None, f"{request.param} listens")
    assert process.poll() is None, (folder / "log").read_text()
    yield port
    process.terminate()
    process.wait()
    server.stop()


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
