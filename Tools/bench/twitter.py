"""The home timeline by the Twitter API, beside the same by the Mastodon API."""
import crowd
import reader
import servers
import throughput
from places import ROOT, SCRATCH
from report import Row, Section

POSTS, MEMBERS = 20_000, 600
MASTODON, TWITTER = "/api/v1/timelines/home?limit=20", "/1.1/statuses/home_timeline.json?count=20&tweet_mode=extended"
UNCACHED = ROOT / "Tools/bench/uncached.lua"
AIM = 0.70


def measure():
    data = SCRATCH / "twitter"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, POSTS, MEMBERS)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        crowd.wait_until_indexed(data)
        headers = {"Authorization": f"Bearer {reader.token(server)}"}
        rows = [row(server, headers, name, script) for name, script in (("Cached", None), ("Not cached", UNCACHED))]
    return Section("The Twitter API", note(), rows)


def note():
    return (
        f"The home timeline of a reader in a community of {POSTS:,} posts: `GET {TWITTER}` beside `GET {MASTODON}`, with a token in the header "
        f"`Authorization: Bearer`, so without a signature's check; 16 connections, the best of {throughput.ROUNDS} rounds of {throughput.SECONDS} s in turn. "
        f"Not cached: each request has another `max_id`.")


def row(server, headers, name, script):
    rates = {MASTODON: [], TWITTER: []}
    for path, measured in [*rates.items()] * throughput.ROUNDS:
        throughput.wrk(server.url + path, headers, 1, script=script)
        measured.append(throughput.wrk(server.url + path, headers, throughput.SECONDS, script=script))
    ours, theirs = max(rates[TWITTER]), max(rates[MASTODON])
    share = ours / theirs
    return Row(f"{name}", f"**{share:.0%}** ({ours:,.0f} of {theirs:,.0f} a second)", "≥ 70% of the Mastodon API", share >= AIM)
