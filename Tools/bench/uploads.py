"""The effect of uploads on others: 20 pictures of 12 megapixels at once."""
import concurrent.futures
import dataclasses
import http.client
import io
import json
import os
import time

import crowd
import reader
import servers
from places import SCRATCH
from report import Row, Section, megabytes

POSTS = 20_000
PICTURES = 20
SIZE = (4000, 3000)
AIM = 2
"""Times the 99th percentile of the home timeline without uploads."""
SECONDS = 10


@dataclasses.dataclass
class Brought:
    """The times of the uploads by the machine's clock, in seconds."""

    began: float
    sent: float
    """Every upload has a response; some copies aren't made yet."""

    ready: float


def measure():
    data = SCRATCH / "uploads"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, POSTS)
    photos = [photo(number) for number in range(PICTURES)]
    with (servers.swiftlet(data, "--no-rate-limits") as server,
          concurrent.futures.ProcessPoolExecutor(1, initializer=os.nice, initargs=(10,)) as phones):
        crowd.wait_until_indexed(data)
        token = reader.token(server)
        pages = page_paths(server, token)
        read(server, token, pages, lambda: False, seconds=2)
        alone = [taken for _, taken in read(server, token, pages, lambda: False, seconds=SECONDS)]
        bringing = phones.submit(bring, server.port, token, photos)
        beside = read(server, token, pages, bringing.done, seconds=600)
        brought = bringing.result()
        memory = server.memory()[2]
    sending = [taken for end, taken in beside if brought.began <= end < brought.sent]
    making = [taken for end, taken in beside if brought.sent <= end < brought.ready]
    ratio = percentile(sending + making, 99) / percentile(alone, 99)
    return Section("Pictures coming in", note(photos), [
        Row("Home timeline alone", times(alone)),
        Row(f"Home timeline while {PICTURES} pictures come in", f"{times(sending + making)}, **{ratio:.1f}×** at p99",
            f"≤ {AIM}× at p99", ratio <= AIM),
        Row("… while they are sent", f"{times(sending)}, for {brought.sent - brought.began:.1f} s"),
        Row("… then, while copies are made", f"{times(making)}, for {brought.ready - brought.sent:.1f} s"),
        Row(f"All {PICTURES} ready", f"**{brought.ready - brought.began:.1f} s**"),
        Row("Highest RSS", f"**{megabytes(memory)}**"),
    ])


def note(photos):
    return (
        f"`POST /api/v2/media`, {PICTURES} at the same time, each {SIZE[0]}×{SIZE[1]} and about "
        f"{megabytes(sum(map(len, photos)) / len(photos))} (phones make them smaller before they send them), until "
        f"`GET /api/v1/media/:id` answers 200 for all. Meanwhile one member reads pages of home "
        f"(`/api/v1/timelines/home?max_id=…`, {POSTS:,} posts) one after the other, none of which is kept; "
        f"{SECONDS} s alone first. The pictures come from another process that stands back (niceness 10): it is in the place "
        f"of phones, which don't take the server's processors.")


def photo(number):
    """Returns a picture with detail of every size, as from a camera."""
    from PIL import Image
    noise = Image.frombytes("RGB", (500, 375), os.urandom(500 * 375 * 3))
    fine = Image.frombytes("L", (2000, 1500), os.urandom(3_000_000)).resize(SIZE).convert("RGB")
    stream = io.BytesIO()
    Image.blend(noise.resize(SIZE, Image.Resampling.BICUBIC), fine, 0.15).save(stream, "JPEG", quality=85)
    return stream.getvalue()


def page_paths(server, token):
    paths, path = [], "/api/v1/timelines/home"
    for _ in range(40):
        ids = [entry["id"] for entry in json.loads(server.get(path, Authorization=f"Bearer {token}")[2])]
        if not ids:
            break
        paths += [f"/api/v1/timelines/home?max_id={id}" for id in ids]
        path = paths[-1]
    return paths


def read(server, token, paths, is_over, seconds):
    """Returns the end and the duration in milliseconds of each request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers, taken, number = {"Authorization": f"Bearer {token}"}, [], 0
    end = time.monotonic() + seconds
    while (began := time.monotonic()) < end and not is_over():
        # Another limit makes it another response, which isn't cached.
        connection.request("GET", f"{paths[number % len(paths)]}&limit={20 - number // len(paths) % 3}", headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        taken.append((time.monotonic(), (time.monotonic() - began) * 1000))
        number += 1
    connection.close()
    return taken


def bring(port, token, photos):
    """Uploads in a process of its own, so that the reader doesn't wait for Python's lock."""
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(len(photos)) as pool:
        moments = list(pool.map(lambda photo: upload(port, token, photo), photos))
    return Brought(began, max(sent for sent, _ in moments), max(ready for _, ready in moments))


def upload(port, token, photo):
    """Returns the time of the response, and the time at which the copies were made."""
    body = (b'--limit\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n' + photo
            + b"\r\n--limit--\r\n")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "multipart/form-data; boundary=limit"}
    status, answer = ask(port, "POST", "/api/v2/media", body, headers)
    sent = time.monotonic()
    assert status in (200, 202), answer
    path = f"/api/v1/media/{json.loads(answer)['id']}"
    while status != 200:
        time.sleep(0.2)
        status, answer = ask(port, "GET", path, None, headers)
        assert status in (200, 206), answer
    return sent, time.monotonic()


def ask(port, method, path, body, headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    taken = answer.status, answer.read()
    connection.close()
    return taken


def percentile(taken, percent):
    return sorted(taken)[min(len(taken) - 1, len(taken) * percent // 100)]


def times(taken):
    if not taken:
        return "no time"
    return f"**p50 {percentile(taken, 50):.1f} ms, p99 {percentile(taken, 99):.1f} ms** ({len(taken):,})"
