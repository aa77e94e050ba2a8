"""Values that a client should not send."""
import json

MEGABYTES = 10 << 20

TEXTS = {
    "control characters": "".join(map(chr, range(1, 32))) + "\x7f\x80\x9f",
    "bidirectional overrides": "\u202eevil\u202c \u2066\u2067\u2068\u2069 \u061c",
    "invisible only": "\u200b\u200c\u200d\u2060\ufeff\u00ad",
    "stacked marks": "a" + "\u0301" * 500,
    "SQL": "'; DROP TABLE posts; -- \" OR 1=1",
    "SQL wildcards": "%_%",
    "script": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "template": "{{7*7}} ${7*7} <%= 7 %>",
    "header": "a\r\nSet-Cookie: a=b",
    "path": "../../../etc/passwd",
    "long": "x" * 200_000,
    "emoji": "👩‍👩‍👧‍👦" * 200,
    "NUL": "a\x00b",
    "number too large": "99999999999999999999999999",
    "negative": "-1",
    "not a number": "NaN",
    "date far away": "9999999-12-31T00:00:00Z",
}

WRONG_TYPES = {
    "null": None, "true": True, "zero": 0, "huge": 10**30, "fraction": 1.5, "tiny": 5e-324, "list": [], "object": {},
    "lists": [[[1]]], "list of objects": [{"a": 1}], "object in object": {"a": {"b": {"c": []}}},
    "many": list(range(1000)), "mixed": [None, True, "x", 1, {}],
}


def json_bodies(parameters):
    """Returns bodies by name: in each one parameter is wrong and the others are valid."""
    for name in parameters:
        plain = name.removesuffix("[]")
        for kind, value in (TEXTS | WRONG_TYPES).items():
            yield f"{plain}: {kind}", json.dumps({plain: value}).encode()
        yield f"{plain}: a lone surrogate", b'{"%s": "\\ud800"}' % plain.encode()
        yield f"{plain}: bad UTF-8", b'{"%s": "\xff\xfe\xc0\x80"}' % plain.encode()
        yield f"{plain}: twice", b'{"%s": "a", "%s": {"b": 1}}' % (plain.encode(), plain.encode())


def forms(parameters):
    for name in parameters:
        plain = name.removesuffix("[]").encode()
        yield f"{name}: brackets without end", plain + b"[[[[[=x&" + plain + b"]]]=y&" + plain + b"[a=z"
        yield f"{name}: a text and a list", plain + b"=a&" + plain + b"[]=b&" + plain + b"[c]=d"
        yield f"{name}: deep", plain + b"[a]" * 2000 + b"=x"
        yield f"{name}: bad percent", plain + b"=%zz%&%=%00&=&&&"
        yield f"{name}: bad UTF-8", plain + b"=%ff%fe%c0%80"
        yield f"{name}: NUL", plain + b"=a%00b"
        yield f"{name}: a thousand", b"&".join([plain + b"[]=1"] * 5000)


DEEP = 100_000
BOUNDARY = "limit"

WHOLE_BODIES = {
    "deep lists": ("application/json", b"[" * DEEP),
    "deep objects": ("application/json", b'{"status":' * DEEP + b"1" + b"}" * DEEP),
    "deep and closed": ("application/json", b'{"status":' + b"[" * 5000 + b"]" * 5000 + b"}"),
    "not JSON": ("application/json", b"status=hello"),
    "half of JSON": ("application/json", b'{"status": "hel'),
    "a list": ("application/json", b'["status"]'),
    "a text": ("application/json", b'"status"'),
    "bad UTF-8": ("application/json", b'{"\xff\xff": "\xc3\x28"}'),
    "UTF-16": ("application/json", '{"status": "hello"}'.encode("utf-16")),
    "NULs": ("application/json", b"\x00" * 1000),
    "many names": ("application/json", json.dumps({f"name{number}": number for number in range(20_000)}).encode()),
    "XML": ("application/xml", b"<status>hello</status>"),
    "no type": ("", b"status=hello"),
    "nonsense type": ("a/b/c; ;;=", b"status=hello"),
    "text": ("text/plain", b"status=hello"),
    "multipart without boundary": ("multipart/form-data", b"--x\r\n\r\nhello\r\n--x--"),
    "multipart without end": (
        f"multipart/form-data; boundary={BOUNDARY}",
        b'--limit\r\nContent-Disposition: form-data; name="status"\r\n\r\nhello'),
    "multipart without names": (
        f"multipart/form-data; boundary={BOUNDARY}", b"--limit\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--limit--"),
    "multipart without a head": (f"multipart/form-data; boundary={BOUNDARY}", b"--limit\r\nhello\r\n--limit--\r\n"),
    "multipart of other bytes": (f"multipart/form-data; boundary={BOUNDARY}", bytes(range(256)) * 100),
    "multipart of very many parts": (
        f"multipart/form-data; boundary={BOUNDARY}",
        b'--limit\r\nContent-Disposition: form-data; name="a[]"\r\n\r\n1\r\n' * 10_000 + b"--limit--\r\n"),
    "multipart with an endless head": (
        f"multipart/form-data; boundary={BOUNDARY}",
        b"--limit\r\nContent-Disposition: form-data; name=\"" + b"x" * 100_000 + b"\"\r\n\r\n1\r\n--limit--\r\n"),
    "empty boundary": ("multipart/form-data; boundary=", b"----\r\n\r\n--"),
}
