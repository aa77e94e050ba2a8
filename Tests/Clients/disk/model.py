"""A model of a disk that keeps only what was synced.

A file's content is safe after fsync of the file; its name is safe after fsync of its folder (POSIX).
Every other change may be lost or kept at a power cut, independently. Of an unsynced write, any subset of sectors may
survive.
"""
import os
import pathlib

SECTOR = 512


class File:
    def __init__(self, content=b""):
        self.safe = bytearray(content)
        self.size = len(content)
        """Changes as (trace line at which the call ended, offset, bytes); offset `None` truncates to that length."""
        self.changes = []

    def write(self, moment, offset, bytes):
        self.changes.append((moment, offset, bytes))
        self.size = max(self.size, offset + len(bytes))

    def truncate(self, moment, size):
        self.changes.append((moment, None, size))
        self.size = size

    def keep(self, before):
        """Makes changes before that moment safe. Returns whether there were any."""
        kept = [change for change in self.changes if change[0] < before]
        self.changes = [change for change in self.changes if change[0] >= before]
        for _, offset, value in kept:
            apply(self.safe, offset, value)
        return bool(kept)

    def after_cut(self, choose):
        content = bytearray(self.safe)
        for _, offset, value in self.changes:
            if offset is None:
                if choose():
                    apply(content, None, value)
                continue
            if choose.whole:
                if choose():
                    apply(content, offset, value)
                continue
            for start in range(0, len(value), SECTOR):
                if choose():
                    apply(content, offset + start, value[start:start + SECTOR])
        return bytes(content)


def apply(content, offset, value):
    if offset is None:
        if value < len(content):
            del content[value:]
        else:
            content.extend(bytes(value - len(content)))
        return
    if offset > len(content):
        content.extend(bytes(offset - len(content)))
    content[offset:offset + len(value)] = value


class Folder:
    def __init__(self):
        self.safe = {}
        self.entries = {}
        """Changes of names that aren't safe yet, in order."""
        self.changes = []

    def keep(self, before):
        kept = [change for change in self.changes if change.moment < before]
        for change in kept:
            change.keep()
        return bool(kept)


class Naming:
    """A change of names that happens as a whole: one for a new file, two for a rename. `steps`: (folder, name, new
    node)."""

    def __init__(self, moment, *steps):
        self.moment = moment
        self.steps = steps
        for folder, name, node in steps:
            put(folder.entries, name, node)
        for folder in {id(folder): folder for folder, _, _ in steps}.values():
            folder.changes.append(self)

    def keep(self):
        for folder, name, node in self.steps:
            put(folder.safe, name, node)
            if self in folder.changes:
                folder.changes.remove(self)


def put(entries, name, node):
    if node is None:
        entries.pop(name, None)
    else:
        entries[name] = node


class Disk:
    """The content of one folder of the machine; paths elsewhere are ignored."""

    def __init__(self, root, before=None):
        """`before`: a copy of the folder's first state; `None` if it was empty."""
        self.root = pathlib.Path(os.path.abspath(root))
        self.top = Folder()
        if before:
            self._read(before, self.top)

    def _read(self, place, folder):
        """Reads the first state, all of which is safe."""
        for entry in os.scandir(place):
            if entry.is_dir(follow_symlinks=False):
                node = Folder()
                self._read(entry.path, node)
            else:
                node = File(pathlib.Path(entry.path).read_bytes())
            folder.safe[entry.name] = folder.entries[entry.name] = node

    def place(self, path):
        """Returns the folder of a path and the name in it; `None` if the path is elsewhere."""
        path = pathlib.Path(os.path.normpath(path))
        if not path.is_relative_to(self.root) or path == self.root:
            return None
        node = self.top
        for part in path.parent.relative_to(self.root).parts:
            node = node.entries.get(part)
            if not isinstance(node, Folder):
                return None
        return node, path.name

    def node(self, path):
        if pathlib.Path(os.path.normpath(path)) == self.root:
            return self.top
        found = self.place(path)
        return found and found[0].entries.get(found[1])

    def name(self, moment, path, node):
        folder, name = self.place(path)
        Naming(moment, (folder, name, node))

    def folders(self, folder=None, path=""):
        """Yields the paths of all folders, for the report of a failure."""
        for name, node in (folder or self.top).entries.items():
            if isinstance(node, Folder):
                yield f"{path}/{name}"
                yield from self.folders(node, f"{path}/{name}")

    def rename(self, moment, old, new):
        source, target = self.place(old), self.place(new)
        assert source and target, f"no folder for {old if target else new}; there are {sorted(self.folders())}"
        node = source[0].entries[source[1]]
        Naming(moment, (*source, None), (*target, node))

    def write_after_cut(self, target, choose, skip=()):
        """Writes to `target` what a power cut leaves, as `choose` decides."""
        chosen = {}
        def survives(change):
            if id(change) not in chosen:
                chosen[id(change)] = choose()
            return chosen[id(change)]

        def leave(folder, place):
            os.makedirs(place, exist_ok=True)
            entries = dict(folder.safe)
            for change in folder.changes:
                if survives(change):
                    for where, name, node in change.steps:
                        if where is folder:
                            put(entries, name, node)
            for name, node in entries.items():
                if isinstance(node, Folder):
                    leave(node, os.path.join(place, name))
                elif not name.endswith(tuple(skip)):
                    with open(os.path.join(place, name), "wb") as file:
                        file.write(node.after_cut(choose))
        leave(self.top, str(target))


class Choice:
    """Decides which unsynced changes survive a power cut."""

    def __init__(self, decide, whole=True):
        self.decide = decide
        self.whole = whole

    def __call__(self):
        return self.decide()


def nothing():
    return Choice(lambda: False)


def everything():
    return Choice(lambda: True)


def some(chance):
    """Keeps a random share of the changes; in half of the cases writes may be torn."""
    share = chance.choice([0.1, 0.5, 0.9])
    return Choice(lambda: chance.random() < share, whole=chance.random() < 0.5)
