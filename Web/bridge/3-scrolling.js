// Scrolling: what is read stays where it is, and the app hears where each screen is. Nothing is written to `scrollTop`
// while a finger is down or a scroll is at work: iOS ignores it, or ends the fling, or shows nothing for a moment.

const changed = new Set(); // screens that changed in this turn, or came to the front
const restTime = 120; // ms without a scroll event, for browsers without `scrollend`
let fingers = 0;
let rounds = 0;

/** The cells that can be held: spacers say nothing, what stands over the earlier posts stays over them, and a person's tabs
    stick under the bar, where they are not in their place. */
const isHeld = ({ cells }, cell) => cells.has(cell.dataset.key) && !cell.matches(".space, .earlier, .selection");

/** The cells that show, the topmost first; but before all others the opened post, for as long as it begins in the upper half. */
function shownCells(screen) {
  const { top, bottom } = screen.element.getBoundingClientRect();
  const all = screen.zone.children;
  let [low, high] = [0, all.length]; // they lie below each other: of many few have to be asked
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = all[middle].getBoundingClientRect().bottom > top + 1 ? [low, middle] : [middle + 1, high];
  }
  const shown = [];
  for (; low < all.length && all[low].getBoundingClientRect().top < bottom; low++) {
    const cell = all[low];
    const isRead = cell.matches(".large") && cell.getBoundingClientRect().top < (top + bottom) / 2;
    if (isHeld(screen, cell)) shown[isRead ? "unshift" : "push"](cell);
  }
  return shown;
}

/** From a place in the window to one in the screen's content, whatever moves the zone for the moment; at the very top to
    one in the zone, which makes room for what comes above it. */
const contentBase = ({ zone, isAtTop }) => (isAtTop ? 0 : zone.offsetTop) - zone.getBoundingClientRect().top;

/** At the very top what comes is to be seen; but news of a timeline wait above, unless they were asked for. */
const held =
  ".timeline:not(.notifications, .search, .people, .image-feed, .image-comments, [data-status~=refreshing])";

/** Notes where what shows is. */
function note(screen) {
  const { element } = screen;
  screen.isAtTop = element.scrollTop <= 0 && !screen.debt && !element.querySelector(".large");
  const holds = !screen.isAtTop || element.matches(held);
  const shown = holds && !isViewer(element) ? shownCells(screen) : [];
  const base = contentBase(screen);
  screen.noted = shown.map((cell) => [cell.dataset.key, cell.getBoundingClientRect().top + base]);
}

/** Puts the topmost of the noted cells that still shows back to where it was on the screen. */
function hold(screen) {
  const edge = screen.element.getBoundingClientRect().top;
  const base = contentBase(screen);
  for (const [key, place] of screen.noted) {
    const box = screen.cells.get(key)?.getBoundingClientRect();
    if (!box) continue;
    const moved = box.top + base - place;
    if (box.bottom - moved <= edge) continue;
    if (Math.abs(moved) >= 1) shift(screen, moved);
    break;
  }
  note(screen);
}

/** The content above what is read became higher by so many px. */
function shift(screen, distance) {
  screen.debt += distance;
  if (isMoving(screen)) screen.zone.style.translate = `0 ${-screen.debt}px`;
  else pay(screen);
}

/** At rest the zone stands where it belongs, and `scrollTop` makes up for it: nothing moves on the screen. */
function pay(screen) {
  screen.zone.style.translate = "";
  if (!screen.debt) return; // what grew and what shrank can be alike
  scrollBy(screen, screen.debt);
  screen.debt = 0;
}

function scrollBy(screen, distance) {
  screen.element.scrollTop += distance;
  screen.own = screen.element.scrollTop;
}

const isMoving = (screen) => fingers > 0 || performance.now() - screen.movedAt < restTime;

function rest(screen) {
  clearTimeout(screen.rests);
  screen.rests = undefined;
  if (!screens.has(screen.id)) return;
  if (isMoving(screen)) return awaitRest(screen);
  pay(screen);
  hold(screen); // what grew since the last frame, too
  reportAnchor(screen);
}
function awaitRest(screen) {
  screen.rests ??= setTimeout(rest, restTime, screen);
}

/** Somebody else than we scrolls it. */
function moves(screen) {
  screen.own = undefined;
  screen.movedAt = performance.now();
  awaitRest(screen);
}

/** Before a screen's first change of this turn; and before each change of a cell. */
function keep(screen, cell) {
  if (!changed.has(screen)) hold(screen); // what grew since the last frame
  changed.add(screen);
  // One's own post shows, and what takes its place.
  if (cell?.matches(".waiting") && screen.element.scrollTop <= 0) screen.noted = [];
}

/** After changes: what is read is where it was. */
function settle() {
  measure(folded.splice(0));
  for (const screen of changed) if (screens.has(screen.id)) hold(screen);
}

/** After all changes of this turn. */
function endTurn() {
  arrangeScreens();
  settle();
  const all = [...changed].filter(({ id }) => screens.has(id));
  changed.clear();
  all.forEach(showFound);
  tellFocus();
  rounds++; // the app may answer with more, which shows at once; but not for ever
  for (const screen of all) {
    // Of a new root first what fills the window is painted.
    if (screen.isNew) requestAnimationFrame(() => report(screen));
    else if (rounds > 3) report(screen);
    else tellPlace(screen);
    screen.isNew = false;
  }
  rounds--;
}

/** The heights of the cells: what grows by itself is held as well, and the app is told. */
function resized(screen, entries) {
  hold(screen);
  entries.forEach(({ target }) => screen.resized.add(target));
  report(screen);
}

function tellHeights(screen) {
  const heights = [...screen.resized].filter((cell) => cell.parentNode === screen.zone).map((cell) => [cell, heightOf(cell)]);
  screen.resized.clear();
  for (const [cell, height] of heights) {
    const { key } = cell.dataset;
    if (Math.abs(height - (screen.heights.get(key) ?? 0)) < 0.5) continue;
    screen.heights.set(key, height);
    tell("measured", screen.id, key, height);
  }
}

/** What a cell takes of its zone: the distance to the next row, divided among the cells of its row. */
function heightOf(cell) {
  const box = cell.getBoundingClientRect();
  let count = 1;
  const otherRow = (step) => {
    for (let other = cell[step]; other; other = other[step]) {
      const { top, left, width } = other.getBoundingClientRect();
      if (width && (top !== box.top || left === box.left)) return top;
      if (width) count++;
    }
  };
  otherRow("previousElementSibling");
  const end = otherRow("nextElementSibling") ?? box.bottom + parseFloat(getComputedStyle(cell).marginBottom);
  return (end - box.top) / count;
}

const due = new Map(); // screen -> whether it is told even if it is where it was

/** Tells where a screen is, in the next frame. */
function report(screen, always = false) {
  if (!due.size) requestAnimationFrame(reportAll);
  due.set(screen, due.get(screen) || always);
}

function reportAll() {
  const all = [...due].filter(([{ id }]) => screens.has(id));
  due.clear();
  for (const [screen, always] of all) {
    const { element } = screen;
    if (!canScrollAnimations()) {
      element.toggleAttribute("data-scrolled", element.scrollTop > 200);
      const bar = element.querySelector(".banner ~ .bar");
      if (bar) tell("headerScrolled", screen.id, element.scrollTop, bar.parentNode.offsetHeight, bar.offsetHeight);
    }
    hold(screen);
    tellHeights(screen);
    tellPlace(screen, always);
  }
}

function tellPlace(screen, always) {
  const { element, zone, id } = screen;
  if (isViewer(element)) return;
  const offset = element.getBoundingClientRect().top - zone.getBoundingClientRect().top;
  const height = element.clientHeight;
  const rest = element.scrollHeight - element.scrollTop - height;
  const place = [offset, height, rest];
  if (!always && place.every((number, at) => Math.abs(number - screen.place[at]) < 1)) return;
  screen.place = place;
  tell("scrolled", id, offset, height, rest);
}
const canScrollAnimations = () => CSS.supports("animation-timeline: scroll()");

/** Tells which cell is topmost, for coming back to it. */
function reportAnchor(screen) {
  if (isViewer(screen.element) || screen.element.hasAttribute("data-aside")) return;
  // What the bar covers doesn't show.
  const bar = screen.element.querySelector(":scope > .frame > .bar")?.getBoundingClientRect().bottom ?? 0;
  const cell = shownCells(screen).find((cell) => cell.getBoundingClientRect().bottom > bar + 1);
  if (!cell) return;
  const { key } = cell.dataset;
  const offset = Math.round(cell.getBoundingClientRect().top - screen.element.getBoundingClientRect().top);
  tell("anchored", screen.id, key, offset);
  if (screen === top()) keepInTab(pagePlace(), screen.element.scrollTop > 0 ? JSON.stringify([key, offset]) : null);
}

/** Where a page stood is known as long as the browser's tab is open: by its address, for reloading and going back. */
const pagePlace = () => `place ${location.pathname}${location.search}`;

function returnToPlace() {
  const [key, offset] = JSON.parse(inTab(pagePlace()) ?? "[]");
  if (key && performance.getEntriesByType("navigation")[0]?.type !== "navigate") tell("cameBack", key, offset);
}

function reveal(screen, key, behavior) {
  const cell = screen?.cells.get(key);
  const isSlide = cell?.classList.contains("slide");
  if (!isSlide && cell?.getBoundingClientRect().top >= 0) return;
  if (cell && !isSlide && behavior === "smooth") cell.style.scrollMarginTop = "var(--bar-height)";
  const turn = (behavior) => cell?.scrollIntoView({ behavior, block: isSlide ? "nearest" : "start", inline: "start" });
  turn(motion(behavior));
  if (behavior === "instant") screen.own = screen.element.scrollTop;
  if (!isSlide) return;
  // A change of the layout can end a smooth turn half-way (WebKit).
  clearTimeout(turning);
  turning = setTimeout(turn, 600, "instant");
}
let turning; // until the slide has come; a finger decides otherwise

const isViewer = (element) => element.classList.contains("viewer");

/** The screen that is about to be scrolled, after what this turn changed. */
function settled(id, isSmooth) {
  const screen = screens.get(id);
  settle();
  pay(screen);
  changed.add(screen);
  if (isSmooth) moves(screen);
  return screen;
}

Object.assign(calls, {
  reveal: ["it", (id, key) => reveal(settled(id, true), key, "smooth")],
  scrollToTop: ["i", (id) => settled(id, true).element.scrollTo({ top: 0, behavior: motion("smooth") })],
  restore: ["iti", (id, key, offset) => {
    // Whoever scrolls meanwhile is where they want to be.
    if (isMoving(screens.get(id))) return;
    const screen = settled(id);
    const cell = screen.cells.get(key);
    if (!cell) return;
    scrollBy(screen, cell.getBoundingClientRect().top - screen.element.getBoundingClientRect().top - offset);
    note(screen);
  }],
  space: ["itf", (id, key, height) => {
    const screen = screens.get(id);
    keep(screen);
    screen.cells.get(key).style.height = `${height}px`;
  }],
  place: ["itii", (id, key, position, count) => {
    const cell = screens.get(id).cells.get(key);
    cell.setAttribute("aria-posinset", position);
    cell.setAttribute("aria-setsize", count);
  }],
});

function listenToScrolling() {
  const listen = (kind, body) => addEventListener(kind, body, { capture: true, passive: true });
  const screenAt = ({ dataset }) => screens.get(Number(dataset?.screen));
  listen("scroll", ({ target }) => {
    const screen = screenAt(target);
    if (!screen && !canScrollAnimations() && target.matches?.(".pages")) {
      target.closest(".screen").style.setProperty("--page-shown", Math.abs(target.scrollLeft) / target.clientWidth);
    }
    if (!screen) return;
    dismiss(null, "[data-fleeting]");
    if (isViewer(target)) {
      leavePlace(screen, slideAt(screen));
      return tell("turned", screen.id, slideAt(screen));
    }
    report(screen);
    scrolledBeneath(target);
    if (target.scrollTop !== screen.own) moves(screen);
    const way = target.scrollTop - (screen.turned ?? 0);
    if (Math.abs(way) <= 10) return;
    target.toggleAttribute("data-down", way > 0 && target.scrollTop !== screen.own);
    screen.turned = target.scrollTop;
  });
  listen("scrollend", ({ target }) => {
    const screen = screenAt(target);
    if (!screen) return;
    screen.movedAt = -Infinity;
    rest(screen);
  });
  const touched = ({ touches }) => {
    fingers = touches.length;
    if (!fingers && uncovered) setTimeout(coverLate);
    for (const screen of screens.values()) if (!fingers && screen.debt) awaitRest(screen);
  };
  listen("touchstart", (event) => {
    touched(event);
    // Not of the window: what was touched may leave the document, and its events with it.
    for (const kind of ["touchend", "touchcancel"]) event.target.addEventListener(kind, touched, { passive: true });
  });
  for (const kind of ["pointerdown", "touchstart", "wheel"]) listen(kind, () => clearTimeout(turning));
  // At the end of its content a screen doesn't scroll, and yet more is wanted.
  for (const kind of ["wheel", "touchend", "keyup"]) {
    listen(kind, ({ target }) => target.closest?.("input, textarea") || report(top(), true));
  }
  listen("resize", () => {
    screens.forEach((screen) => report(screen));
    updateCovered();
  });
  const store = () => screens.forEach(reportAnchor);
  listen("pagehide", store);
  listen("visibilitychange", () => { if (document.hidden) store(); });
}
