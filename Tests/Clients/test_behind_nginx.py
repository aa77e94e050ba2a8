"""NEW_16: behind a proxy with persistent connections, no request gets a wrong response because of an earlier one."""
import http.client
import socket
import subprocess
import time

import pytest

from support.ports import fresh_port
from support.server import Swiftlet

CONFIGURATION = """
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


@pytest.fixture(scope="module")
def proxy(tmp_path_factory):
    """Starts nginx in front of a server, with one connection for all requests, and yields its port."""
    folder = tmp_path_factory.mktemp("nginx")
    server = Swiftlet(folder / "data", options=["--no-rate-limits"])
    port = fresh_port()
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, behind=server.port, port=port))
    nginx = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield port
    nginx.terminate()
    nginx.wait()
    server.stop()


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
