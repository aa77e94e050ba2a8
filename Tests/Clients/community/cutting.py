"""A relay in front of a server that breaks the connection where a test wants it."""
import contextlib
import enum
import socket
import struct
import threading


class Way(enum.Enum):
    """The ways in which a connection ends."""

    CLOSED = "closed"
    """An orderly close: the reading side reaches the end of the stream."""
    RESET = "reset"
    """A reset: reading and writing fail at once."""


class Cutter:
    """Relays one connection after the other to a server, and cuts both sides after a given number of bytes."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def exchange(self, request, up=None, down=None, way=Way.CLOSED):
        """Sends a request through the relay.

        - `up`, `down`: how many bytes of the request and of the response pass; `None` passes all.
        - Returns: the part of the response that arrived.
        """
        passing = threading.Thread(target=self._pass_on, args=(up, down, way))
        passing.start()
        came = b""
        # A reset may arrive before the connection is established.
        with (contextlib.suppress(ConnectionError),
              socket.create_connection(("127.0.0.1", self.port), timeout=60) as client):
            client.sendall(request)
            while piece := client.recv(1 << 16):
                came += piece
        passing.join()
        return came

    def _pass_on(self, up, down, way):
        client, _ = self.listener.accept()
        server = socket.create_connection(("127.0.0.1", self.target), timeout=60)
        with client, server:
            receiving = threading.Thread(target=self._pass, args=(client, server, up))
            receiving.start()
            if up is None:
                self._pass(server, client, down)
            else:
                receiving.join()
            for side in (client, server):
                self._cut(side, way)
            receiving.join()

    @staticmethod
    def _pass(source, destination, limit):
        """Copies until the source ends or `limit` bytes have passed."""
        with contextlib.suppress(OSError):
            while limit is None or limit > 0:
                piece = source.recv(1 << 16 if limit is None else min(limit, 1 << 16))
                if not piece:
                    return
                destination.sendall(piece)
                limit = None if limit is None else limit - len(piece)

    @staticmethod
    def _cut(side, way):
        with contextlib.suppress(OSError):
            if way is Way.RESET:
                # With a linger of 0 s, closing sends a reset and doesn't wait (man 7 socket, SO_LINGER).
                side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                side.shutdown(socket.SHUT_RD)
            else:
                side.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
