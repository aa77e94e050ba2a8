"""Requests as the libraries of the origin apps write them (twitter-v11.md): BDBOAuth1Manager with AFNetworking, TwitterKit,
and what an app without a library writes by hand. Signed here, byte by byte: no library of today writes such requests."""
import base64
import hashlib
import hmac
import http.client
import json
import secrets
import time
import urllib.parse


def encoded(text):
    return urllib.parse.quote(str(text), safe="~")


def form(pairs):
    return "&".join(f"{encoded(name)}={encoded(value)}" for name, value in pairs)


class Answer:
    """A response, whose JSON is read as strictly as the apps do."""

    def __init__(self, response):
        self.status = response.status
        self.type = response.headers["Content-Type"] or ""
        self.text = response.read().decode()

    @property
    def json(self):
        assert self.status == 200 and self.type.startswith("application/json"), (self.status, self.text)
        value = json.loads(self.text, object_pairs_hook=_object)
        # Apps look for these to see if a request failed.
        assert not isinstance(value, dict) or not {"error", "errors"} & set(value)
        return value

    @property
    def code(self):
        """The code of a refusal."""
        return json.loads(self.text)["errors"][0]["code"]


def _object(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"a name is there twice: {names}"
    return dict(pairs)


class App:
    """An app with a key, and a token after a sign-in."""

    separator = ", "
    """Between the pieces of the header field."""
    uses_request_secret = True
    """False for libraries that sign the last step of a sign-in without the secret of the second."""

    def __init__(self, server, key, token=("", "")):
        self.server, self.key, self.token = server, key, token

    def nonce(self):
        return base64.b64encode(secrets.token_bytes(32)).decode()

    def signed(self, method, path, pairs, token, secret, **more):
        """Returns the parameters of OAuth for a request with these parameters in query and form.

        `sent`: query and form as they are sent, if the app signs that."""
        sent = more.pop("sent", None)
        parameters = {
            "oauth_consumer_key": self.key[0], "oauth_nonce": self.nonce(), "oauth_signature_method": "HMAC-SHA1",
            "oauth_timestamp": str(int(time.time())), "oauth_version": "1.0"} | more
        if token:
            parameters["oauth_token"] = token
        protocol = [(encoded(name), encoded(value)) for name, value in parameters.items()]
        covered = protocol + (
            [tuple(piece.split("=", 1)) for piece in sent] if sent is not None
            else [(encoded(name), encoded(value)) for name, value in pairs])
        normalized = "&".join(f"{name}={value}" for name, value in sorted(covered))
        base = "&".join(map(encoded, (method, self.server.url + path, normalized)))
        key = f"{encoded(self.key[1])}&{encoded(secret)}".encode()
        signature = hmac.new(key, base.encode(), hashlib.sha1).digest()
        return parameters | {"oauth_signature": base64.b64encode(signature).decode()}

    def header(self, parameters):
        pieces = [f'{name}="{encoded(value)}"' for name, value in sorted(parameters.items())]
        return "OAuth " + self.separator.join(pieces)

    def request(self, method, path, query=(), fields=(), body=None, headers=(), sign=True, token=None, sent=None, **more):
        """Sends a request. `query`, `fields`: pairs in the address and in the form. `body`: one that isn't signed.
        `sent`: the query as text, if it is not to be encoded here."""
        headers = {"Accept-Language": "en;q=1", "Accept-Encoding": "identity", "User-Agent": "Twitter/1 (iPhone; iOS 8.1)"} \
            | dict(headers)
        if sign:
            token, secret = token or self.token
            pieces = None if sent is None else sent.split("&")
            headers["Authorization"] = self.header(
                self.signed(method, path, [*query, *fields], token, secret, sent=pieces, **more))
        if fields:
            body = form(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8"
        text = form(query) if sent is None else sent
        return self.send(method, path + ("?" + text if text else ""), body, headers)

    def send(self, method, target, body=None, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            connection.request(method, target, body, dict(headers))
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, name, query=(), **options):
        return self.request("GET", f"/1.1/{name}.json", query, **options)

    def post(self, name, fields=(), **options):
        return self.request("POST", f"/1.1/{name}.json", fields=fields, **options)

    def post_parts(self, name, fields):
        """Posts as AFNetworking does with `constructingBodyWithBlock`. No signature covers these fields."""
        boundary = "Boundary+" + secrets.token_hex(8).upper()
        body = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n' for field, value in fields)
        return self.request(
            "POST", f"/1.1/{name}.json", body=(body + f"--{boundary}--\r\n").encode(),
            headers={"Content-Type": f"multipart/form-data; boundary={boundary}"})

    def sign_in(self, callback, allow, method="GET", where="header"):
        """Signs in. `allow` gets the address to show, and returns where the member came out. Returns the last answer."""
        parameters = {"oauth_callback": callback}
        if where == "header":
            first = self.request(method, "/oauth/request_token", token=("", ""), **parameters)
        else:
            first = self.request(method, "/oauth/request_token", list(parameters.items()), token=("", ""))
        assert first.status == 200, first.text
        pieces = [piece.split("=") for piece in first.text.split("&")]
        assert all(len(piece) == 2 for piece in pieces), "each piece has one ="
        read = dict(pieces)
        assert read["oauth_callback_confirmed"] == "true"
        for name in ("oauth_token", "oauth_token_secret"):
            assert read[name].replace("-", "").isalnum() and read[name].isascii()
        left = allow(f"{self.server.url}/oauth/authorize?oauth_token={read['oauth_token']}")
        answer = dict(urllib.parse.parse_qsl(left.split("?", 1)[1]))
        assert answer["oauth_token"] == read["oauth_token"]
        secret = read["oauth_token_secret"] if self.uses_request_secret else ""
        last = self.request(
            "POST", "/oauth/access_token", token=(read["oauth_token"], secret), oauth_verifier=answer["oauth_verifier"])
        assert last.status == 200, last.text
        granted = dict(piece.split("=") for piece in last.text.split("&"))
        self.token = granted["oauth_token"], granted["oauth_token_secret"]
        return granted | {"left": left}


class TwitterKit(App):
    separator = ","
    uses_request_secret = False

    def nonce(self):
        return "8A7B0C2D-" + secrets.token_hex(16).upper()


class ByHand(App):
    """Puts what OAuth needs into the address, and leaves a `+` in the signature as it is."""

    def get(self, name, query=(), **options):
        path = f"/1.1/{name}.json"
        parameters = self.signed("GET", path, query, *self.token)
        signature = urllib.parse.quote(parameters.pop("oauth_signature"), safe="+~")
        text = form([*query, *parameters.items()]) + "&oauth_signature=" + signature
        return self.send("GET", f"{path}?{text}")
