"""NEW_22: a cover is cut once, for Moments pages and for the banner of a profile (decision 0091)."""
import pytest

from support.fixtures import community
from support.origins import until
from support.own_account import Own
from support.photos import Photos
from support.pictures import bands

READS_PIXELS = True

COLOURS = [(200, 30, 30), (30, 200, 30), (30, 30, 200), (200, 200, 30), (200, 30, 200), (30, 200, 200)]
"""Of a picture that is twice as high as wide: the first three are its upper square."""

SAMPLE = """(async () => {
  const image = new Image();
  image.src = arguments[0];
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const at = (across, down) => [...context.getImageData(Math.floor(canvas.width * across), Math.floor(canvas.height * down), 1, 1).data.slice(0, 3)];
  return [canvas.width, canvas.height, arguments[1].flatMap((down) => [at(0.03, down), at(0.97, down)])];
})()"""


@pytest.fixture
def own(moments, people):
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    own = Own(moments, people["gus_next_door"])
    yield own
    own.member.request(own.site.upstream, "DELETE", "/api/v1/profile/header")


@pytest.fixture
def photo(own, tmp_path):
    return Photos(own, tmp_path).file("bands.png", bands(300, 600, *COLOURS))


def path(url):
    """Returns the path of an address of the server, which the test reaches at another port."""
    return "/" + url.split("/", 3)[3]


def sampled(own, url, places):
    """Returns a picture's size, and its colours at its left and right edge, at parts of its height."""
    return own.browser.js_async(SAMPLE, path(url), places)


def is_near(pixel, colour):
    return all(abs(a - b) < 40 for a, b in zip(pixel, colour))


def until_alike(own):
    """Waits until the preview shows the band in the frame's middle; returns the picture's place in the frame."""
    x, y, width, frame, height = own.place()
    own.moments.until("""(([frame, picture, band, preview]) => {
      const middle = ({ top, height }) => top + height / 2;
      const center = ({ left, width }) => left + width / 2;
      const scale = band.width / frame.width;
      return Math.abs(middle(preview) - middle(band) - (middle(picture) - middle(frame)) * scale) < 1
        && Math.abs(center(preview) - center(band) - (center(picture) - center(frame)) * scale) < 1
        && Math.abs(preview.width - picture.width * scale) < 1;
    })(['.cut', '.cut img', '.cut-band', '.cut-band img'].map((name) => screen.querySelector(name).getBoundingClientRect()))""")
    assert abs(frame - height) < 1, "as wide as high"
    return x, y, width, frame


def test_NEW_22_one_cut_shows_the_cover_and_the_banner_under_the_finger(own, photo):
    own.open()
    own.choose("cover", photo)
    x, y, width, frame = until_alike(own)
    assert abs(x) < 1 and abs(y) < 1 and abs(width - frame) < 1
    assert abs(own.preview()[4] - 1 / 3) < 0.01, "three times as wide as high"
    band = own.moments.value("getComputedStyle(screen.querySelector('.cut'), '::before').backgroundImage")
    assert band.count("gradient") == 3, "two lines and a shade mark it in the frame"
    middle = own.browser.middle(".cut")
    with own.browser.finger(*middle) as finger:
        for way in range(12, 60, 12):
            finger.move(middle[0], middle[1] - way)
        own.moments.until("Number(getComputedStyle(screen).getPropertyValue('--y')) < 0")
        assert until_alike(own)[1] < -20
    if own.browser.has_touch:
        own.browser.pinch(middle, 60, 120)
        own.moments.until("Number(getComputedStyle(screen).getPropertyValue('--zoom')) > 1500")
    else:
        own.browser.tap("[data-tap='press:+']")
        own.moments.until("getComputedStyle(screen).getPropertyValue('--zoom') === '1200'")
    assert until_alike(own)[2] > frame * 1.15
    # Beyond the picture there is nothing to show.
    own.browser.drag((40, middle[1]), (350, middle[1]))
    x, _, width, frame = until_alike(own)
    assert abs(x - (width - frame) / 2) < 1.5


def test_NEW_22_a_panorama_shows_whole_when_it_is_made_smaller(own, tmp_path):
    sky, land = (60, 120, 220), (40, 160, 60)
    own.open()
    own.choose("cover", Photos(own, tmp_path).file("panorama.png", bands(1200, 300, sky, land)))
    _, _, width, frame = until_alike(own)
    assert abs(width - 4 * frame) < 2, "at first it covers the frame"
    middle = own.browser.middle(".cut")
    own.browser.drag(middle, (middle[0] + 60, middle[1]))
    own.moments.until("Number(getComputedStyle(screen).getPropertyValue('--x')) > 0")
    for _ in range(8):
        own.browser.tap("[data-tap='press:-']")
    own.moments.until("getComputedStyle(screen).getPropertyValue('--zoom') === '250'")
    x, y, width, frame = until_alike(own)
    assert abs(x) < 1 and abs(y) < 1 and abs(width - frame) < 2
    own.moments.until("screen.querySelectorAll('.cutting .smear[data-state=shown]').length === 2")
    own.cut()
    own.save()
    until(lambda: own.profile()["header"].endswith("/banner.jpg"), "the server has it")
    header = own.profile()["header"]
    width, height, colours = sampled(own, header.removesuffix("banner.jpg") + "original.jpg", [0.03, 0.4, 0.6, 0.97])
    assert width == height
    assert all(is_near(colour, sky) for colour in colours[:4]), colours
    assert all(is_near(colour, land) for colour in colours[4:]), colours
    width, height, _ = sampled(own, header, [0.5])
    assert width == 3 * height


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en-US", "ar-EG"])
def test_NEW_22_both_uses_are_in_sight_while_cutting(own, photo, size, language):
    own.browser.use(size=size, language=language)
    own.member.sign_in(own.browser, own.site)  # in WebKit's driver this is a new session
    own.open()
    own.choose("cover", photo)
    boxes = own.moments.value("""['.cut', '.cut-preview', '.choices .choice', '.choices .primary', '.presses']
      .map((name) => screen.querySelector(`.cutting ${name}`).getBoundingClientRect().toJSON())""")
    for box in boxes[:2]:
        assert box["left"] >= 0 and box["top"] >= 0 and box["right"] <= size[0] and box["bottom"] <= size[1]
    for number, box in enumerate(boxes):
        for other in boxes[number + 1:]:
            assert (box["right"] <= other["left"] + 1 or other["right"] <= box["left"] + 1
                    or box["bottom"] <= other["top"] + 1 or other["bottom"] <= box["top"] + 1), (box, other)
    assert boxes[0]["width"] >= 240


def test_NEW_22_the_cover_is_whole_on_moments_and_its_middle_in_the_banner(own, photo):
    own.moments.open(f"/moments/{own.member.username}")
    own.moments.until("!!screen.querySelector('.cover .change')")
    own.browser.tap(".cover .change")
    own.moments.until("!!screen.querySelector('.own-pictures')")
    own.moments.until("!screen.getAnimations().length")
    own.choose("cover", photo)
    middle = own.browser.middle(".cut")
    own.browser.drag(middle, (middle[0], middle[1] + 0.9 * own.place()[3]))
    own.moments.until("getComputedStyle(screen).getPropertyValue('--y') === '500'")
    own.cut()
    own.save()
    square = "(({ naturalWidth, naturalHeight }) => naturalWidth > 0 && naturalWidth === naturalHeight)(screen.querySelector('.moments .cover img') ?? {})"
    own.moments.until(f"screen.matches('.moments') && {square}")
    until(lambda: own.profile()["header"].endswith("/banner.jpg"), "the server has it")
    header = own.profile()["header"]
    whole = header.removesuffix("banner.jpg") + "original.jpg"
    # The response of the server has the banner; the page shows the whole.
    own.moments.until("(({ src, state }) => src.endsWith('/original.jpg') && state === 'shown')(screen.querySelector('.cover img').dataset)")
    own.moments.until(square)

    width, height, colours = sampled(own, header, [0.05, 0.5, 0.95])
    assert width == 3 * height
    assert all(is_near(colour, COLOURS[1]) for colour in colours), colours
    width, height, colours = sampled(own, whole, [1 / 6, 1 / 2, 5 / 6])
    assert width == height
    assert all(is_near(colours[at], COLOURS[at // 2]) for at in range(6)), colours

    own.moments.open(f"/moments/{own.member.username}")
    own.moments.until(f"{square} && !!screen.querySelector('.cover img').currentSrc")
    own.moments.open(f"/@{own.member.username}")
    own.moments.until("(({ naturalWidth, naturalHeight }) => naturalWidth > 0 && naturalWidth === 3 * naturalHeight)(screen.querySelector('.banner img') ?? {})")
