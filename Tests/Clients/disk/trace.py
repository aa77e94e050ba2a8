"""The system calls of a program for files and sockets, in order, as recorded by strace.

An event has the trace lines at which its call began and ended. Two calls that overlap have no order.
"""
import dataclasses
import pathlib
import re
import shutil
import subprocess
import time

CALLS = (
    "open,openat,openat2,creat,close,dup,dup2,dup3,fcntl,lseek,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,"
    "fallocate,copy_file_range,sendfile,fsync,fdatasync,sync,syncfs,sync_file_range,rename,renameat,renameat2,unlink,"
    "unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat,sendto,sendmsg")


@dataclasses.dataclass
class Event:
    began: int
    ended: int
    call: str
    arguments: list
    result: int


class Tracer:
    """A command prefix that records the command's calls in a file."""

    def __init__(self, file):
        self.file = pathlib.Path(file)
        program = shutil.which("strace")
        assert program, "strace is not installed (Debian: apt install strace)"
        self.prefix = [
            program, "-f", "-D", "-q", "-xx", "-s", "100000000", "--seccomp-bpf", "-e", f"trace={CALLS}", "-e", "signal=none",
            "-o", str(file), "--"]

    def run(self, command, standard_input=""):
        return subprocess.run(
            self.prefix + command, check=True, capture_output=True, text=True, input=standard_input).stdout

    def _is_running(self):
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if str(self.file).encode() in process.read_bytes():
                    return True
            except OSError:
                # The process has ended meanwhile.
                continue
        return False

    def events(self, seconds=60):
        """Returns the events of a program that has ended. Waits for the tracer, which writes its last lines a moment
        later."""
        for _ in range(seconds * 20):
            if not self._is_running():
                break
            time.sleep(0.05)
        else:
            raise AssertionError("the tracer does not end")
        with self.file.open() as lines:
            yield from events(lines)


BEGUN = re.compile(r"^(\d+) +(\w+)\((.*?)(?:\)\s+= (-?\d+|\?).*| ?<unfinished \.\.\.>)$", re.S)
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+|\?).*$", re.S)


def events(lines):
    """Returns the events in the order in which the calls ended. Unfinished calls are left out, except sends, which
    count from their beginning."""
    open_calls = {}
    for number, line in enumerate(lines):
        line = line.rstrip("\n")
        if found := RESUMED.match(line):
            thread, call, rest, result = found.groups()
            began, arguments = open_calls.pop((thread, call))
            yield Event(began, number, call, split(arguments + rest), integer(result))
        elif found := BEGUN.match(line):
            thread, call, arguments, result = found.groups()
            if result is None:
                open_calls[thread, call] = number, arguments
            else:
                yield Event(number, number, call, split(arguments), integer(result))
        else:
            assert "+++" in line or "---" in line or " ???" in line, line[:200]
    for (_, call), (began, arguments) in open_calls.items():
        yield Event(began, 1 << 60, call, split(arguments), None)


def integer(text):
    return None if text == "?" else int(text)


def split(arguments):
    """Splits at the commas outside of strings, brackets and braces."""
    parts, depth, start, quoted = [], 0, 0, False
    for found in re.finditer(r'["\[\]{},]', arguments):
        mark = found.group()
        if mark == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif depth == 0:
            parts.append(arguments[start:found.start()].strip())
            start = found.end()
    parts.append(arguments[start:].strip())
    return parts


STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')


def data(argument):
    """Returns all bytes of an argument: of one buffer, or of several in a row."""
    pieces = []
    for digits, cut in STRING.findall(argument):
        assert not cut, "the trace was cut"
        pieces.append(bytes.fromhex(digits.replace("\\x", "")))
    return b"".join(pieces)


def path(argument):
    return data(argument).decode()
