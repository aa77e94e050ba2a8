// The screen beneath one that enters, leaves or follows a finger: on a phone it lies a third farther back, in
// the shade.

const shade = document.createElement("div");
shade.className = "shade";
const curve = "cubic-bezier(0.32, 0.72, 0, 1)";
let beneath; // the element that is moved
let ways = []; // its animations
let turns = 0;

/** Moves the fixed parts of a moved screen with its content, which makes up for its scroll offset. */
function holdFixed({ children: [frame], scrollTop }, isHeld) {
  // All reads come before all writes: each write would restyle the page for the next read.
  const parts = [...frame.children].filter((part) => !isHeld || getComputedStyle(part).position === "fixed");
  for (const { style } of parts) style.translate = isHeld ? `0 ${scrollTop}px` : "";
}

/** Returns offset and shade. `gone`: the part of the window that the screen above has left, from 0 to 1. */
const lie = (gone) => [`${(gone - 1) * 30 * (document.documentElement.dir === "rtl" ? -1 : 1)}%`, (1 - gone) / 10];

/** Starts moving a screen; returns true if it moves. */
function moveBeneath(element) {
  rise();
  if (!element || innerWidth >= 700 || motion("pass") !== "pass") return false;
  beneath = element;
  holdFixed(element, true);
  element.after(shade);
  return true;
}

/** Returns the screen to its place. */
function rise() {
  turns++;
  ways.splice(0).forEach((way) => way.cancel());
  shade.remove();
  if (!beneath) return;
  for (const { style } of [beneath, shade]) style.transition = style.translate = style.opacity = "";
  holdFixed(beneath, false);
  beneath = undefined;
}

/** Returns the screen to its place when the animations have ended, unless another motion has begun. */
function riseAfter(all) {
  const turn = turns;
  Promise.allSettled(all.map(({ finished }) => finished)).then(() => turn === turns && rise());
}

/** Moves a screen when another one enters above it, or leaves. */
function pass(element, isBack) {
  if (!moveBeneath(element)) return;
  const [from, to] = (isBack ? [0, 1] : [1, 0]).map(lie);
  const timing = { duration: 450, easing: curve };
  ways = [beneath.animate({ translate: [from[0], to[0]] }, timing), shade.animate({ opacity: [from[1], to[1]] }, timing)];
  riseAfter(ways);
}

/** Moves the screen beneath while the one above follows a finger, or was released. */
function slideBeneath(screen, value) {
  const { element, element: { style } } = screen;
  if (!value) return backInPlace(screen);
  if (!screen.isHeld) {
    screen.isHeld = true;
    holdFixed(element, true);
    moveBeneath([...screens.values()].at(-2)?.element);
  }
  if (!beneath) return;
  turns++;
  const settles = style.getPropertyValue("--settle") === "1";
  const [translate, opacity] = lie(value === "100vw" ? 1 : parseFloat(value) / innerWidth);
  const transition = settles ? `${style.getPropertyValue("--time") || "0.35s"} ${curve}` : "none";
  Object.assign(beneath.style, { transition, translate });
  Object.assign(shade.style, { transition, opacity });
  if (settles) riseAfter(beneath.getAnimations());
}

/** Ends this when the screen that followed a finger covers everything again. */
function backInPlace(screen) {
  if (!screen?.isHeld) return;
  screen.isHeld = false;
  holdFixed(screen.element, false);
  rise();
}

/** Handles a scroll of the screen: if it is in front by now, it returns to its place. */
function scrolledBeneath(element) {
  if (element !== beneath) return;
  if (element === top().element) rise();
  else holdFixed(element, true);
}
