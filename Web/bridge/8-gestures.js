// Taps, fingers, and files that are dropped.

// True if the next click belongs to a gesture that has ended, and doesn't count. A finger that touches again
// begins anew.
let endsGesture = false;
let tapStart; // the element under the finger or the mouse that a tap would go to
let heir; // the element that has taken its place, until its click

const tappable = (target) => target?.closest?.("[data-tap], a, button, label");
const isAlike = (one, other) => ["localName", "href"].every((name) => one[name] === other?.[name]) && one.dataset.tap === other.dataset.tap;

addEventListener("pointerdown", ({ isPrimary, button, target }) => {
  if (isPrimary) endsGesture = false;
  tapStart = isPrimary && !button && tappable(target);
}, true);

// If an element leaves the document while it is held, WebKit makes no click, and others may click what is around it.
// The element in its place is clicked instead, if it is the same to the viewer.
addEventListener("pointerup", ({ clientX, clientY, pointerType }) => {
  const now = tappable(document.elementFromPoint(clientX, clientY));
  if (!tapStart || tapStart.isConnected || !isAlike(tapStart, now)) return;
  heir = now;
  // Until then the browser's own click may come.
  setTimeout(() => {
    if (heir && !endsGesture) heir.click();
    heir = undefined;
  }, pointerType === "mouse" ? 0 : 50);
}, true);
addEventListener("pointercancel", () => { tapStart = undefined; }, true);

/** Handles a tap while a post grows, which the browser gives to no element: it counts for the element under it. */
function hits({ target, clientX, clientY }) {
  moving.skipTransition();
  const meant = document.elementFromPoint(clientX, clientY);
  return meant !== target && !meant?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

let lastClick = { time: -Infinity, x: -Infinity, y: -Infinity }; // time, position, and the element there
let goneAt = -Infinity; // the time when a screen that was leaving was last removed

/** Returns the target of a tap: the screen, the cell, the tap's text, and the open element that a tap beside it
    closes. */
const groundOf = (target) => ({
  screen: screenOf(target), cell: target.closest("[data-key]")?.dataset.key,
  tap: target.closest("[data-tap]")?.dataset.tap, open: dismissable()?.dataset.dismiss,
});

const isGone = ({ screen, cell }) => cell !== undefined && !screens.get(screen)?.cells.has(cell);

/** Returns true for a tap that isn't meant for its element. A tap on a leaving screen isn't meant for the content
    that it still covers. The second of two quick taps in one place isn't meant for an element that appeared between
    them. */
function isStray({ target, detail, timeStamp, clientX, clientY }) {
  if (!detail) return false; // a click by a key or a program
  const last = lastClick;
  lastClick = { ...groundOf(target), time: timeStamp, x: clientX, y: clientY };
  const covers = [...document.querySelectorAll(".leaves, .leaving")].some((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left <= clientX && clientX < right && top <= clientY && clientY < bottom;
  });
  if (covers) return true;
  const { screen, open, tap } = lastClick;
  const isChanged = screen !== last.screen || last.open !== undefined && open !== last.open || isGone(last);
  if (!isChanged || Math.hypot(clientX - last.x, clientY - last.y) >= 24) return false;
  const isLeaving = document.querySelector(".leaves") || timeStamp - goneAt < 150;
  return Boolean(isLeaving) || timeStamp - last.time < (tap === last.tap ? 300 : 500);
}

/** Passes a file of the viewer to the app: dropped on the app, or chosen. */
async function passFile(file) {
  const isLarge = file.size > 64 << 20;
  const bytes = isLarge ? null : await file.arrayBuffer().catch(ignored);
  report("fileGiven", isLarge ? -2 : bytes ? 0 : -1, bytes ? new Uint8Array(bytes) : null, file.name);
}

function tapped(target) {
  const broken = target.closest(".photo")?.querySelector("img[data-state=failed]");
  tappedCell = target.closest(".post, .activity, .hit");
  tappedLink = target;
  const { tap } = target.dataset; // undefined for a link that leads out of the app
  if (!requesters.has(broken)) return tap !== undefined && report("tapped", screenOf(target), tap);
  delete broken.dataset.state;
  report("imageRetry", requesters.get(broken));
  return true;
}

/** Follows the fingers from the first touch, at `target` in `element`, to the end of the last one, or until the app
    leaves them to the browser. */
function follow(element, target, passive) {
  const stop = new AbortController();
  ["touchmove", "touchend", "touchcancel"].forEach((kind, index) => {
    const go = (event) => {
      const claim = touch(index + 1, event);
      if (claim & 1 && !passive && event.cancelable) event.preventDefault();
      if (claim & 1 && passive && index) endGesture();
      if (index ? !event.touches.length : !claim) stop.abort();
    };
    const options = { passive, signal: stop.signal };
    element.addEventListener(kind, go, options);
    // If the touched element leaves the document, its events come to it alone.
    target.addEventListener(kind, (event) => element.contains(target) || go(event), options);
  });
}

let belongs = false; // true if the touch is a field's, or scrolls something sideways

const sheetOf = (element) => (element.matches(".sheet") ? element.firstElementChild : null);

/** Returns true if a touch at `target` must not slide the screen. */
function isTaken(target) {
  if (target.closest?.("input, textarea, select, [data-tile]")) return true;
  const open = dismissable();
  if (open?.matches(".panel")) return false; // rows that scroll sideways lie on a sheet that slides down
  if (open && !open.matches(".drawer")) return true;
  for (let at = target; at?.matches?.(":not(.screen)"); at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
}

/** Returns the offset of the sliding element from its place, towards the end of the line; a sheet's downwards. */
function edgeOf(element) {
  if (belongs || getSelection().type === "Range") return -1;
  const sheet = sheetOf(element);
  const { translate, transform } = getComputedStyle(sheet ?? (element.matches(".root, .side-menu") ? main : element));
  const [x, y] = translate.split(" ").map((way) => parseFloat(way) || 0);
  const { e, f } = new DOMMatrix(transform); // of an element that is entering
  return Math.max(0, sheet ? (y ?? 0) + f : (x + e) * (document.documentElement.dir === "rtl" ? -1 : 1));
}

/** Returns how far the page still is pulled on its way back, in CSS px. */
const pulledBy = ({ style, children }) => style.getPropertyValue("--settle") === "1" ? Math.round(new DOMMatrix(getComputedStyle(children[1]).transform).f) : 0;

let pressed; // the menu button of the post or comment under the first finger, if nothing else there reacts to it
const menuAt = (target) => target.closest?.("a:not(.moments-post :is(.name, .photo)), button, img:not(.moments-post .photo *), [data-tap]:not(a), .moments-post")
  ?.querySelector(":scope.post .dots-menu, .more-options");

function touch(phase, event) {
  const fingers = [...event.changedTouches];
  return fingers.reduce((all, finger) => pointer(event.target, phase, finger.identifier + 2, finger, event) | all, 0);
}

function pointer(target, phase, id, { clientX, clientY }, { timeStamp }) {
  const { element, movedAt } = screens.get(screenOf(target)) ?? top();
  if (phase === 0) {
    belongs = isTaken(target);
    // A mouse selects text; and a finger that stops a moving list doesn't hold.
    if (fingers < 2) pressed = id > 1 && performance.now() - movedAt > restTime ? menuAt(target) : null;
  }
  const pointerTarget = target.closest?.(".toasts") ? -2 : target.closest?.(".tabs") ? -1 : pressed ? -3 : 0;
  return report("pointer", Number(element.dataset.screen), phase, id, clientX, clientY, timeStamp, element.scrollTop - (phase ? 0 : pulledBy(element)),
    innerWidth, innerHeight, edgeOf(element), pointerTarget || ((sheetOf(element) ?? (element.matches(".settings") ? element.querySelector(".cut") : null))?.offsetHeight ?? 0));
}

/** Ignores the click at the end of a gesture. */
function endGesture() {
  endsGesture = true;
  setTimeout(() => { endsGesture = false; }, 100);
}

/** Reports a tapped point of a picture, in thousandths of its width and height. */
function aim(target, { clientX, clientY }) {
  const { left, top, width, height } = target.getBoundingClientRect();
  const parts = [(clientX - left) / width, (clientY - top) / height];
  report("typed", screenOf(target), target.dataset.keys, parts.map((part) => Math.round(Math.min(1, Math.max(0, part)) * 1000)).join());
}

Object.assign(calls, {
  hold: ["i", (stage) => {
    if (pressed && !pressed.isConnected) pressed = withTap(top().element, pressed.dataset.tap);
    pressed?.closest(".post, .moments-post li, .moments-post").toggleAttribute("data-pressed", stage === 1);
    if (stage === 2) pressed?.click();
  }],
});

function listenToFingers() {
  addEventListener("click", (event) => {
    if (isStray(event)) return event.preventDefault();
    if (event.detail && heir) {
      if (!heir.contains(event.target)) return event.preventDefault();
      heir = undefined;
    }
    if (moving && event.detail && hits(event)) return event.preventDefault();
    const aimed = event.target.closest(".aim");
    if (aimed) return aim(aimed, event);
    const target = event.target.closest("[data-tap], a, form"); // a form in a post is not a tap on the post
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.target.matches(".skip")) return goThrough(1);
    if (endsGesture) event.preventDefault();
    else if (!isStopped && isPlain && event.target.closest("[data-pick]")) {
      event.preventDefault();
      inLaterBridge("choose", event.target);
    } else if (!isStopped && isPlain && (dismiss(event.target) || target && tapped(target))) event.preventDefault();
  }, true);

  addEventListener("touchstart", (event) => {
    if (event.target.closest(".picture-tools")) return;
    const element = event.target.closest("[data-screen], .toasts") ?? main;
    const [{ clientX }] = event.changedTouches;
    if (clientX < 30 || clientX > innerWidth - 30) edgeTouchedAt = event.timeStamp;
    touch(0, event);
    // The browser has to wait for the app only where it could scroll as well; sideways `touch-action`
    // prevents that.
    if (event.touches.length === 1) follow(element, event.target, !isViewer(element) && element.scrollTop > 0);
  }, { passive: true });

  ["pointerdown", "pointermove", "pointerup", "pointercancel"].forEach((kind, phase) => {
    addEventListener(kind, (event) => {
      if (event.pointerType !== "mouse" || phase === 1 && !event.buttons) return;
      if (phase === 0 && (event.button !== 0 || event.target.closest?.("input, textarea, button, .picture-tools"))) return;
      if (!(pointer(event.target, phase, 1, event, event) & 1) || phase !== 2) return;
      endGesture();
    });
  });

  // A screen that is back in its place gets its normal style.
  addEventListener("transitionend", ({ target, propertyName }) => {
    if (propertyName !== "translate" || target.style.getPropertyValue("--slide") !== "0px") return;
    target.style.removeProperty("--slide");
    target.removeAttribute("data-slides");
    backInPlace(screens.get(screenOf(target)));
  });

  // The app handles holding a tab, even by a keyboard's menu key; on a post of a timeline only a finger's hold. The
  // browser has its own menu for selected text.
  addEventListener("contextmenu", (event) => {
    const tabs = event.button !== 2 && event.target.closest?.("[data-hold]");
    const menu = tabs ? null : menuAt(event.target);
    const opens = !fingers && menu?.matches(".more-options") && getSelection().isCollapsed;
    if (tabs ? report("tapped", screenOf(tabs), tabs.dataset.hold) : menu && (fingers || opens)) event.preventDefault();
    if (opens) menu.click();
  });

  addEventListener("dragstart", (event) => event.preventDefault());
  let isDragged = false;
  for (const kind of ["dragover", "drop", "dragleave"]) addEventListener(kind, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    const isOver = kind === "dragover" || kind === "dragleave" && event.relatedTarget !== null;
    if (isOver !== isDragged) report("fileDragged", (isDragged = isOver) ? 1 : 0);
    if (kind !== "drop") return;
    inLaterBridge("takeDropped", [...event.dataTransfer.files]);
  });
}
