"""Posts a second, beside the disk's limit: each post is on the disk before the response."""
import os
import time

import reader
import servers
import throughput
from places import ROOT, SCRATCH
from report import Row, Section

WRITE = ROOT / "Tools/bench/write.lua"
AIM, ALONE_AIM = 2_000, 0.8
"""Posts a second at 16 connections; the share of the disk's own rate at one."""

SECONDS = 5
COMMIT, LOG = 36 << 10, 4 << 20
"""Bytes that a post's commit writes, and the largest size of the write-ahead log, by strace. A commit is nine pages,
in nineteen pwrite(2) and one fdatasync(2). The log is overwritten from its beginning, so it doesn't grow."""



def measure():
    data = SCRATCH / "posting"
    servers.swiftlet(data).stop()
    reader.add(data)
    syncs = fsyncs(SCRATCH / "fsync")
    with servers.swiftlet(data, "--no-rate-limits") as server:
        headers = {"Authorization": f"Bearer {reader.token(server)}"}
        one, many = [rate(server, headers, connections) for connections in (1, 16)]
    return Section("Posting", note(), [
        Row("Writing 36 KB over what is in a file, fdatasync after each", f"**{syncs:,.0f} a second**", "", None),
        Row(
            "Posting, 1 at once",
            f"**{one.rate:,.0f} a second**, {one.work:,.0f} µs of processor time each; "
            f"{one.rate / syncs:.0%} of the disk's rate",
            "as fast as the disk: ≥ 80%", one.rate >= ALONE_AIM * syncs),
        Row("Posting, 16 at once", f"**{many.rate:,.0f} a second**, {many.work:,.0f} µs", "≥ 2,000", many.rate >= AIM),
    ])


def note():
    return (
        "`POST /api/v1/statuses`, each answered when the disk has it (`synchronous = FULL`); what waits at the same time "
        "shares one fsync. A small community, the server's log in a file, `wrk` on the same machine, "
        f"{SECONDS} s after a second to warm up. First what the disk does alone, with as much as a post's commit writes, in a file "
        "that is there already, as the write-ahead log is. A post alone takes its fsync and then its processor time: where the "
        "disk is fast, most of it is the latter.")


def rate(server, headers, connections):
    throughput.wrk(server.url, headers, 1, connections, WRITE)
    before = server.work()
    rate = throughput.wrk(server.url, headers, SECONDS, connections, WRITE)
    return throughput.Result(rate, (server.work() - before) / (rate * SECONDS) * 1e6)


def fsyncs(path, seconds=2):
    block, count = bytes(COMMIT), 0
    with path.open("wb", buffering=0) as file:
        file.write(bytes(LOG))
        os.fsync(file.fileno())
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            os.pwrite(file.fileno(), block, count * COMMIT % (LOG - COMMIT))
            os.fdatasync(file.fileno())
            count += 1
        taken = time.perf_counter() - began
    path.unlink()
    return count / taken
