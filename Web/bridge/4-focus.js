// The focus, the keyboard, and text fields.

let focused; // the element that had the focus before one in the screen took it

const focusTarget = (element) => (element.matches("[data-focus]") ? element : element.querySelector("[data-focus]"));

/** Moves the focus to the element's preferred field, at the end of its text; else to the element. */
function focus(element, screen) {
  if (screen) focused = document.activeElement;
  const field = focusTarget(element) ?? element;
  field.focus({ preventScroll: true });
  field.setSelectionRange?.(field.value.length, field.value.length);
  grow(field);
  requestAnimationFrame(fit);
}

let focusedCell = [0, ""]; // the screen and the key of the focused cell, as last reported

function reportFocus() {
  const cell = document.activeElement?.closest(".cells > [data-key]");
  const [id, key] = [cell ? screenOf(cell) : 0, cell?.dataset.key ?? ""];
  const [lastId, lastKey] = focusedCell;
  if (nesting || id === lastId && key === lastKey) return;
  focusedCell = [id, key];
  if (lastId && lastId !== id) report("focused", lastId, "");
  if (id) report("focused", id, key);
}

/** Makes a field as high as its text. */
function grow(field) {
  if (field.dataset.grows === undefined) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

/** Sets the height that the keyboard covers; the post or comment that is being answered stays in sight above it. */
function fit() {
  const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
  top()?.element.querySelector("[data-answered]")?.scrollIntoView({ block: "nearest" });
}

/** Returns the open element that closes with the next action outside of it: a menu, a sheet, a comment's field. */
const dismissable = (selector = "[data-dismiss]") => [...(top()?.element.querySelectorAll(selector) ?? [])].at(-1);
function dismiss(target, selector) {
  const open = dismissable(selector);
  const isInside = open && target?.closest("[data-dismiss]")?.dataset.dismiss === open.dataset.dismiss;
  return open && !isInside && !open.contains(target) ? report("tapped", top().id, open.dataset.dismiss) : 0;
}

// Keyboard shortcuts that press an element. The element names its keys, and is in the focused cell, in the
// opened post, or in a frame.

let chord = -Infinity; // the time when the first of two keys was pressed

/** Returns the cell that shortcuts apply to. */
const cellInFocus = () => document.activeElement?.closest(".cells > [data-key]") ?? top().element.querySelector(".large");

/** Moves the focus to the next or the previous cell; at first to the topmost one in sight. */
function goThrough(step) {
  const current = document.activeElement?.closest(".cells > [data-key]");
  const screen = screens.get(screenOf(current ?? top().element));
  const isRow = (cell) => isHeld(screen, cell) && !cell.matches(".list-footer");
  let cell = current ?? shownCells(screen).find(isRow);
  if (current) do cell = step > 0 ? cell.nextElementSibling : cell.previousElementSibling; while (cell && !isRow(cell));
  if (!cell) return;
  if (cell.tabIndex < 0) cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", behavior: motion("smooth") });
}

/** Handles a shortcut; returns true if the key had one. */
function shortcut({ key, timeStamp, target, metaKey, ctrlKey, altKey, isComposing }) {
  if (metaKey || ctrlKey || altKey || isComposing || target.closest("input, textarea, select") || recalled("shortcuts")) return false;
  if (isViewer(top().element)) return false;
  const keys = timeStamp - chord < 1000 ? `g ${key}` : key;
  chord = keys === "g" ? timeStamp : -Infinity;
  const named = `[aria-keyshortcuts="${CSS.escape(keys)}"]`;
  const open = dismissable();
  if (open) return open.querySelector(named)?.click(), !!open.querySelector(named);
  const same = { o: "e", f: "l" }[keys];
  if (same) return shortcut({ key: same, timeStamp, target });
  if (keys === "j" || keys === "k") return goThrough(keys === "j" ? 1 : -1), true;
  const search = key === "/" && main.querySelector(".search:not([inert])");
  if (search) return focusTarget(search).focus(), true;
  if (key === "Enter" && target.matches(".cells > [data-tap]")) return target.click(), true;
  const meant = cellInFocus()?.querySelector(named) ?? main.querySelector(`.screen:not([inert]) > .frame ${named}`)
    ?? (keys === "?" && main.querySelector(`.tabs ${named}`)); // the list of shortcuts lies over everything
  return meant ? (meant.click(), true) : false;
}

Object.assign(calls, {
  setField: ["itt", (id, name, text) => {
    const field = screens.get(id).element.querySelector(`[data-input="${CSS.escape(name)}"]`);
    if (!field) return;
    const after = field.value.length - field.selectionEnd; // the caret stays before the text that follows it
    field.value = text;
    reportedTexts.set(field, text);
    if (after) field.setSelectionRange(text.length - after, text.length - after);
    grow(field);
  }],
});

const keyNumbers = { Escape: 0, ArrowRight: 1, ArrowLeft: 2, ArrowUp: 3, ArrowDown: 4 }; // `AppEvent.Key`

function listenToKeys() {
  addEventListener("focusin", reportFocus);
  addEventListener("focusout", ({ relatedTarget }) => relatedTarget || reportFocus());

  addEventListener("submit", (event) => {
    const form = event.target.closest("[data-submit]");
    if (!form || isStopped && form.hasAttribute("action")) return;
    event.preventDefault(); // without an address, submitting would only lose the form's content
    report("submitted", screenOf(form), [...new FormData(form).values()].join("\n"));
  });

  addEventListener("input", ({ target }) => {
    const { input } = target.dataset;
    if (target.matches("[data-file]")) [...target.files].forEach(passFile);
    grow(target);
    if (target.dataset.caret !== undefined) report("typed", screenOf(target), "caret", `${target.selectionEnd}`);
    if (input === undefined) return;
    report("typed", screenOf(target), input, target.value);
    if (isStopped) storeTyped();
    else reportedTexts.set(target, target.value);
  });

  addEventListener("keydown", (event) => {
    const { send, remove } = event.target.dataset;
    const keys = event.target.closest("[data-keys]")?.dataset.keys;
    if (keys && /^(Arrow|[-+=]$)/.test(event.key)) {
      event.preventDefault();
      report("typed", screenOf(event.target), keys, event.key);
      return;
    }
    if (remove && event.key === "Delete") report("tapped", screenOf(event.target), remove);
    if (send && event.key === "Enter" && (event.metaKey || event.ctrlKey)) report("tapped", screenOf(event.target), send);
    if (event.key === "Escape" && dismiss(null)) return;
    if (shortcut(event)) return event.preventDefault();
    const key = keyNumbers[event.key];
    if (!(key <= 2) || event.target.closest(key ? "input, textarea" : "input") || event.isComposing) return;
    if (key > 0 && isViewer(top().element)) event.preventDefault();
    report("pressed", key);
  });

  window.visualViewport?.addEventListener("resize", fit);
}
