"""A push service on this machine (RFC 8030), and a device whose subscription it has."""
import base64
import dataclasses
import http.server
import json
import os
import threading
import time

import http_ece
import py_vapid
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclasses.dataclass
class Delivery:
    path: str
    headers: dict
    body: bytes
    begun: float
    """The time at which the request came."""


class PushService:
    """`answers`: for a path the statuses of the next responses, each a number or a function that sends one."""

    def __init__(self):
        self.deliveries, self.answers, self.lock = [], {}, threading.Lock()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with service.lock:
                    service.deliveries.append(Delivery(self.path, dict(self.headers), body, time.monotonic()))
                    planned = service.answers.get(self.path, [])
                    answer = planned.pop(0) if planned else 201
                if callable(answer):
                    return answer(self)
                self.respond(answer)

            def respond(self, status, **headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, path):
        with self.lock:
            return [delivery for delivery in self.deliveries if delivery.path == path]

    def wait_for(self, path, count=1, seconds=60):
        end = time.monotonic() + seconds
        while len(found := self.of(path)) < count:
            assert time.monotonic() < end, f"{path}: {len(found)} of {count}"
            time.sleep(0.05)
        return found

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Device:
    """A browser's or an app's subscription at the service. Others' programs decrypt what comes."""

    def __init__(self, service, path):
        self.service, self.path = service, path
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.public_key = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    @property
    def endpoint(self):
        return self.service.url + self.path

    def subscribe(self, member, standard=True, alerts=("mention", "favourite", "follow"), format="mastodon", **data):
        answer = member.request("POST", "/api/v1/push/subscription", json={
            "subscription": {
                "endpoint": self.endpoint, "keys": {"p256dh": encoded(self.public_key), "auth": encoded(self.secret)},
                "standard": standard, "format": format},
            "data": {"alerts": dict.fromkeys(alerts, True), **data}})
        assert answer.status_code == 200, answer.text
        self.server_key = answer.json()["server_key"]
        return answer.json()

    def plain(self, delivery):
        """Decrypts a message, and verifies that it comes from the server with the announced key."""
        headers = {name.lower(): value for name, value in delivery.headers.items()}
        authorization = headers["authorization"]
        if headers["content-encoding"] == "aes128gcm":
            assert authorization.endswith(f", k={self.server_key}")
            claims = verified(authorization, self.server_key)
            body = http_ece.decrypt(delivery.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        else:
            fields = dict(part.split("=", 1) for part in headers["crypto-key"].split(";"))
            assert fields["p256ecdsa"] == self.server_key
            claims = verified(f"vapid t={authorization.removeprefix('WebPush ')}, k={self.server_key}", self.server_key)
            body = http_ece.decrypt(
                delivery.body, salt=decoded(headers["encryption"].removeprefix("salt=")), dh=decoded(fields["dh"]),
                private_key=self.key, auth_secret=self.secret, version="aesgcm")
        assert claims["aud"] == self.service.url and time.time() < claims["exp"] < time.time() + 86_400
        return body

    def read(self, delivery):
        return json.loads(self.plain(delivery))

    def messages(self, count=1):
        return [self.read(delivery) for delivery in self.service.wait_for(self.path, count)]


def verified(authorization, key):
    """Returns the claims of a token whose signature py-vapid has verified."""
    # py-vapid takes no blank after the comma, which RFC 8292 has in its example.
    assert py_vapid.Vapid02.verify(authorization.replace(", ", ","))
    token = authorization.split("t=")[1].split(",")[0]
    head, claims, _ = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"} and authorization.endswith(key)
    return json.loads(decoded(claims))
