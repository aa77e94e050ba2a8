"""The animation of a picture from its place in a list to the whole window and back, paused and examined step by
step."""

HOLD = """
window.flights = [];
Element.prototype.animate_ ??= Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const flight = this.animate_(...how);
  flight.pause();
  flights.push(flight);
  return flight;
};"""

# The visible part of the picture: its box without the clipped edges.
SHOWN = """(() => {
  const picture = flights[0].effect.target;
  const box = picture.getBoundingClientRect();
  const scale = box.width / picture.offsetWidth;
  const [, insets] = getComputedStyle(picture).clipPath.match(/inset[(]([^)]*?)( round.*)?[)]$/) ?? [null, '0px'];
  const [down, across = down] = insets.split(' ').map((inset) => parseFloat(inset) * scale);
  return [box.left + across, box.top + down, box.width - 2 * across, box.height - 2 * down];
})()"""


def hold(browser):
    browser.js(HOLD)


def way(moments, steps=10):
    """Returns the visible boxes of the picture, from the beginning of the animation to its end."""
    moments.until("flights.length === 1")
    boxes = []
    for step in range(steps + 1):
        moments.value("(flights[0].currentTime = flights[0].effect.getTiming().duration * arguments[0])", step / steps * 0.999)
        boxes.append(moments.value(SHOWN))
    return boxes


def land(moments):
    moments.value("flights.splice(0).forEach((flight) => flight.finish())")


def is_near(box, other, slack=1.5):
    return all(abs(one - two) <= slack for one, two in zip(box, other))
