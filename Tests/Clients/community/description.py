"""Reads the server's description of its API: `/api/openapi.json`."""
import dataclasses
import re

from .member import request

WRITING = ("post", "put", "patch", "delete")


@dataclasses.dataclass
class Operation:
    method: str
    path: str
    """The path with names in braces: `/api/v1/statuses/{id}`."""

    access: str
    """The level of access: `everybody`, `application`, `member` or `permitted`."""

    scope: str | None
    parameters: dict
    """The parameters of query and body: the schema of each by its name."""

    required: list
    takes_files: bool

    @property
    def name(self):
        return f"{self.method} {self.path}"

    @property
    def is_writing(self):
        return self.method.lower() in WRITING

    @property
    def has_body(self):
        return self.method in ("POST", "PUT", "PATCH")

    def address(self, **values):
        """Returns the path with its names filled in."""
        return re.sub(r"{(\w+)}", lambda name: str(values[name[1]]), self.path)


def described_operations(server):
    description = request(server, "GET", "/api/openapi.json").json()
    return [operation(method.upper(), path, entry)
            for path, methods in description["paths"].items()
            for method, entry in methods.items() if isinstance(entry, dict) and "responses" in entry]


def operation(method, path, entry):
    content = entry.get("requestBody", {}).get("content", {})
    schema = next(iter(content.values()), {}).get("schema", {})
    query = [parameter for parameter in entry.get("parameters", []) if parameter["in"] == "query"]
    parameters = {parameter["name"]: parameter["schema"] for parameter in query} | schema.get("properties", {})
    required = [parameter["name"] for parameter in query if parameter.get("required")] + schema.get("required", [])
    scopes = [scope for entry in entry.get("security", []) for scope in entry.get("oauth", [])]
    return Operation(
        method, path, entry["x-access"], scopes[0] if scopes else None, parameters, required,
        takes_files=list(content) == ["multipart/form-data"])
