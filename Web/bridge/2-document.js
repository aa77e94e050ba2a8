// The document.

const screens = new Map(); // id -> the state of the screen
const folded = []; // texts that were added in this turn

function register(element, opener, origin) {
  const id = Number(element.dataset.screen);
  const screen = {
    id, element, opener, origin,
    zone: element.children[1],
    cells: new Map(), // key -> element
    heights: new Map(), // key -> the height that was last reported
    resized: new Set(), // cells whose heights have to be reported
    noted: [], // the keys of the cells in sight, and where they begin and end in the content
    debt: 0, // px by which the content above grew while scrollTop could not be written
    movedAt: -Infinity, // the time when something else than the bridge scrolled
    reported: [NaN, NaN, NaN], // as last reported
  };
  screen.observer = new IntersectionObserver(imagesMoved, { root: element, rootMargin: "100%" });
  screen.sizes = new ResizeObserver((entries) => resized(screen, entries));
  for (const cell of element.querySelectorAll("[data-key]")) adoptCell(screen, cell);
  screens.set(id, screen);
  changed.add(screen);
  adoptContent(screen, element);
  return screen;
}

function adoptCell(screen, cell) {
  screen.cells.set(cell.dataset.key, cell);
  const isOfList = cell.parentNode === screen.zone && !cell.matches(".space") && !isViewer(screen.element);
  if (isOfList) screen.sizes.observe(cell, { box: "border-box" });
}

/** Returns an element from markup. Its images wait for the image cache instead of loading by themselves. */
function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  element.querySelectorAll("img").forEach(takeSource);
  return element;
}

const foldable = ".text, :is(.words, .likes):has(+ .fold)";

function adoptContent(screen, element) {
  for (const image of element.querySelectorAll("img[data-src]")) manage(screen, image);
  for (const bar of element.querySelectorAll("[data-upload]")) inLaterBridge("showPart", bar);
  if (lost.length) setTimeout(restoreTyped, 0, element);
  if (element.matches(".chosen, :has(.chosen)")) addEventListener("touchmove", laterBridge?.holdsStill, { passive: false });
  const texts = [...element.querySelectorAll(foldable)];
  folded.push(...texts); // measured at the end of the turn, so that nothing moves later
  for (const text of texts) folds.observe(text);
}

/** Highlights the search terms in the results, ignoring case and accents. In scripts with words, only beginnings of
    words match. */
function showFound({ element }) {
  if (!globalThis.Highlight || !element.matches(".search")) return;
  const plain = (text) => text.replace(/[^\0-~]/g, (unit) => unit.normalize("NFD")[0]).toLowerCase();
  const words = plain(element.querySelector("input").value).split(/\s+/).filter(Boolean);
  const found = new Highlight();
  for (const part of element.querySelectorAll(".cells :is(.nick, .handle, .words)")) {
    for (const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT); nodes.nextNode();) {
      const node = nodes.currentNode, text = plain(node.data);
      for (const word of words) {
        for (let at = -1; (at = text.indexOf(word, at + 1)) >= 0;) {
          if (/[a-zα-ω]/.test(text.charAt(at - 1))) continue;
          found.add(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
        }
      }
    }
  }
  CSS.highlights.set("found", found);
}

function dropContent(screen, element) {
  for (const image of element.querySelectorAll("img")) {
    for (const observer of [screen.observer, frameImages]) observer.unobserve(image);
    const number = requesters.get(image);
    if (!requesters.delete(image)) continue;
    images.delete(number);
    report("imageLeft", number);
  }
  for (const text of element.querySelectorAll(foldable)) folds.unobserve(text);
  if (element.matches(".chosen, :has(.chosen)")) removeEventListener("touchmove", laterBridge?.holdsStill);
}

/** Marks folded texts that are longer than what shows. That follows from the layout, like a container query. */
function measure(texts) {
  const areLong = texts.map((text) => text.scrollHeight > text.clientHeight + 1);
  texts.forEach((text, at) => text.matches(".unfolded") || text.toggleAttribute("data-long", areLong[at]));
}
const folds = new ResizeObserver((all) => requestAnimationFrame(() => measure(all.map(({ target }) => target))));

const screenOf = (target) => Number(target.closest?.("[data-screen]")?.dataset.screen ?? 0);
const top = () => [...screens.values()].at(-1);
const withTap = (element, tap) => element.querySelector(`[data-tap="${CSS.escape(tap)}"]`);

let tappedCell; // the last tapped cell among those that lead to a screen about them
let moving; // the view transition that runs

/** Lets a post grow into its thread, or back: `from` becomes `to`, which is in the document already. */
function morph(screen, from, to) {
  const canGrow = document.startViewTransition && motion("grow") === "grow";
  const grows = Boolean(canGrow && from?.isConnected && to?.isConnected);
  for (const name of ["grows", "waits"]) screen.classList.toggle(name, grows);
  if (!grows) return;
  from.style.viewTransitionName = "post";
  const transition = moving = document.startViewTransition(() => {
    from.style.viewTransitionName = "";
    to.style.viewTransitionName = "post";
    screen.classList.remove("waits");
  });
  Promise.allSettled([transition.ready, transition.finished]).then(() => {
    to.style.viewTransitionName = "";
    if (moving === transition) moving = undefined;
  });
}

const toasts = document.createElement("div");
toasts.className = "toasts";
toasts.setAttribute("role", "status");

let isPointedAt = false; // true once the mouse has moved to the toast, as it may have lain there before
toasts.addEventListener("pointermove", ({ pointerType, movementX, movementY }) => {
  isPointedAt ||= pointerType === "mouse" && Boolean(movementX || movementY);
});

/** By the mouse or the focus; fingers are reported separately. */
const isToastHeld = () => toasts.matches(isPointedAt ? ":hover, :focus-within" : ":focus-within");

/** Places toasts beside the button for a new post, if there is one. A style sheet could do it by `:has`, but then
    every change of the document would restyle half of it, and lists would drop frames. */
const placeToasts = () => toasts.classList.toggle("beside", Boolean(main.querySelector(".screen:not([inert]) > .frame > .compose-button")));

/** Shows a root in front of the others, which stay as they are. `inTabs`: the tab bar has the focus. */
function showRoot(screen) {
  const inTabs = document.activeElement?.closest(".tabs");
  screens.delete(screen.id);
  screens.set(screen.id, screen);
  changed.add(screen);
  for (const { element } of screens.values()) element.toggleAttribute("data-other-root", element !== screen.element);
  giveFocus = () => (inTabs ? screen.element.querySelector(".tabs [aria-current]") : screen.element)?.focus({ preventScroll: true });
}

/** True if the root can be used although another screen is in front. */
const isSplitView = () => [...screens.values()].some(({ element, zone }) => element !== top().element && !element.inert && !zone.inert);

/** Makes covered screens inert. On a wide page the rail and a list beside the screen stay usable, except under a
    dialog. */
function updateCovered() {
  const all = [...screens.values()];
  const meets = (others, left, width) => others.some(({ element }) =>
    element.matches(".compose") || left < element.offsetLeft + element.offsetWidth && element.offsetLeft < left + width);
  // All reads come before all writes: each write would restyle the whole page for the next read.
  const inert = new Map();
  for (const [at, { element, zone }] of all.entries()) {
    const above = all.slice(at + 1);
    const isOtherRoot = "otherRoot" in element.dataset;
    const isCovered = isOtherRoot || meets(above, element.offsetLeft + zone.offsetLeft, zone.offsetWidth);
    const rail = element.querySelector(":scope > .frame > .tabs");
    const hasRail = Boolean(isCovered && !isOtherRoot && rail?.offsetWidth && !meets(above, rail.offsetLeft, rail.offsetWidth));
    inert.set(element, isCovered && !hasRail);
    for (const part of [...element.children[0].children, element.children[1]]) inert.set(part, hasRail && part !== rail);
  }
  for (const [element, isInert] of inert) if (element.inert !== isInert) element.inert = isInert;
  placeToasts();
  const open = new Set([...screens.values()].map(({ origin }) => origin?.cells.get(origin.key)));
  for (const cell of main.querySelectorAll("[data-open]")) open.has(cell) || cell.removeAttribute("data-open");
  for (const cell of open) if (cell && !cell.hasAttribute("data-open")) cell.setAttribute("data-open", "");
}

// Placing the screens at the end of a turn, once for all that came and went in it.

const leaving = []; // screens that are leaving, each with the animations that have to end besides its own
let giveFocus; // moves the focus to where it belongs then; undefined if no screen came or went

/** Places a menu on a wide page: below its opener, or above it in the lower half of the window. On a phone in
    landscape it has the window's whole height. */
function placeMenu({ dataset, style }, opener) {
  if (!opener?.isConnected) return;
  const { top, bottom, left, right } = opener.getBoundingClientRect();
  const x = document.documentElement.dir === "rtl" ? Math.min(left, innerWidth - 328) : Math.max(8, right - 320);
  const isLow = top > innerHeight / 2;
  const [gap, room] = innerHeight < 600 ? [8, innerHeight - 8] : isLow ? [innerHeight - top, top] : [bottom, innerHeight - bottom];
  dataset.placed = "";
  style.setProperty("--place", isLow ? `auto auto ${gap}px ${x}px` : `${gap}px auto auto ${x}px`);
  style.setProperty("--room", `${room}px`);
}

function arrangeScreens() {
  const gone = leaving.splice(0);
  const sliding = gone.filter(([element]) => runs(element, "leave"));
  for (const [element] of sliding) holdFixed(element, true);
  if (sliding.length) pass(top()?.element, true);
  for (const [element, landed] of gone) {
    Promise.allSettled([landed, ...element.getAnimations().map(({ finished }) => finished)]).then(() => {
      goneAt = performance.now();
      element.remove();
    });
  }
  if (!giveFocus) return;
  updateCovered();
  nesting++; // the app gets the focus event once everything is in place
  giveFocus();
  giveFocus = undefined;
  nesting--;
}

/** Runs the body in a turn of its own, after the next frame was painted. */
const afterPaint = (body) => requestAnimationFrame(() => setTimeout(() => {
  nesting++;
  body();
  nesting--;
  endTurn();
}));

let uncovered = 0; // the screen that came while a finger was down

/** Makes a screen the one in front: covered screens become inert, and it gets the focus. */
function cover(id) {
  if (!screens.has(id)) return;
  updateCovered();
  focus(screens.get(id).element);
}

function coverLate() {
  cover(uncovered);
  uncovered = 0;
}

function put(screen, zone, element, before) {
  screen.element.children[zone].insertBefore(element, before === null ? null : screen.cells.get(before));
}

const pulled = /^--(pull|settle)$/;
const scrolled = /^--(arrived|shrunk)$/;

/** Returns the elements that a variable moves. If they inherited it, the whole page would be restyled. A sheet gets
    its own: WebKit doesn't notice that an inherited variable has changed. */
function moversOf(screen, name) {
  const element = screen?.element ?? main;
  const mover = sheetOf(element) ?? element;
  const header = screen?.cells.get("header");
  const all = (part, selector) => part?.querySelectorAll(selector) ?? [];
  if (scrolled.test(name)) return [element.children[0], ...all(header, ".avatar, .opens")];
  if (!screen || !pulled.test(name)) return [mover];
  return [mover, screen.zone, ...all(element.children[0], ".banner, .blurred, .refresh-indicator, .disc"), ...all(header, ".cover, .avatar")];
}

const runs = (element, name) => element.getAnimations().some(({ animationName }) => animationName === name);
const motion = (behavior) => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : behavior);

Object.assign(calls, {
  openScreen: ["itt", (id, html, key) => {
    arrangeScreens(); // sets the focus after what closed before it
    const opener = document.activeElement;
    const element = parse(html);
    element.classList.add("enters");
    if (element.matches(".side-menu")) main.before(element);
    else main.append(element);
    if (element.matches(".options")) placeMenu(element, tappedLink);
    const screen = register(element, opener, tappedCell && { cells: top().cells, key: tappedCell.dataset.key });
    morph(element, tappedCell?.closest(".post"), element.querySelector(".large"));
    settle();
    if (key) reveal(screen, key, "instant");
    if (isViewer(element)) flyIn(screen);
    if (runs(element, "enter")) pass([...screens.values()].at(-2)?.element);
    tappedLink = undefined;
    // While a finger drags it, only the motion matters; no one taps beside it meanwhile.
    if (fingers && element.matches(".side-menu, .sheet")) uncovered = id;
    else giveFocus = () => focus(element);
  }],
  openRoot: ["it", (id, html) => {
    const element = parse(html);
    main.append(element);
    const screen = register(element);
    screen.isNew = true;
    showRoot(screen);
  }],
  showRoot: ["i", (id) => showRoot(screens.get(id))],
  closeScreen: ["i", (id) => {
    const screen = screens.get(id);
    const { element, observer, sizes, opener, origin } = screen;
    const landed = isViewer(element) && flyOut(screen);
    screens.delete(id);
    observer.disconnect();
    sizes.disconnect();
    // A screen that appeared without a motion disappears without one.
    if (element.classList.replace("enters", "leaves")) {
      dropContent(screen, element);
      morph(element, element.querySelector(".large"), origin?.cells.get(origin.key));
      element.inert = true;
      leaving.push([element, landed]);
    } else afterPaint(() => { // its replacement shows first: removing thousands of elements takes a while
      dropContent(screen, element);
      element.remove();
      placeToasts();
    });
    if (top()) changed.add(top());
    giveFocus = () => {
      const cell = origin?.cells.get(origin.key);
      const again = opener?.dataset.tap && cell && withTap(cell, opener.dataset.tap);
      [opener, again, cell].find((element) => element?.isConnected)?.focus({ preventScroll: true });
      if (!top()?.element.contains(document.activeElement)) top()?.element.focus({ preventScroll: true });
    };
  }],
  insert: ["iitt", (id, zone, html, before) => {
    const screen = screens.get(id);
    const element = parse(html);
    beforeChange(screen, element);
    put(screen, zone, element, before);
    adoptCell(screen, element);
    adoptContent(screen, element);
    if (focusTarget(element)) focus(element, screen.element);
  }, 1],
  replace: ["itt", (id, key, html) => {
    const screen = screens.get(id);
    const element = parse(html);
    const cell = screen.cells.get(key);
    const isPart = element.dataset.key !== key;
    const old = isPart ? cell.querySelector(`.${element.className}`) : cell;
    // For a part of a cell no layout is forced: if the cell's height changes, its observer keeps the reading
    // position.
    if (!isPart) beforeChange(screen);
    const focused = old.contains(document.activeElement) && document.activeElement;
    // A new field that asks for the focus, or one that was refused.
    const [target, oldTarget] = [focusTarget(element), focusTarget(old)];
    const takesFocus = target?.dataset.input && target.dataset.input !== oldTarget?.dataset.input
      || target?.ariaInvalid && !oldTarget?.ariaInvalid;
    // A tapped button that is on now jumps; one that was on already stays as it is.
    const tapped = `.action[data-tap="${CSS.escape(tappedLink?.dataset.tap ?? "")}"]`;
    if (old.querySelector(tapped)?.matches(":not(.on)")) element.querySelector(tapped + ".on")?.classList.add("pops");
    const { scrollLeft } = old.matches(".kinds") ? old : {};
    reuseImages(old, element);
    dropContent(screen, old);
    for (const name of ["aria-posinset", "aria-setsize", "data-open"]) {
      if (old.hasAttribute(name)) element.setAttribute(name, old.getAttribute(name));
    }
    old.replaceWith(element);
    if (scrollLeft) element.scrollLeft = scrollLeft;
    if (!isPart) {
      screen.sizes.unobserve(old);
      adoptCell(screen, element);
    }
    adoptContent(screen, element);
    if (takesFocus) focus(element);
    else if (focused) (withTap(element, focused.dataset.tap ?? "") ?? target)?.focus({ preventScroll: true });
  }, 1],
  move: ["iitt", (id, zone, key, before) => {
    beforeChange(screens.get(id));
    put(screens.get(id), zone, screens.get(id).cells.get(key), before);
  }, 1],
  remove: ["it", (id, key) => {
    const { cells, sizes } = screens.get(id);
    beforeChange(screens.get(id), cells.get(key));
    dropContent(screens.get(id), cells.get(key));
    sizes.unobserve(cells.get(key));
    const hadFocus = cells.get(key).contains(document.activeElement);
    cells.get(key).remove();
    cells.delete(key);
    if (hadFocus) (focused?.isConnected ? focused : screens.get(id).element).focus({ preventScroll: true });
  }, 1],
  feed: ["it", (id, name) => {
    for (const [attribute, value] of [["role", "feed"], ["aria-label", name]]) {
      if (name === null) screens.get(id).zone.removeAttribute(attribute);
      else screens.get(id).zone.setAttribute(attribute, value);
    }
  }],
  status: ["it", (id, words) => {
    beforeChange(screens.get(id));
    screens.get(id).element.dataset.status = words;
  }, 1],
  variable: ["itt", (id, name, value) => {
    const screen = screens.get(id);
    const movers = id < 0 ? [toasts.firstChild ?? toasts] : moversOf(screen, name);
    const [mover] = movers;
    // A screen that is caught while it enters has been moved to its place by `--slide`.
    if (name === "--slide" && !mover.hasAttribute("data-slides")) {
      for (const way of mover.getAnimations()) if (/^(enter|come-up)$/.test(way.animationName)) way.finish();
    }
    // If a style sheet matched the style attribute itself, half of the page would be searched for each px.
    const [attribute, isSet] = { "--slide": ["data-slides", value], "--settle": ["data-held", value === "0"],
      "--pull": ["data-pulled", value !== "0"], "--held": ["data-pressed", value === "1"] }[name] ?? [];
    if (attribute) mover.toggleAttribute(attribute, Boolean(isSet));
    for (const { style } of movers) if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    if (name === "--slide" && mover === screen?.element) slideBeneath(screen, value);
  }],
  toast: ["t", (html) => {
    isPointedAt = false;
    toasts.replaceChildren(...(html === null ? [] : [parse(html)]));
    placeToasts();
  }],
  title: ["t", (text) => { document.title = text; }],
  badge: ["i", (count) => navigator.setAppBadge?.(count).catch(ignored)],
});
