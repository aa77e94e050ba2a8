"""What functions of the program are called in words, which stay the same when code around them changes."""
import re
import subprocess

FOR = " for "
SHARED = "byn$mgfn-shared$"
"""Begins the name of what wasm-opt made of functions that are almost the same."""
ROUND_IT = re.compile(r"specialized |merged |@Sendable |(implicit )?closure #\d+ .*?in |partial apply( forwarder)? for ")
TYPES = re.compile(r"(?:^|forwarder for |merged )generic (?:not re-abstracted |partial )?specialization <(.*?)> of ")
CLOSURE = re.compile(r"Closure Propagated : ([$\w]+)")


def is_numbered(words):
    """The compiler's own small functions have only numbers, which change with any change."""
    return words.startswith((".L", "objectdestroy"))


def in_words(names):
    """Of each mangled name: the type and the method, with the types and the closures that the compiler made a copy for.
    Closures, and the copies of values that the compiler calls “outlined”, are called as what they stand in."""
    names = [name.removeprefix(SHARED) for name in names]
    short, long = demangled(names, "--simplified"), demangled(names)
    closures = sorted({closure for text in long for closure in CLOSURE.findall(text)})
    owners = dict(zip(closures, map(without_wrapping, demangled(closures, "--simplified"))))
    return [with_copies(without_wrapping(name), text, owners) for name, text in zip(short, long)]


def demangled(names, *options):
    if not names:
        return []
    command = ["swift", "demangle", "--compact", *options]
    return subprocess.run(command, input="\n".join(names), check=True, capture_output=True, text=True).stdout.splitlines()


def without_wrapping(name):
    while found := ROUND_IT.match(name):
        name = name[found.end():]
    return name


def with_copies(name, text, owners):
    types = TYPES.search(text)
    copies = [owners[closure] for closure in CLOSURE.findall(text)]
    if types:
        copies.insert(0, re.sub(r"\b(?:Swift|Screens|Social|Contracts|Caching|Markup|JSON)\.|\(| in _[0-9A-F]{32}\)", "", types[1]))
    return FOR.join([name, *dict.fromkeys(copies)])


def without_copies(words):
    return words.split(FOR)[0]


def of_functions(text):
    """The mangled names of the functions of a program, in the text that wasm-dis writes."""
    return re.findall(r"^ \(func \$(\S+)", text, re.M)
