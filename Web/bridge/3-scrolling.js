// What is read stays where it is when something is put in, or changes, above it: not every browser does so by itself.

const kept = new Map(); // screen -> the cell that was topmost before the changes, and where it was

function topmost({ element, cells }) {
  const edge = element.getBoundingClientRect().top;
  const all = element.children[1].children;
  let [low, high] = [0, all.length]; // they lie below each other: of thousands few have to be asked
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = all[middle].getBoundingClientRect().bottom > edge ? [low, middle] : [middle + 1, high];
  }
  while (low < all.length && (!cells.has(all[low].dataset.key) || all[low].matches(".earlier"))) low++;
  if (low < all.length) return { cell: all[low], offset: all[low].getBoundingClientRect().top - edge };
}

/** Before a screen's first change of this turn. */
function keep(screen) {
  const holds = screen.element.scrollTop > 0 || screen.element.querySelector(".large"); // what was opened stays, too
  if (!kept.has(screen) && holds && !isViewer(screen.element)) kept.set(screen, topmost(screen));
}

/** After all changes of this turn. */
function settle() {
  for (const [{ element, cells }, anchor] of kept) {
    const cell = cells.get(anchor?.cell.dataset.key);
    if (!cell) continue;
    const moved = cell.getBoundingClientRect().top - element.getBoundingClientRect().top - anchor.offset;
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }
  kept.clear();
}

function reveal(screen, key, behavior) {
  const cell = screen?.cells.get(key);
  const isSlide = cell?.classList.contains("slide");
  if (!isSlide && cell?.getBoundingClientRect().top >= 0) return;
  const turn = (behavior) => cell?.scrollIntoView({ behavior, block: isSlide ? "nearest" : "start", inline: "start" });
  turn(motion(behavior));
  if (!isSlide) return;
  // A change of the layout can end a smooth turn half-way (WebKit).
  clearTimeout(turning);
  turning = setTimeout(turn, 600, "instant");
}
let turning; // until the slide has come; a finger decides otherwise
for (const kind of ["pointerdown", "touchstart", "wheel"]) addEventListener(kind, () => clearTimeout(turning));

const canScrollAnimations = CSS.supports("animation-timeline: scroll()");

const isViewer = (element) => element.classList.contains("viewer");

/** Tells where a screen was scrolled to, and asks for more at its end. */
function scrolled(element) {
  const id = Number(element.dataset.screen);
  if (isViewer(element)) return tell("turned", id, Math.round(Math.abs(element.scrollLeft) / element.clientWidth));
  clearTimeout(screens.get(id)?.report);
  if (screens.has(id)) screens.get(id).report = setTimeout(() => reportAnchor(screens.get(id)), 250);
  if (!canScrollAnimations) element.toggleAttribute("data-scrolled", element.scrollTop > 200);
  const cells = screens.get(id)?.cells;
  if (cells?.has("earlier") && element.scrollTop < element.clientHeight) tell("tapped", id, "earlier");
  const ahead = cells?.get("foot")?.querySelector("[data-ahead]") ? 2 * element.clientHeight : 60;
  return element.scrollHeight - element.scrollTop - element.clientHeight < ahead && tell("reachedEnd", id);
}

/** Tells which cell is topmost, for coming back to it. */
function reportAnchor(screen) {
  if (!screen || isViewer(screen.element) || screen.element.hasAttribute("data-aside")) return;
  const { cell, offset } = topmost(screen) ?? {};
  if (cell) tell("anchored", screen.id, cell.dataset.key, Math.round(offset));
}

Object.assign(calls, {
  reveal: ["it", (id, key) => {
    settle();
    reveal(screens.get(id), key, "smooth");
  }],
  scrollToTop: ["i", (id) => {
    kept.delete(screens.get(id));
    screens.get(id).element.scrollTo({ top: 0, behavior: motion("smooth") });
  }],
  restore: ["iti", (id, key, offset) => {
    const { element, cells } = screens.get(id);
    kept.delete(screens.get(id));
    const top = cells.get(key)?.getBoundingClientRect().top;
    if (top !== undefined) element.scrollTop += top - element.getBoundingClientRect().top - offset;
  }],
});

function listenToScrolling() {
  addEventListener("scroll", ({ target }) => {
    if (!target.dataset?.screen) return;
    dismiss(null, "[data-fleeting]");
    scrolled(target);
  }, true);
  for (const kind of ["wheel", "touchend", "keyup"]) addEventListener(kind, () => scrolled(top().element));

  addEventListener("pagehide", () => screens.forEach(reportAnchor));
}
