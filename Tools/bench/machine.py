"""The machine on which the benchmark ran."""
import datetime
import os
import pathlib
import platform
import re
import subprocess

from places import PROGRAM, RELEASE, ROOT

LOAD_AT_START = os.getloadavg()[0]


def facts():
    today = datetime.datetime.now(datetime.timezone.utc)
    return [
        ("Date", f"{today:%Y-%m-%d %H:%M} UTC, commit {output('git', '-C', ROOT, 'describe', '--always', '--dirty')}"),
        ("Machine", f"{processor()}, {os.cpu_count()} cores, {memory()}, {system()}"),
        ("Programs", ", ".join([build(), swift(), output("chromium", "--version"), "wrk " + wrk()])),
        ("Load", f"{LOAD_AT_START:.1f} processes were running or waiting when it began"
                 " (1.0 and more: others were at work, and times are too long)"),
    ]


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def processor():
    return found(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text())


def memory():
    kilobytes = int(found(r"^MemTotal:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text()))
    return f"{kilobytes / 1024 / 1024:.0f} GB"


def system():
    name = found(r'^PRETTY_NAME="(.*)"$', pathlib.Path("/etc/os-release").read_text())
    return f"{name}, Linux {platform.release()}"


def build():
    place = "release build" if PROGRAM.parent == RELEASE else f"not this commit's release build but {PROGRAM}"
    return f"swiftlet {output(PROGRAM, '--version')} ({place})"


def swift():
    return "Swift " + found(r"Swift version (\S+)", output("swift", "--version"))


def wrk():
    return found(r"wrk (\S+)", output("wrk", "-v"))


def found(pattern, text):
    match = re.search(pattern, text, re.M)
    return match[1] if match else "unknown"
