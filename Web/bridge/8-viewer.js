// The transition of a picture from its place in the list to the whole window, and back.

let tappedLink; // the last tapped element, until a screen opens

/** Returns the pictures among which one was tapped, in the order of the viewer screen. */
function picturesAt(tapped) {
  if (!tapped?.isConnected) return [];
  if (tapped.matches(".photo")) return [...tapped.parentElement.querySelectorAll(":scope > .photo > .picture")];
  const one = tapped.querySelector(".picture") ?? tapped.parentElement.querySelector(".picture");
  return one ? [one] : [];
}

const slideAt = ({ element }) => Math.round(Math.abs(element.scrollLeft) / element.clientWidth);

/** Hides the list's copy of the picture that the viewer screen shows, but keeps its name; the others show. */
function leavePlace({ pictures }, index) {
  pictures?.forEach((picture, at) => { picture.style.opacity = at === index ? 0 : ""; });
}

/** Returns the transform that moves a slide's picture to its place in the list, and the clip of what shows there.
    null if it isn't in sight there, or motion is reduced. */
function flight({ pictures, zone }, index) {
  const from = pictures?.[index];
  const picture = zone.children[index]?.querySelector("img");
  const place = from?.isConnected && from.getBoundingClientRect();
  const isInSight = place?.width && place.top < innerHeight && place.bottom > 0 && place.left < innerWidth && place.right > 0;
  if (!picture || !isInSight || motion("grow") !== "grow") return null;
  const [width, height] = [picture.offsetWidth, picture.offsetHeight];
  const ratio = picture.naturalWidth / picture.naturalHeight || picture.width / picture.height || place.width / place.height;
  const whole = [Math.min(width, height * ratio), Math.min(height, width / ratio)]; // as `object-fit: contain`
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

/** Opens the viewer screen from the tapped picture. The list's smaller copy shows until the screen's own is
    loaded. */
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

/** Moves the picture back to its place, from wherever the finger has brought it. */
function flyOut(screen) {
  const way = flight(screen, slideAt(screen));
  screen.element.classList.toggle("flies", Boolean(way));
  const { picture, transform, clipPath } = way ?? {};
  const now = way && { ...isWhole, transform: getComputedStyle(picture).transform };
  const ended = way ? picture.animate([now, { transform, clipPath }], { ...flightTime, fill: "forwards" }).finished : undefined;
  return Promise.allSettled([ended]).then(() => leavePlace(screen, -1));
}
