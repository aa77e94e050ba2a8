// Scrolling: what the viewer reads stays where it is, and the app gets the scroll position of each screen.
// `scrollTop` isn't written while a finger is down or a scroll runs: iOS ignores it, ends the fling, or shows
// nothing for a moment.

const changed = new Set(); // screens that changed in this turn, or came to the front
const restTime = 120; // ms without a scroll event, for browsers without `scrollend`
let fingers = 0;
let rounds = 0;

/** Returns true for cells that can be an anchor. Spacers can't, what stands over the earlier posts stays over them,
    and a person's tabs stick under the bar, away from their place. */
const isHeld = ({ cells }, cell) => cells.has(cell.dataset.key) && !cell.matches(".space, .earlier, .selection");

/** Returns the cells in sight, the topmost first. The opened post comes before all others, as long as it begins in
    the upper half. */
function shownCells(screen) {
  const { top, bottom } = screen.element.getBoundingClientRect();
  const all = screen.zone.children;
  let [low, high] = [0, all.length]; // cells lie below each other: a binary search
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

/** Converts a position in the window to one in the screen's content, even while the zone is moved. At the very top it
    is relative to the zone, which makes room for new cells above it. */
const contentBase = ({ zone, isAtTop }) => (isAtTop ? 0 : zone.offsetTop) - zone.getBoundingClientRect().top;

/** Matches lists whose new posts wait above even at the very top, unless the viewer asked for them. Elsewhere new
    cells show there. */
const held =
  ".timeline:not(.notifications, .search, .people, .image-feed, .image-comments, [data-status~=refreshing])";

/** Notes the positions of the cells in sight. */
function note(screen) {
  const { element } = screen;
  screen.isAtTop = element.scrollTop <= 0 && !screen.debt && !element.querySelector(".large");
  const holds = !screen.isAtTop || element.matches(held);
  const shown = holds && !isViewer(element) ? shownCells(screen) : [];
  const base = contentBase(screen);
  screen.noted = shown.map((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return [cell.dataset.key, top + base, bottom + base];
  });
}

/** Moves the topmost noted cell that still shows back to its position on the screen. One that has left the window since
    doesn't count, even if it has grown into it again: that would push what is read. */
function hold(screen) {
  const edge = screen.element.getBoundingClientRect().top;
  const base = contentBase(screen);
  for (const [key, top, bottom] of screen.noted) {
    const box = screen.cells.get(key)?.getBoundingClientRect();
    if (!box) continue;
    const moved = box.top + base - top;
    if (Math.min(box.bottom - moved, bottom - base) <= edge) continue;
    if (Math.abs(moved) >= 1) shift(screen, moved);
    break;
  }
  note(screen);
}

/** Handles content above the anchor that grew by `distance` px. */
function shift(screen, distance) {
  screen.debt += distance;
  if (isMoving(screen)) screen.zone.style.translate = `0 ${-screen.debt}px`;
  else pay(screen);
}

/** At rest, moves the zone back to its place and corrects `scrollTop` instead: nothing moves on the screen. */
function pay(screen) {
  screen.zone.style.translate = "";
  if (!screen.debt) return; // growing and shrinking can cancel out
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
  hold(screen); // includes growth since the last frame
  reportAnchor(screen);
}
function awaitRest(screen) {
  screen.rests ??= setTimeout(rest, restTime, screen);
}

/** Notes that something else than the bridge scrolls the screen. */
function moves(screen) {
  screen.own = undefined;
  screen.movedAt = performance.now();
  awaitRest(screen);
}

/** Prepares a screen for its first change in this turn, and for each change of a cell. */
function beforeChange(screen, cell) {
  if (!changed.has(screen)) {
    hold(screen); // includes growth since the last frame
    screen.before = screen.element.scrollTop;
  }
  changed.add(screen);
  // The viewer's own post shows, and so does its replacement.
  if (cell?.matches(".waiting") && screen.element.scrollTop <= 0) screen.noted = [];
}

/** Restores the anchors after changes. */
function settle() {
  measure(folded.splice(0));
  for (const screen of changed) if (screens.has(screen.id)) holdWindow(screen);
}

/** Holds what is read, also where the content became shorter than the position of the window, so that the browser
    moved the window to its end. */
function holdWindow(screen) {
  const { element, before } = screen;
  screen.before = undefined;
  const isAtEnd = element.scrollTop + element.clientHeight > element.scrollHeight - 1;
  const lost = isAtEnd ? before - element.scrollTop : 0;
  hold(screen);
  if (lost >= 1 && !isMoving(screen)) scrollBy(screen, lost);
}

/** Runs after all changes of this turn. */
function endTurn() {
  arrangeScreens();
  settle();
  const all = [...changed].filter(({ id }) => screens.has(id));
  changed.clear();
  all.forEach(showFound);
  reportFocus();
  rounds++; // the app may respond with more, which shows at once; the number of rounds is limited
  for (const screen of all) {
    // A new root first paints what fills the window.
    if (screen.isNew) requestAnimationFrame(() => reportScroll(screen));
    else if (rounds > 3) reportScroll(screen);
    else reportPosition(screen);
    screen.isNew = false;
  }
  rounds--;
}

/** Handles cells that changed their height by themselves: the anchor stays, and the app is told. */
function resized(screen, entries) {
  hold(screen);
  entries.forEach(({ target }) => screen.resized.add(target));
  reportScroll(screen);
}

function reportHeights(screen) {
  const heights = [...screen.resized].filter((cell) => cell.parentNode === screen.zone).map((cell) => [cell, heightOf(cell)]);
  screen.resized.clear();
  for (const [cell, height] of heights) {
    const { key } = cell.dataset;
    if (Math.abs(height - (screen.heights.get(key) ?? 0)) < 0.5) continue;
    screen.heights.set(key, height);
    report("measured", screen.id, key, height);
  }
}

/** Returns the height that a cell takes in its zone: the distance to the next row, divided among the cells of its
    row. */
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

const due = new Map(); // screen -> true if it is reported even at an unchanged position

/** Reports a screen's position in the next frame. */
function reportScroll(screen, always = false) {
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
      if (bar) report("headerScrolled", screen.id, element.scrollTop, bar.parentNode.offsetHeight, bar.offsetHeight);
    }
    hold(screen);
    reportHeights(screen);
    reportPosition(screen, always);
  }
}

function reportPosition(screen, always) {
  const { element, zone, id } = screen;
  if (isViewer(element)) return;
  const offset = element.getBoundingClientRect().top - zone.getBoundingClientRect().top;
  const height = element.clientHeight;
  const rest = element.scrollHeight - element.scrollTop - height;
  const position = [offset, height, rest];
  if (!always && position.every((number, at) => Math.abs(number - screen.reported[at]) < 1)) return;
  screen.reported = position;
  report("scrolled", id, offset, height, rest);
}
const canScrollAnimations = () => CSS.supports("animation-timeline: scroll()");

/** Reports the topmost cell, the reading position. */
function reportAnchor(screen) {
  if (isViewer(screen.element) || screen.element.hasAttribute("data-other-root")) return;
  // Cells behind the bar don't count.
  const bar = screen.element.querySelector(":scope > .frame > .bar")?.getBoundingClientRect().bottom ?? 0;
  const cell = shownCells(screen).find((cell) => cell.getBoundingClientRect().bottom > bar + 1);
  if (!cell) return;
  const { key } = cell.dataset;
  const offset = Math.round(cell.getBoundingClientRect().top - screen.element.getBoundingClientRect().top);
  report("anchored", screen.id, key, offset);
  if (screen === top()) storeInTab(pagePositionKey(), screen.element.scrollTop > 0 ? JSON.stringify([key, offset]) : null);
}

/** Returns the key of a page's reading position in the tab: its address, for reloading and going back. */
const pagePositionKey = () => `place ${location.pathname}${location.search}`;

function restorePosition() {
  const [key, offset] = JSON.parse(inTab(pagePositionKey()) ?? "[]");
  if (key && performance.getEntriesByType("navigation")[0]?.type !== "navigate") report("pageRestored", key, offset);
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
  // A change of the layout can end a smooth scroll half-way (WebKit).
  clearTimeout(turning);
  turning = setTimeout(turn, 600, "instant");
}
let turning; // runs until the slide shows; a finger cancels it

const isViewer = (element) => element.classList.contains("viewer");

/** Returns the screen that is about to be scrolled, after the changes of this turn. */
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
    // If the viewer scrolls meanwhile, the position is theirs.
    if (isMoving(screens.get(id))) return;
    const screen = settled(id);
    const cell = screen.cells.get(key);
    if (!cell) return;
    scrollBy(screen, cell.getBoundingClientRect().top - screen.element.getBoundingClientRect().top - offset);
    note(screen);
  }],
  space: ["itf", (id, key, height) => {
    const screen = screens.get(id);
    beforeChange(screen);
    screen.cells.get(key).style.height = `${height}px`;
  }],
  position: ["itii", (id, key, position, count) => {
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
      return report("turned", screen.id, slideAt(screen));
    }
    reportScroll(screen);
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
    // Not on the window: the touched element may leave the document, and its events with it.
    for (const kind of ["touchend", "touchcancel"]) event.target.addEventListener(kind, touched, { passive: true });
  });
  for (const kind of ["pointerdown", "touchstart", "wheel"]) listen(kind, () => clearTimeout(turning));
  // A screen at the end of its content doesn't scroll, and yet the viewer wants more.
  for (const kind of ["wheel", "touchend", "keyup"]) {
    listen(kind, ({ target }) => target.closest?.("input, textarea") || reportScroll(top(), true));
  }
  listen("resize", () => {
    screens.forEach((screen) => reportScroll(screen));
    updateCovered();
  });
  const store = () => screens.forEach(reportAnchor);
  listen("pagehide", store);
  listen("visibilitychange", () => { if (document.hidden) store(); });
}
