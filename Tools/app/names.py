"""Names functions of the program by words, which stay the same when the code around them changes."""
import re
import subprocess

FOR = " for "
SHARED = "byn$mgfn-shared$"
"""The prefix of functions that wasm-opt merged because they were almost the same."""
ROUND_IT = re.compile(r"specialized |merged |@Sendable |(implicit )?closure #\d+ .*?in |partial apply( forwarder)? for ")
TYPES = re.compile(r"(?:^|forwarder for |merged )generic (?:not re-abstracted |partial )?specialization <(.*?)> of ")
CLOSURE = re.compile(r"Closure Propagated : ([$\w]+)")


def is_numbered(words):
    """Returns whether it is one of the compiler's own small functions, which have only numbers that any change can
    alter."""
    return words.startswith((".L", "objectdestroy"))


def in_words(names):
    """Returns a name for each mangled one: type and method, with the types and closures that the copy is specialized
    for. Closures, and copies of values that the compiler calls “outlined”, get the name of the function that contains
    them."""
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
        copies.insert(0, re.sub(r"\b(?:Swift|Screens|Social|Contracts|ImageCaching|Localization|Markup|JSON)\.|\(| in _[0-9A-F]{32}\)", "", types[1]))
    return FOR.join([name, *dict.fromkeys(copies)])


def without_copies(words):
    return words.split(FOR)[0]


def of_functions(text):
    """Returns the mangled names of a program's functions, from the text that wasm-dis writes."""
    return re.findall(r"^ \(func \$(\S+)", text, re.M)
