"""Results, as a page of the documentation and as text on the terminal."""
import dataclasses
import re

from machine import facts
from places import REPORT, TEMPLATE

AFTER_RESULTS = "Work in place of time"
"""The heading of the template that follows the results."""


@dataclasses.dataclass
class Row:
    what: str
    measured: str
    aim: str = ""
    is_met: bool | None = None

    @property
    def verdict(self):
        if self.is_met is None:
            return self.aim
        return f"{self.aim}: {'met' if self.is_met else '**missed**'}"


@dataclasses.dataclass
class Section:
    title: str
    note: str
    rows: list[Row]

    @property
    def markdown(self):
        lines = [f"## {self.title}", "", self.note, "", "| What | Measured | Aim |", "| --- | --- | --- |"]
        lines += [f"| {row.what} | {row.measured} | {row.verdict} |" for row in self.rows]
        return "\n".join(lines)

    @property
    def text(self):
        width = max(len(row.what) for row in self.rows)
        lines = [self.title] + [f"  {row.what:{width}}  {row.measured}  {row.verdict}".rstrip() for row in self.rows]
        return "\n".join(lines).replace("**", "").replace("`", "")


def write(sections):
    """Rewrites docs/benchmarks.md: the template, filled in with the values of a run."""
    page = TEMPLATE.read_text().replace("{{machine}}", "\n".join(f"- {name}: {value}" for name, value in facts()))
    page = page.replace("{{results}}", "\n\n".join(section.markdown for section in sections))
    REPORT.write_text(page)


def replace(sections):
    """Puts sections into docs/benchmarks.md in place of those of the same title; new ones go after the other results."""
    page = REPORT.read_text()
    for section in sections:
        old = re.search(rf"^## {re.escape(section.title)}\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
        at, end = old.span() if old else [page.index(f"## {AFTER_RESULTS}")] * 2
        page = page[:at] + section.markdown + "\n\n" + page[end:]
    REPORT.write_text(page)


def bytes_text(count):
    return f"{count / 1024:.1f} KB"


def megabytes(count):
    return f"{count / 1024 / 1024:.1f} MB"


def milliseconds(values):
    """Returns the median and the range of the values."""
    ordered = sorted(values)
    digits = 0 if ordered[-1] >= 100 else 1
    return f"**{median(values):,.{digits}f} ms** ({ordered[0]:,.{digits}f} to {ordered[-1]:,.{digits}f})"


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
