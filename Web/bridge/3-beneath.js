// What lies beneath a screen that comes, goes or follows a finger: on a phone it stands a third farther back, in the shade.

const shade = document.createElement("div");
shade.className = "shade";
const curve = "cubic-bezier(0.32, 0.72, 0, 1)";
let beneath; // the element that is moved
let ways = []; // its animations
let turns = 0;

/** What is fixed in a screen that is moved goes with its content: it makes up for how far that was scrolled. */
function holdFixed({ children: [frame], scrollTop }, isHeld) {
  // All is looked at before anything changes: each change would have the page styled anew for the next look.
  const parts = [...frame.children].filter((part) => !isHeld || getComputedStyle(part).position === "fixed");
  for (const { style } of parts) style.translate = isHeld ? `0 ${scrollTop}px` : "";
}

/** `gone`: how much of the window the screen above has left, from 0 to 1. */
const lie = (gone) => [`${(gone - 1) * 30 * (document.documentElement.dir === "rtl" ? -1 : 1)}%`, (1 - gone) / 10];

/** Says whether it moves. */
function moveBeneath(element) {
  rise();
  if (!element || innerWidth >= 700 || motion("pass") !== "pass") return false;
  beneath = element;
  holdFixed(element, true);
  element.after(shade);
  return true;
}

/** It lies where it belongs. */
function rise() {
  turns++;
  ways.splice(0).forEach((way) => way.cancel());
  shade.remove();
  if (!beneath) return;
  for (const { style } of [beneath, shade]) style.transition = style.translate = style.opacity = "";
  holdFixed(beneath, false);
  beneath = undefined;
}

/** It is where it belongs when these have ended, unless it went on from there. */
function riseAfter(all) {
  const turn = turns;
  Promise.allSettled(all.map(({ finished }) => finished)).then(() => turn === turns && rise());
}

/** A screen comes over it, or has gone from it. */
function pass(element, isBack) {
  if (!moveBeneath(element)) return;
  const [from, to] = (isBack ? [0, 1] : [1, 0]).map(lie);
  const timing = { duration: 450, easing: curve };
  ways = [beneath.animate({ translate: [from[0], to[0]] }, timing), shade.animate({ opacity: [from[1], to[1]] }, timing)];
  riseAfter(ways);
}

/** The screen above follows a finger, or was let go. */
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

/** A screen that followed a finger covers all again. */
function backInPlace(screen) {
  if (!screen?.isHeld) return;
  screen.isHeld = false;
  holdFixed(screen.element, false);
  rise();
}

/** It was scrolled: in front, it is where it belongs. */
function scrolledBeneath(element) {
  if (element !== beneath) return;
  if (element === top().element) rise();
  else holdFixed(element, true);
}
