"""Replays a trace call by call, and stops at each sync."""
import os

from . import trace
from .model import Disk, File, Folder


class Unknown(Exception):
    """A call that the replay doesn't know. The replay would prove nothing if it ignored it."""


class Open:
    def __init__(self, node, appends=False):
        self.node = node
        self.offset = 0
        self.appends = appends


class Replay:
    """Replays events. `root` and `before` are as for `Disk`. `sent(bytes)` gets the bytes for a socket or a terminal
    when their call begins."""

    def __init__(self, events, root, before=None, sent=lambda bytes: None):
        # Threads share descriptor numbers. A close frees its number when it begins, and an open takes it when
        # it ends at the latest. So another thread's close may begin before the open that gets its number
        # ends. Sent bytes count from the beginning of a call, synced bytes only from its end.
        self.events = sorted(
            events, key=lambda event: event.ended if is_keeping(event) or is_opening(event) else event.began)
        self.disk = Disk(root, before)
        self.sent = sent
        self.files = {}

    def cuts(self):
        """Yields just before each sync that makes more safe, and at the end: the power is cut there."""
        for event in self.events:
            if is_keeping(event) and event.result == 0:
                opened = self.files.get(integer(event.arguments[0]))
                if opened and opened.node.changes:
                    yield event
                    opened.node.keep(event.began)
            else:
                self.follow(event)
        yield None

    def follow(self, event):
        call, arguments, result = event.call, event.arguments, event.result
        if call in ("write", "writev", "sendto", "sendmsg", "pwrite64", "pwritev", "pwritev2"):
            return self.write(event)
        if result is None or result < 0:
            return
        match call:
            case "open" | "creat" | "openat" | "openat2":
                at = call.startswith("openat")
                path = self.path(arguments[1 if at else 0], arguments[0] if at else "AT_FDCWD")
                self.open(event, path, "O_CREAT|O_TRUNC" if call == "creat" else arguments[2 if at else 1])
            case "close":
                self.files.pop(integer(arguments[0]), None)
            case "dup" | "dup2" | "dup3":
                self.duplicate(arguments[0], result)
            case "fcntl":
                if arguments[1].startswith("F_DUPFD"):
                    self.duplicate(arguments[0], result)
            case "lseek":
                if opened := self.files.get(integer(arguments[0])):
                    opened.offset = result
            case "ftruncate":
                if opened := self.files.get(integer(arguments[0])):
                    opened.node.truncate(event.ended, int(arguments[1]))
            case "truncate":
                if node := self.disk.node(self.path(arguments[0])):
                    node.truncate(event.ended, int(arguments[1]))
            case "fallocate":
                opened = self.files.get(integer(arguments[0]))
                if opened and arguments[1] == "0":
                    size = int(arguments[2]) + int(arguments[3])
                    if size > opened.node.size:
                        opened.node.truncate(event.ended, size)
                elif opened:
                    raise Unknown(f"{call}{arguments}")
            case "rename" | "renameat" | "renameat2":
                at = call != "rename"
                old = self.path(arguments[1 if at else 0], arguments[0] if at else "AT_FDCWD")
                new = self.path(arguments[3 if at else 1], arguments[2] if at else "AT_FDCWD")
                if self.disk.place(old) or self.disk.place(new):
                    if call == "renameat2" and "EXCHANGE" in arguments[4]:
                        raise Unknown(f"{call}{arguments}")
                    self.disk.rename(event.ended, old, new)
            case "unlink" | "rmdir" | "unlinkat":
                at = call == "unlinkat"
                path = self.path(arguments[1 if at else 0], arguments[0] if at else "AT_FDCWD")
                if self.disk.place(path):
                    self.disk.name(event.ended, path, None)
            case "mkdir" | "mkdirat":
                at = call == "mkdirat"
                path = self.path(arguments[1 if at else 0], arguments[0] if at else "AT_FDCWD")
                if self.disk.place(path):
                    self.disk.name(event.ended, path, Folder())
            case "link" | "linkat":
                at = call == "linkat"
                old = self.path(arguments[1 if at else 0], arguments[0] if at else "AT_FDCWD")
                new = self.path(arguments[3 if at else 1], arguments[2] if at else "AT_FDCWD")
                if self.disk.place(new):
                    self.disk.name(event.ended, new, self.disk.node(old))
            case "copy_file_range" | "sendfile":
                target = arguments[2 if call == "copy_file_range" else 0]
                if integer(target) in self.files:
                    raise Unknown(f"{call}{arguments}")
            case "symlink" | "symlinkat":
                if self.disk.place(self.path(arguments[-1])):
                    raise Unknown(f"{call}{arguments}")
            case "sync" | "syncfs" | "sync_file_range":
                # They make more safe than this model assumes.
                pass

    def path(self, argument, folder="AT_FDCWD"):
        path = trace.path(argument)
        assert folder == "AT_FDCWD" or path.startswith("/"), (folder, path)
        return os.path.join(os.getcwd(), path)

    def open(self, event, path, flags):
        self.files.pop(event.result, None)
        node = self.disk.node(path)
        if not node and self.disk.place(path) and "O_CREAT" in flags:
            node = File()
            self.disk.name(event.ended, path, node)
        if not node:
            return
        if "O_TRUNC" in flags and node.size:
            node.truncate(event.ended, 0)
        self.files[event.result] = Open(node, appends="O_APPEND" in flags)

    def duplicate(self, old, new):
        if opened := self.files.get(integer(old)):
            self.files[new] = opened

    def write(self, event):
        opened = self.files.get(integer(event.arguments[0]))
        if opened is None:
            return self.sent(trace.data(event.arguments[1])) if is_sending(event) else None
        if event.result is None or event.result < 0:
            return None
        bytes = trace.data(event.arguments[1])[:event.result]
        if event.call.startswith("pwrite"):
            offset = int(event.arguments[3])
        else:
            offset = opened.node.size if opened.appends else opened.offset
            opened.offset = offset + len(bytes)
        opened.node.write(event.ended, offset, bytes)
        return None


def is_keeping(event):
    return event.call in ("fsync", "fdatasync")


def is_opening(event):
    return event.call in ("open", "creat", "openat", "openat2", "dup", "dup2", "dup3", "fcntl")


def is_sending(event):
    return event.call in ("write", "writev", "sendto", "sendmsg")


def integer(argument):
    try:
        return int(argument)
    except ValueError:
        return None
