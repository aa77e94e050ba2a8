// A picture grows from its place in the list to the whole window, and goes back into it.

let tappedLink; // what was tapped last, until a screen opens

/** The pictures among which one was tapped, in the order of the viewer. */
function picturesAt(tapped) {
  if (!tapped?.isConnected) return [];
  if (tapped.matches(".photo")) return [...tapped.parentElement.querySelectorAll(":scope > .photo > .picture")];
  const one = tapped.querySelector(".picture") ?? tapped.parentElement.querySelector(".picture");
  return one ? [one] : [];
}

const slideAt = ({ element }) => Math.round(Math.abs(element.scrollLeft) / element.clientWidth);

/** The picture that the viewer shows has left its place, unseen but with its name; the others are in theirs. */
function leavePlace({ pictures }, index) {
  pictures?.forEach((picture, at) => { picture.style.opacity = at === index ? 0 : ""; });
}

/** What moves the picture of a slide to where it is in the list, and leaves of it what shows there; null if it isn't in
    sight there, or if nothing is to move. */
function flight({ pictures, zone }, index) {
  const from = pictures?.[index];
  const picture = zone.children[index]?.querySelector("img");
  const place = from?.isConnected && from.getBoundingClientRect();
  const isInSight = place?.width && place.top < innerHeight && place.bottom > 0 && place.left < innerWidth && place.right > 0;
  if (!picture || !isInSight || motion("grow") !== "grow") return null;
  const [width, height] = [picture.offsetWidth, picture.offsetHeight];
  const ratio = picture.naturalWidth / picture.naturalHeight || picture.width / picture.height || place.width / place.height;
  const whole = [Math.min(width, height * ratio), Math.min(height, width / ratio)]; // as `object-fit: contain` has it
  const scale = Math.max(place.width / whole[0], place.height / whole[1]);
  const insets = [(height - place.height / scale) / 2, (width - place.width / scale) / 2].map((inset) => `${inset}px`);
  const corner = parseFloat(getComputedStyle(from).borderTopLeftRadius) || parseFloat(getComputedStyle(from.parentElement).borderTopLeftRadius) || 0;
  return {
    picture, from, whole,
    transform: `translate(${place.left + (place.width - width) / 2}px, ${place.top + (place.height - height) / 2}px) scale(${scale})`,
    clipPath: `inset(${insets.join(" ")} round ${corner / scale}px)`,
  };
}

const isWhole = { transform: "none", clipPath: "inset(0px round 0px)" };
const flightTime = { duration: 260, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };

/** The viewer opens from what was tapped. Until its own picture has come the smaller one stands in for it. */
function flyIn(screen) {
  screen.pictures = picturesAt(tappedLink);
  const index = slideAt(screen);
  const way = flight(screen, index);
  screen.element.classList.toggle("flies", Boolean(way));
  leavePlace(screen, index);
  if (!way) return;
  const { picture, from, whole, transform, clipPath } = way;
  const ratio = from.naturalWidth / from.naturalHeight;
  if (from.currentSrc && ratio) {
    const size = [Math.min(whole[0], whole[1] * ratio), Math.min(whole[1], whole[0] / ratio)];
    picture.style.background = `url("${from.currentSrc}") center / ${size[0]}px ${size[1]}px no-repeat`;
    picture.addEventListener("load", () => picture.style.removeProperty("background"), { once: true });
  }
  picture.animate([{ transform, clipPath }, isWhole], flightTime);
}

/** The picture that shows goes back to its place, from wherever the finger has brought it. */
function flyOut(screen) {
  const way = flight(screen, slideAt(screen));
  screen.element.classList.toggle("flies", Boolean(way));
  const { picture, transform, clipPath } = way ?? {};
  const now = way && { ...isWhole, transform: getComputedStyle(picture).transform };
  const ended = way ? picture.animate([now, { transform, clipPath }], { ...flightTime, fill: "forwards" }).finished : undefined;
  return Promise.allSettled([ended]).then(() => leavePlace(screen, -1));
}
