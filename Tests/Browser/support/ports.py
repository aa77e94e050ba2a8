"""Unused ports: a browser's data for an address would still be there for the next test."""
import itertools
import os
import random
import socket

# Below the ports that the system gives to clients. Each of pytest-xdist's processes (gw0, gw1 …) has its own.
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
RANGE = range(10_000 + PROCESS, 32_000, PROCESSES)
start = random.randrange(len(RANGE))
candidates = itertools.chain(RANGE[start:], RANGE[:start])


def fresh_port():
    for port in candidates:
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is left")
