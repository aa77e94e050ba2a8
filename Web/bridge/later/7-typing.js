// Suggestions of names and tags over a field. The field keeps the focus, and names the chosen one (`aria-activedescendant`).

let fieldWithChoice; // the field with a suggestion that arrows have led to
let tapOfChoice; // that suggestion's tap

/** Marks the suggestion that arrows have led to, and names it in the field. */
function markChoice() {
  if (!fieldWithChoice.isConnected) return renderedAnew.disconnect();
  const screen = fieldWithChoice.closest("[data-screen]");
  const id = `option-${screen.dataset.screen}`; // covered screens can have suggestions as well
  const all = [...screen.querySelectorAll(".completions [role=option]")];
  const choice = all.find((one) => one.dataset.tap === tapOfChoice);
  for (const one of all) Object.assign(one, { ariaSelected: String(one === choice), id: one === choice ? id : "" });
  if (!choice) return fieldWithChoice.removeAttribute("aria-activedescendant");
  choice.parentNode.id = id + "-list";
  fieldWithChoice.setAttribute("aria-controls", choice.parentNode.id);
  fieldWithChoice.setAttribute("aria-activedescendant", id);
  return choice.scrollIntoView({ block: "nearest" });
}

// The server's suggestions may come after that. The list is rendered anew then.
const renderedAnew = new MutationObserver(markChoice);

/** Handles the keys of suggestions: arrows move through them, Tab and Enter insert one. */
function completes({ key, target, shiftKey }) {
  const list = target.dataset?.caret === undefined ? null : top().element.querySelector(".completions");
  const all = [...(list?.querySelectorAll("[role=option]") ?? [])];
  const at = all.findIndex((one) => one.ariaSelected === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!all.length) return false;
  if (step) {
    const next = all[(Math.max(at, step < 0 ? 0 : -1) + step + all.length) % all.length];
    [fieldWithChoice, tapOfChoice] = [target, next.dataset.tap];
    markChoice();
    renderedAnew.observe(list.parentNode, { childList: true });
  } else if (key === "Tab" && !shiftKey || key === "Enter" && at >= 0) all[Math.max(at, 0)].click();
  else return false;
  return true;
}

/** Handles Escape where it ends something within the page: suggestions, a selection, a question. In a search field with
    text the browser empties the field first. Elsewhere in a line for text it leaves the field. */
function escapes({ key, target }) {
  if (key !== "Escape") return false;
  const isLine = target.matches?.("input:not([type=checkbox], [type=radio])");
  if (isLine && target.type === "search" && target.value) return false;
  const ended = [...top().element.querySelectorAll("[data-escape]")].at(-1);
  if (ended) report("tapped", top().id, ended.dataset.escape);
  else if (isLine) target.blur();
  return Boolean(ended);
}

// Suggestions stand over the comment bar, which grows with the text; so does the toast, and over the panel under the bar.
// The size of an element that is gone is 0.
const barSizes = new ResizeObserver((entries) => {
  for (const { target } of entries) if (!target.isConnected) barSizes.unobserve(target);
  const [bar, panel] = [".comment-bar", ".emojis"].map((part) => top()?.element.querySelector(part));
  const height = bar?.offsetHeight ?? 0;
  bar?.parentNode.style.setProperty("--comment-bar", `${height}px`);
  const toasts = document.querySelector(".toasts");
  toasts.style.setProperty("--comment-bar", `${height && height + (panel?.offsetHeight ?? 0)}px`);
});

function watchBar({ target }) {
  const bar = target.closest?.(".comment-bar");
  if (bar) barSizes.observe(bar);
}

function listenToTyping() {
  listenToPanel();
  addEventListener("focusin", watchBar);
  watchBar({ target: document.activeElement ?? document });
  addEventListener("keydown", (event) => {
    // Escape, which ends an input method's suggestions, must not close what the field is in. WebKit says so by 229.
    const isComposing = event.isComposing || event.keyCode === 229;
    if (isComposing && event.key === "Escape") return event.stopImmediatePropagation();
    if (isComposing || !completes(event) && !escapes(event) && !handlesPanel(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("input", ({ target }) => {
    if (target.dataset?.caret === undefined) return;
    target.ariaAutoComplete = "list";
    target.removeAttribute("aria-activedescendant");
    renderedAnew.disconnect();
  });
}
