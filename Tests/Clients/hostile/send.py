"""Sends bytes unchanged, which `requests` would normalize."""
import dataclasses
import http.client
import json


@dataclasses.dataclass
class Answer:
    status: int
    type: str
    body: bytes

    @property
    def is_error(self):
        """Returns whether the response has the API's one shape for errors."""
        try:
            value = json.loads(self.body)
            error = value["error"] if "error" in value else value["errors"][0]["message"]
            return self.type.startswith("application/json") and isinstance(error, str)
        except (ValueError, KeyError, TypeError, IndexError):
            return False


class Wire:
    """A connection that stays open as long as the server allows."""

    def __init__(self, server, token):
        self.server = server
        self.token = token
        self.connection = None

    def send(self, method, path, type, body):
        """Returns the response; `None` if the server closed the connection without one, as it may do for a body that
        is too large."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Length": str(len(body))}
        headers |= {"Content-Type": type} if type else {}
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            try:
                self.connection.request(method, path, body=body, headers=headers)
            except (BrokenPipeError, ConnectionResetError):
                pass  # The response may have arrived before the body was sent.
            response = self.connection.getresponse()
            answer = Answer(response.status, response.getheader("Content-Type", ""), response.read())
            if response.will_close:
                self.close()
            return answer
        except (ConnectionError, http.client.HTTPException):
            self.close()
            return None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None
