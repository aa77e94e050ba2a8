"""Streams over WebSocket: with the package `websockets`, and byte by byte where no client of others is wrong enough."""
import base64
import json
import os
import socket
import struct

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

PATH = "/api/v1/streaming"


def address(server, query=""):
    return f"ws://127.0.0.1:{server.port}{PATH}{query}"


def opened(member, query="", **options):
    return connect(address(member.server, query), additional_headers={"Authorization": f"Bearer {member.token}"}, **options)


def ask(connection, **message):
    connection.send(json.dumps(message))


def next_event(stream):
    """Returns the next event but numbers of posts, with its payload."""
    while True:
        message = json.loads(stream.recv(30))
        if message.get("event") != "status.counts":
            return message


@pytest.mark.parametrize("path", ["", "/"])
def test_NEW_06_the_token_as_subprotocol_is_echoed(ada, bob, path):
    with connect(address(ada.server, path + "?stream=user"), subprotocols=[ada.token]) as stream:
        assert stream.subprotocol == ada.token
        ask(stream, type="subscribe", stream="user")
        fence(stream)
        status = ada.mastodon.status_post("Hello")
        message = next_event(stream)
        assert (message["stream"], message["event"]) == (["user"], "update")
        assert json.loads(message["payload"])["id"] == str(status.id)


def fence(stream):
    """Waits until the server has carried out all messages so far."""
    ask(stream, type="subscribe", stream="nothing")
    assert json.loads(stream.recv(30)) == {"error": "Unknown stream type", "status": 400}


def test_NEW_06_several_streams_come_over_one_connection(ada, bob):
    with opened(bob, f"?access_token={bob.token}") as stream:
        for wanted in ({"stream": "public"}, {"stream": "public"}, {"stream": "hashtag", "tag": "Swift"},
                       {"stream": "user:notification"}):
            ask(stream, type="subscribe", **wanted)
        fence(stream)
        status = ada.mastodon.status_post(f"@{bob.username} #swift", visibility="public")
        got = sorted((next_event(stream) for _ in range(3)), key=lambda message: message["stream"])
        assert [message["stream"] for message in got] == [["hashtag", "Swift"], ["public"], ["user:notification"]]
        assert json.loads(got[2]["payload"])["status"]["id"] == str(status.id)
        ask(stream, type="unsubscribe", stream="hashtag", tag="Swift")
        ask(stream, type="unsubscribe", stream="user:notification")
        fence(stream)
        ada.mastodon.status_delete(status)
        message = next_event(stream)
        assert (message["stream"], message["event"], message["payload"]) == (["public"], "delete", str(status.id))


def test_NEW_06_errors_leave_the_connection_open(ada, bob):
    circle = bob.mastodon.list_create("Mine")
    token = ada.limited_token("read:statuses")
    with connect(address(ada.server), additional_headers={"Authorization": f"Bearer {token}"}) as stream:
        for wanted, status in (({"stream": "local"}, 400), ({"stream": "hashtag", "tag": ""}, 400),
                               ({"stream": "list", "list": str(circle.id)}, 404), ({"stream": "user:notification"}, 403)):
            ask(stream, type="subscribe", **wanted)
            assert json.loads(stream.recv(30))["status"] == status
        stream.send("no JSON")
        ask(stream, type="dance", stream="user")
        fence(stream)
        ask(stream, type="subscribe", stream="user")
        fence(stream)
        bob.mastodon.account_follow(ada.id)
        ada.mastodon.status_post("Seen")
        assert next_event(stream)["event"] == "update", "notifications need their own scope"


def test_NEW_06_too_many_streams_are_refused(ada):
    with opened(ada) as stream:
        for number in range(19):
            ask(stream, type="subscribe", stream="hashtag", tag=f"tag{number}")
        fence(stream)
        ask(stream, type="subscribe", stream="user")
        closed(stream, 1008)


def closed(stream, code):
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            stream.recv(30)
    assert caught.value.rcvd.code == code, caught.value


@pytest.mark.parametrize("message, code", [(b"{}", 1003), ("x" * 5000, 1009)])
def test_NEW_06_wrong_messages_end_the_connection(ada, message, code):
    with opened(ada) as stream:
        stream.send(message)
        closed(stream, code)


@pytest.mark.parametrize("headers, status", [
    ({}, 401), ({"Authorization": "Bearer nothing"}, 401), ({"Sec-WebSocket-Protocol": "nothing"}, 401)])
def test_NEW_06_who_shows_no_token_is_refused_before_the_switch(server, headers, status):
    with pytest.raises(InvalidStatus) as caught:
        with connect(address(server, "?stream=public"), additional_headers=headers):
            pass
    response = caught.value.response
    assert response.status_code == status
    assert response.headers["Connection"] == "close" and response.headers["X-Error-Message"]


def handshake(token, version="13", key=base64.b64encode(b"0123456789abcdef").decode()):
    return (f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
            f"Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n").encode()


def read_head(connection):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        assert byte, head
        head += byte
    return head.decode()


def read_frame(connection):
    first, length = connection.recv(2, socket.MSG_WAITALL)
    if length == 126:
        length, = struct.unpack(">H", connection.recv(2, socket.MSG_WAITALL))
    return first & 15, connection.recv(length, socket.MSG_WAITALL)


def frame(opcode, data, mask=b"\1\2\3\4"):
    head = bytes([0x80 | opcode, (0x80 if mask else 0) | len(data)])
    return head + (mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)) if mask else data)


def test_NEW_06_any_request_of_a_connection_can_open_a_websocket(ada):
    with socket.create_connection(("127.0.0.1", ada.server.port), timeout=30) as connection:
        for _ in range(2):
            connection.sendall(b"GET /api/v1/streaming/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert " 200 " in read_head(connection)
            assert connection.recv(2, socket.MSG_WAITALL) == b"OK"
        connection.sendall(handshake(ada.token))
        head = read_head(connection)
        assert head.startswith("HTTP/1.1 101") and "content-length" not in head.lower() and "chunked" not in head.lower()
        connection.sendall(frame(9, b"here"))
        assert read_frame(connection) == (10, b"here")
        connection.sendall(frame(8, struct.pack(">H", 1000)))
        assert read_frame(connection) == (8, struct.pack(">H", 1000))
        assert connection.recv(1) == b""


@pytest.mark.parametrize("bytes_, code", [
    (frame(1, b"{}", mask=None), 1002), (frame(1, b"\xff"), 1007), (frame(3, b""), 1002)])
def test_NEW_06_frames_against_the_standard_end_the_connection(ada, bytes_, code):
    with socket.create_connection(("127.0.0.1", ada.server.port), timeout=30) as connection:
        connection.sendall(handshake(ada.token))
        assert " 101 " in read_head(connection)
        connection.sendall(bytes_)
        assert read_frame(connection) == (8, struct.pack(">H", code))


@pytest.mark.parametrize("values, status", [({"version": "8"}, 426), ({"key": "short"}, 400)])
def test_NEW_06_another_handshake_is_refused(ada, values, status):
    with socket.create_connection(("127.0.0.1", ada.server.port), timeout=30) as connection:
        connection.sendall(handshake(ada.token, **values))
        head = read_head(connection)
        assert f" {status} " in head and "connection: close" in head.lower()
        assert connection.recv(1) == b""


def test_NEW_06_urls_name_the_websocket(ada):
    url = f"ws://127.0.0.1:{ada.server.port}"
    assert ada.request("GET", "/api/v1/instance").json()["urls"] == {"streaming_api": url}
    assert ada.request("GET", "/api/v2/instance").json()["configuration"]["urls"]["streaming"] == url
