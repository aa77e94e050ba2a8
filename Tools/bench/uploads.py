"""What others feel while pictures come in: 20 of 12 megapixels at once."""
import concurrent.futures
import http.client
import io
import json
import os
import threading
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


def measure():
    data = SCRATCH / "uploads"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, POSTS)
    photos = [photo(number) for number in range(PICTURES)]
    with servers.swiftlet(data, "--no-rate-limits") as server:
        token = reader.token(server)
        pages = page_paths(server, token)
        read(server, token, pages, lambda: False, seconds=2)
        alone = read(server, token, pages, lambda: False, seconds=SECONDS)
        done, seconds = threading.Event(), []
        threading.Thread(target=bring, args=(server, token, photos, done, seconds)).start()
        beside = read(server, token, pages, done.is_set, seconds=600)
        memory = server.memory()[2]
    ratio = percentile(beside, 99) / percentile(alone, 99)
    return Section("Pictures coming in", note(photos), [
        Row("Home timeline alone", times(alone)),
        Row(f"Home timeline while {PICTURES} pictures come in", f"{times(beside)}, **{ratio:.1f}×** at p99",
            f"≤ {AIM}× at p99", ratio <= AIM),
        Row(f"All {PICTURES} ready", f"**{seconds[0]:.1f} s**" if seconds else "not all"),
        Row("Highest RSS", f"**{megabytes(memory)}**"),
    ])


def note(photos):
    return (
        f"`POST /api/v2/media`, {PICTURES} at the same time, each {SIZE[0]}×{SIZE[1]} and about "
        f"{megabytes(sum(map(len, photos)) / len(photos))} (phones make them smaller before they send them), until "
        f"`GET /api/v1/media/:id` answers 200 for all. Meanwhile one member reads pages of home "
        f"(`/api/v1/timelines/home?max_id=…`, {POSTS:,} posts) one after the other, none of which is kept; "
        f"{SECONDS} s alone first.")


def photo(number):
    """Detail of every size, as a camera sees it."""
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
    """Milliseconds of each request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers, taken, number = {"Authorization": f"Bearer {token}"}, [], 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and not is_over():
        began = time.perf_counter()
        # Another number makes it another answer, which nobody has kept.
        connection.request("GET", f"{paths[number % len(paths)]}&limit={20 - number // len(paths) % 3}", headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        taken.append((time.perf_counter() - began) * 1000)
        number += 1
    connection.close()
    return sorted(taken)


def bring(server, token, photos, done, seconds):
    began = time.perf_counter()
    try:
        with concurrent.futures.ThreadPoolExecutor(len(photos)) as pool:
            list(pool.map(lambda photo: upload(server, token, photo), photos))
        seconds.append(time.perf_counter() - began)
    finally:
        done.set()


def upload(server, token, photo):
    body = (b'--limit\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n' + photo
            + b"\r\n--limit--\r\n")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "multipart/form-data; boundary=limit"}
    status, answer = ask(server, "POST", "/api/v2/media", body, headers)
    assert status in (200, 202), answer
    path = f"/api/v1/media/{json.loads(answer)['id']}"
    while status != 200:
        time.sleep(0.2)
        status, answer = ask(server, "GET", path, None, headers)
        assert status in (200, 206), answer


def ask(server, method, path, body, headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    taken = answer.status, answer.read()
    connection.close()
    return taken


def percentile(sorted_times, percent):
    return sorted_times[min(len(sorted_times) - 1, len(sorted_times) * percent // 100)]


def times(sorted_times):
    return f"**p50 {percentile(sorted_times, 50):.1f} ms, p99 {percentile(sorted_times, 99):.1f} ms**"
