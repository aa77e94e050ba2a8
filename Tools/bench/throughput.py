"""Requests a second, as a share of the rate of Hummingbird alone with the same bytes."""
import dataclasses
import re
import shutil
import subprocess

import servers
from places import SCRATCH
from report import Row, Section

AIM = 0.60
SECONDS = 3
ROUNDS = 3
OWN_FIELDS = {"date", "content-length", "connection"}
"""Header fields that every server adds by itself."""


@dataclasses.dataclass
class Load:
    name: str
    path: str
    headers: dict
    aim: str = ""


LOADS = [
    Load("JSON, plain", "/user/wren/tweets", {}, "≥ 60% of the bare route"),
    Load("JSON, gzip", "/user/wren/tweets", {"Accept-Encoding": "gzip"}, "≥ 60% of the bare route"),
    Load("Page, plain", "/", {}),
    Load("Page, gzip", "/", {"Accept-Encoding": "gzip"}),
]


def measure(data):
    # One server uses a folder.
    twin = shutil.copytree(data, data.with_name(f"{data.name}-twin"))
    with (servers.swiftlet(data, "--no-rate-limits") as logging,
          servers.swiftlet(twin, "--no-rate-limits", "--log-level", "warning") as quiet):
        answers = [keep(logging, load, number) for number, load in enumerate(LOADS)]
        with servers.bare_server(answers) as bare:
            rows = [row(load, number, logging, quiet, bare) for number, load in enumerate(LOADS)]
        loaded = logging.memory()
    return Section("Requests a second", note(), rows), loaded


def note():
    return (
        f"`wrk`, 2 threads, 16 connections, on the same machine as the server. After a second to warm up, "
        f"{ROUNDS} rounds of {SECONDS} s for each of the three servers in turn: swiftlet as it comes, which logs a "
        f"line a request (here into a file); swiftlet with `--log-level warning`; and the bare route, which is "
        f"Hummingbird answering the same bytes and header fields from memory, without a log. Rate limits are off. The best round "
        f"counts, as others may be at work on the machine. Last come the microseconds of processor time that a request costs "
        f"the three, which hardly depend on that.")


def keep(server, load, number):
    """Writes the response to a file for the bare server."""
    status, headers, body = server.get(load.path, **load.headers)
    assert status == 200, f"{load.path} answers {status}"
    fields = "".join(f"{name}: {value}\n" for name, value in headers if name.lower() not in OWN_FIELDS)
    file = SCRATCH / f"answer-{number}"
    file.write_bytes(fields.encode() + b"\n" + body)
    return file


def row(load, number, logging, quiet, bare):
    measured, share = words(*compare(load, number, logging, quiet, bare))
    size = len(bare.get(f"/{number}")[2])
    return Row(f"{load.name} ({size:,} bytes)", measured, load.aim, share >= AIM if load.aim else None)


def compare(load, number, logging, quiet, bare, connections=16):
    """Returns the best result of each of the three servers."""
    print(f"  {load.name}, {connections} at once …", flush=True)
    targets = [(logging, load.path), (quiet, load.path), (bare, f"/{number}")]
    for server, path in targets:
        wrk(server.url + path, load.headers, 1, connections)
    rounds = [[run(server, path, load.headers, connections) for server, path in targets] for _ in range(ROUNDS)]
    return [best(results) for results in zip(*rounds)]


def words(ours, quietly, theirs):
    """Returns the text about the three, and the share that counts."""
    share = ours.rate / theirs.rate
    return (
        f"**{share:.0%}** of bare ({ours.rate:,.0f} of {theirs.rate:,.0f}), without the log "
        f"{quietly.rate / theirs.rate:.0%}; {ours.work:.0f}, {quietly.work:.0f} and {theirs.work:.0f} µs"), share


@dataclasses.dataclass
class Result:
    rate: float
    """Requests a second."""
    work: float
    """Microseconds of processor time a request."""


def run(server, path, headers, connections):
    before = server.work()
    rate = wrk(server.url + path, headers, SECONDS, connections)
    return Result(rate, (server.work() - before) / (rate * SECONDS) * 1e6)


def best(results):
    return Result(max(result.rate for result in results), min(result.work for result in results))


def wrk(url, headers, seconds, connections=16, script=None):
    """Returns the requests a second; fails if a request failed."""
    return timed(url, headers, seconds, connections, script)[0]


def timed(url, headers, seconds, connections=16, script=None):
    """Returns the requests a second, and the milliseconds in which 99 of 100 are answered."""
    options = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    options += ["-s", script] if script else []
    command = ["wrk", f"-t{min(2, connections)}", f"-c{connections}", f"-d{seconds}s", "--latency", *options, url]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    amount, unit = re.search(r"^\s*99%\s+([\d.]+)(us|ms|s)", text, re.M).groups()
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), float(amount) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
