"""NEW_04: people whose browser runs no scripts read what is public. Reads the HTML, and nothing else."""
import io
from urllib.parse import urljoin

import pytest
import requests
from bs4 import BeautifulSoup
from PIL import Image


@pytest.fixture(scope="module")
def writer(server, member):
    writer = member("unscripted")
    file = io.BytesIO()
    Image.new("RGB", (640, 480), "teal").save(file, "PNG")
    file.seek(0)
    picture = writer.mastodon.media_post(file, "image/png", description="A teal wall", synchronous=True)
    writer.posts = [writer.mastodon.status_post(f"Post {number} of https://example.org") for number in range(7)]
    writer.shown = writer.mastodon.status_post("With a picture", media_ids=[picture])
    return writer


def page(server, path, **cookies):
    answer = requests.get(server.url + path, timeout=60, headers={"Accept-Language": "en"}, cookies=cookies)
    assert answer.status_code == 200, path
    return BeautifulSoup(answer.text, "html.parser")


def fallback(server, path, **cookies):
    """Returns the readable page that the page without the app leads to."""
    links = page(server, path, **cookies).select("main noscript a[href]")
    assert len(links) == 1, path
    return page(server, links[0]["href"])


@pytest.mark.parametrize("selection", ["", "/with_replies", "/media", "/followers"])
def test_NEW_04_a_profile_leads_to_posts_that_read_without_scripts(server, writer, selection):
    shown = fallback(server, f"/@{writer.username}{selection}")
    posts = shown.select(".moments-post")
    assert "With a picture" in posts[0].text and "Post 6" in posts[1].text
    picture = posts[0].select_one(".photo img")
    assert picture["alt"] == "A teal wall"
    for address in (picture["src"], posts[0].select_one("a.photo")["href"]):
        answer = requests.get(urljoin(server.url, address), timeout=60)
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("image/")
    assert posts[1].find("a", href="https://example.org")
    older = shown.select_one(".list-footer a.more")["href"]
    assert "Post 0" in page(server, older).text


def test_NEW_04_a_post_leads_to_itself(server, writer):
    post = writer.posts[3]
    posts = fallback(server, f"/@{writer.username}/{post.id}").select(".moments-post")
    assert "Post 3" in posts[0].text


def test_NEW_04_other_pages_lead_to_the_community_also_for_members(server, writer):
    for cookies in ({}, {"start": "home"}):
        for path in ("/search", "/tags/tea", "/compose", "/sign-in", "/circles"):
            assert fallback(server, path, **cookies).select("main .moments"), path
