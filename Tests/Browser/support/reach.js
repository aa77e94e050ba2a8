// Checks the screen in front for targets that are too small for a finger and text with too little contrast,
// and returns sentences.
const LEAST = 44;
const slack = 1;
const screen = document.querySelector("main");
const style = (element, part) => getComputedStyle(element, part);
const name = (element) => {
  const cell = element.closest("[data-key]");
  const own = element.tagName.toLowerCase() + [...element.classList].map((word) => "." + word).join("");
  return `${cell?.dataset.key ?? ""} ${own} “${(element.ariaLabel ?? element.textContent).trim().slice(0, 24)}”`;
};
const isSeen = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(".unseen, [inert], noscript, .leaves") && !hasClip(element);
};
function hasClip(element) {
  for (let outer = element; outer; outer = outer.parentElement) if (style(outer).clipPath !== "none") return true;
  return false;
}
/** Scrolls the element to the middle of the window; fixed elements don't move. */
const bring = (element) => element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });

// Targets.

const TARGETS = "a[href], button, input:not([type=hidden], [hidden]), textarea, summary, label.chooser, [data-tap]";

/** True for a target in a text, which is only as high as its line (WCAG 2.5.8, inline). The comments under a Moments
    post are such a text, with WeChat's line spacing. */
function isInText(element) {
  if (element.matches(".comments > li, .reposted a")) return element.getBoundingClientRect().height >= 16;
  if (!style(element).display.startsWith("inline")) return false;
  if (element.closest(".text, .words, .bio, .fields, .comments, .likes")) return true;
  const block = element.parentElement.closest("p, li, h2, blockquote, .help");
  return block !== null && block.textContent.trim() !== element.textContent.trim();
}

/** Returns the target's width and height through its middle, including its pseudo-elements. */
function reach(element) {
  const box = element.getBoundingClientRect();
  const [x, y] = [(Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2];
  const same = (x, y) => {
    const at = document.elementFromPoint(x, y);
    const found = at?.closest(TARGETS);
    if (found === element || found && found.dataset.tap !== undefined && found.dataset.tap === element.dataset.tap) return true;
    // An element under the bars can be scrolled out from there.
    return at?.closest(".frame") != null && !element.closest(".frame");
  };
  if (!same(x, y)) return null;
  const far = (dx, dy) => {
    let step = 0;
    while (step < LEAST && same(x + dx * (step + 1), y + dy * (step + 1))) step++;
    return step;
  };
  return [far(-1, 0) + far(1, 0) + 1, far(0, -1) + far(0, 1) + 1];
}

function smallTargets() {
  const found = [];
  const all = [...screen.querySelectorAll(TARGETS)].filter((element) => isSeen(element) && !element.disabled);
  const sizes = new Map();
  for (const element of all) {
    bring(element);
    const { width, height } = element.getBoundingClientRect();
    // A cell without targets in it is a target itself.
    sizes.set(element, element.matches("a, button, input, textarea, summary, label, .alt") ? reach(element) : [width, height]);
  }
  const isLarge = ([width, height]) => width >= LEAST - slack && height >= LEAST - slack;
  for (const [element, size] of sizes) {
    if (size === null || isLarge(size) || isInText(element)) continue;
    // Another target for the same action is large enough (WCAG 2.5.8, equivalent).
    const { tap } = element.dataset;
    if (tap && all.some((other) => other !== element && other.dataset.tap === tap && sizes.get(other) && isLarge(sizes.get(other)))) continue;
    found.push(`${name(element)} can be touched on ${size.join("×")} px`);
  }
  return found;
}

// Contrast.

const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
const known = new Map();
/** Returns red, green and blue from 0 to 255, and the opacity. */
function colour(text) {
  if (!known.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(text, [r, g, b, a / 255]);
  }
  return known.get(text);
}
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
function opacity(element) {
  let product = 1;
  for (let outer = element; outer; outer = outer.parentElement) product *= Number(style(outer).opacity);
  return product;
}

/** Returns the colour below an element at a point. A picture counts as the worst possible colour. */
function ground(element, x, y, ink) {
  const layers = [];
  const worst = light(ink) > 0.5 ? [255, 255, 255, 1] : [0, 0, 0, 1];
  const stack = document.elementsFromPoint(x, y);
  const paint = (values, text, width) => {
    const [r, g, b, a] = colour(values.backgroundColor);
    if (a > 0 && (width === undefined || !(parseFloat(values.width) < width - slack))) layers.push([r, g, b, a * text]);
  };
  for (const below of stack.slice(Math.max(0, stack.indexOf(element)))) {
    const seen = opacity(below);
    for (const part of ["::after", "::before"]) {
      const values = style(below, part);
      if (values.content !== "none" && values.position === "absolute") paint(values, seen * Number(values.opacity), element.getBoundingClientRect().width);
    }
    // An element's own background lies below its children.
    if (below.tagName === "IMG" && below !== element) layers.push(worst);
    else {
      const values = style(below);
      if (values.backgroundImage.includes("gradient") && !below.matches(".disc, .more-actions")) layers.push([...colour(values.backgroundColor).slice(0, 3), 0]);
      paint(values, seen);
    }
    if (layers.some(([, , , a]) => a >= 0.999)) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
}

function faint() {
  const found = [];
  const check = (element, inkText, box, least, what) => {
    const x = Math.min(innerWidth - 1, Math.max(1, box.left + box.width / 2));
    const y = Math.min(innerHeight - 1, Math.max(1, box.top + box.height / 2));
    const [r, g, b, a] = colour(inkText);
    // A shadow separates text from any background.
    if (a === 0 || style(element).textShadow !== "none" || style(element).filter.includes("shadow")) return;
    const below = ground(element, x, y, [r, g, b]);
    const ratio = contrast(over([r, g, b, a * opacity(element)], below), below);
    if (ratio < least - 0.01) found.push(`${name(element)}: ${what} has a contrast of ${ratio.toFixed(2)} on ${below.slice(0, 3).map(Math.round)}, not ${least}`);
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const element of screen.querySelectorAll("*")) {
    if (!isSeen(element) || element.closest(":disabled, [aria-disabled=true]")) continue;
    const { color, fontSize, fontWeight } = style(element);
    const isLarge = parseFloat(fontSize) >= 24 || parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700;
    const words = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
    const isIcon = element.matches("svg.icon");
    const isEmptyField = element.matches("input:placeholder-shown, textarea:placeholder-shown");
    if (!words && !isIcon && !isEmptyField || element.closest("svg") && !isIcon) continue;
    bring(element);
    if (isIcon) check(element, color, element.getBoundingClientRect(), 3, "the drawing");
    else if (isEmptyField) check(element, style(element, "::placeholder").color, element.getBoundingClientRect(), 4.5, "the hint");
    else {
      const range = document.createRange();
      range.selectNodeContents(words);
      const box = range.getClientRects()[0];
      if (box) check(element, color, box, isLarge ? 3 : 4.5, "the text");
    }
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  return found;
}
return { smallTargets, faint }[arguments[0]]();
