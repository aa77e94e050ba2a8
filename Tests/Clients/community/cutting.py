"""A way to a server that breaks where a test wants it."""
import contextlib
import enum
import socket
import struct
import threading


class Way(enum.Enum):
    """How a connection ends."""

    CLOSED = "closed"
    """In order: whoever reads comes to the end."""
    RESET = "reset"
    """At once: whoever reads or writes gets an error."""


class Cutter:
    """Passes one connection after the other on to a server, and cuts both of its sides off behind so many bytes."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def exchange(self, request, up=None, down=None, way=Way.CLOSED):
        """Sends a request through it.

        - `up`, `down`: how many bytes of the request and of the answer pass; None: all.
        - Returns: what came of the answer.
        """
        passing = threading.Thread(target=self._pass_on, args=(up, down, way))
        passing.start()
        came = b""
        # A reset may come before connecting has returned.
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
        """Until there is nothing more, or until so many bytes have passed."""
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
                # Nothing is waited for: with a linger of 0 s a close is a reset (man 7 socket, SO_LINGER).
                side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                side.shutdown(socket.SHUT_RD)
            else:
                side.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
