// Shows recorded screens in a frame, looks for problems in it, and measures it.
const frame = document.querySelector("iframe");
const inside = frame.contentDocument;
inside.open();
// A phone's scroll bars take no room.
inside.write(`<!doctype html><link rel=stylesheet href=/styles.css>
<style>* { content-visibility: visible !important; scrollbar-width: none !important }</style><body><main id=app></main>`);
inside.close();
window.ready = new Promise((done) => inside.querySelector("link").addEventListener("load", () => done(true)));

/** Shows a state of a screen in the frame, without animations. */
async function show({ html, size: [width, height], text, dir, lang }) {
  frame.style.cssText = `border: 0; width: ${width}px; height: ${height}px`;
  const root = inside.documentElement;
  Object.assign(root, { dir, lang });
  if (text) root.dataset.textSize = text;
  else delete root.dataset.textSize;
  inside.body.innerHTML = html.startsWith("<main") ? html : `<main id="app">${html}</main>`;
  // As the bridge does: sets the column's width, counted in letters.
  const toasts = inside.body.appendChild(Object.assign(inside.createElement("div"), { className: "toasts" }));
  const letters = (toasts.clientWidth + 24) / parseFloat(frame.contentWindow.getComputedStyle(root).fontSize);
  toasts.remove();
  root.classList.toggle("narrow", letters <= 15);
  root.classList.toggle("narrowest", letters <= 11);
  await Promise.all([...inside.images].map((image) => image.decode().catch(() => {})));
  // As the bridge does: makes a field as high as its text.
  for (const field of inside.querySelectorAll("[data-grows]")) {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }
  // As the bridge does: gives a long text a button.
  for (const fold of inside.querySelectorAll(".text + .fold")) {
    const text = fold.previousElementSibling;
    text.toggleAttribute("data-long", text.scrollHeight > text.clientHeight + 1);
  }
  for (const animation of inside.getAnimations()) {
    if (animation.timeline instanceof frame.contentWindow.DocumentTimeline) animation.cancel();
  }
  // Scroll-driven animations have their state from the second frame on.
  const nextFrame = () => new Promise((done) => frame.contentWindow.requestAnimationFrame(done));
  if (inside.querySelector(".pages")) await nextFrame().then(nextFrame);
}

/** The checks by name. Each returns a sentence for each fault, except `boxes`, which returns the visible elements. */
const checks = { boxes };

/** Adds checks by their scripts; `axe` may be null. */
function giveChecks(layout, reach, axe) {
  const view = frame.contentWindow;
  const find = new view.Function(reach);
  Object.assign(checks, { layout: new view.Function(layout), contrast: () => find("faint"), reach: () => find("smallTargets") });
  if (!axe) return;
  view.eval(axe);
  checks.axe = complaints;
}

/** Shows each state once and runs its `checks` that this engine has. Checks that scroll or change the page run last. */
async function examine(all) {
  const found = [];
  for (const shown of all) {
    await show(shown);
    const answers = {};
    for (const name of ["boxes", "layout", "axe", "contrast", "reach"]) {
      if (shown.checks.includes(name) && checks[name]) answers[name] = await checks[name]();
    }
    found.push(answers);
  }
  return found;
}

/** Returns the visible elements: name, x, y, width, height, and colours that differ from the parent's. */
function boxes() {
  const view = frame.contentWindow;
  const lines = [];
  const seen = (box) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < view.innerHeight && box.right > 0 && box.left < view.innerWidth;
  for (const element of inside.querySelectorAll("main, main *")) {
    const box = element.getBoundingClientRect();
    const { backgroundColor, color, opacity } = view.getComputedStyle(element);
    const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(" ").slice(0, 24).trim();
    const hasGround = backgroundColor !== "rgba(0, 0, 0, 0)";
    if (!seen(box) || element.closest("svg, .unseen") !== null && !element.matches("svg")) continue;
    if (!words && !hasGround && !element.matches("img, svg, a, button, input, textarea")) continue;
    const name = element.tagName.toLowerCase() + [...element.classList].map((word) => "." + word).join("");
    lines.push({
      name: words ? `${name} “${words}”` : name,
      box: [box.left, box.top, box.width, box.height].map(Math.round),
      colours: [words ? color : "", hasGround ? backgroundColor : "", opacity === "1" ? "" : opacity],
    });
  }
  return lines;
}

/** Returns the violations that axe finds. */
async function complaints() {
  const { violations } = await frame.contentWindow.axe.run(inside.querySelector("main"), { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}
Object.assign(window, { examine, giveChecks });
