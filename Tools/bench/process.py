"""The time until the server's first response, and its memory."""
import time

import servers
from report import Row, Section, megabytes, milliseconds, median

RUNS = 7
START_AIM = 100
MEMORY_AIM = 35 * 1024 * 1024
SETTLED = 5
"""Seconds after which the start is over, without any requests."""


def measure(data, loaded):
    """Measures the process. `loaded`: the memory of a server after the load of throughput.py."""
    times, work = map(list, zip(*(start_and_stop(data) for _ in range(RUNS))))
    idle = idle_memory(data)
    rows = [
        Row("Start to the first answer", milliseconds(times), "≤ 100 ms", median(times) <= START_AIM),
        Row("Processor time until then", milliseconds(work)),
        Row("Memory idle, with the demo's data", words(idle), "< 35 MB", idle[0] < MEMORY_AIM),
        Row("Memory after the load above", f"{words(loaded)}, highest RSS {megabytes(loaded[2])}"),
    ]
    return Section("The server's process", note(), rows)


def note():
    return (
        f"Start: from starting the process, with the demo's data there already, to the first 200 of `/health`, asked "
        f"every millisecond; median of {RUNS}. Memory: RSS (all pages that the process has in memory; the aim is "
        f"about this one) and PSS (pages shared with other processes counted in part), from `/proc/PID/smaps_rollup`. Idle: {SETTLED} s after the start.")


def start_and_stop(data):
    with servers.swiftlet(data) as server:
        return server.start_seconds * 1000, server.start_work * 1000


def idle_memory(data):
    with servers.swiftlet(data) as server:
        time.sleep(SETTLED)
        return server.memory()


def words(memory):
    return f"**RSS {megabytes(memory[0])}**, PSS {megabytes(memory[1])}"
