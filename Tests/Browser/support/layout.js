// Finds faults in the layout of the screen in front: a list of sentences, empty if all is well.
const screen = [...document.querySelectorAll(".screen:not(.leaves)")].at(-1) ?? document.querySelector("main");
const problems = [];
const slack = 0.75;

const name = (element) => {
  const cell = element.closest("[data-key]");
  const own = element.tagName.toLowerCase() + [...element.classList].map((word) => "." + word).join("");
  return cell && cell !== element ? `${cell.dataset.key} ${own}` : own;
};
const round = (box) => [box.left, box.top, box.right, box.bottom].map((value) => Math.round(value * 10) / 10).join(" ");
const isLargeText = parseFloat(getComputedStyle(document.documentElement).fontSize) > 24;
/** True for intended shortening: repeated texts, previews, and with the usual text size anything with an ellipsis. */
const isShortened = (element) => element.matches(".bar .title, .quoted .words, .row.waiting > p, .kept-draft > :first-child, .excerpt p, .context button, .context button *, .context.line *, .reply-bar .field, .beginning, .beginning *, .link-card *, .parent-square span")
  || !isLargeText && style(element).textOverflow === "ellipsis";
/** True for a page beside the visible one. */
const isNextPage = (element) => {
  const page = element.closest(".page + .page");
  return page && page.getBoundingClientRect().top < page.previousElementSibling.getBoundingClientRect().bottom - 1;
};
/** True for a handle without room beside the name, which has wrapped below the visible line. */
const hasFallen = (element) => element.matches(".author > .handle") && element.getBoundingClientRect().top >= element.parentElement.getBoundingClientRect().bottom - 3;
const isUnseen = (element) => isNextPage(element) || hasFallen(element) || element.closest(".slide + .slide, .slide + .slide *, .unseen, details:not([open]) > :not(summary), details:not([open]) li, button.answer:not(:focus-visible), .account > .remove, .notifications .kinds > button, noscript, script, [aria-hidden=true] .unseen, .refresh-indicator");
const style = (element) => getComputedStyle(element);
/** The boxes of an element's texts, line by line. */
const textBoxes = (element) => {
  const [texts, boxes, range] = [document.createTreeWalker(element, NodeFilter.SHOW_TEXT), [], document.createRange()];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    boxes.push(...range.getClientRects());
  }
  return boxes;
};
const isInFlow = (element) => {
  const { position, display } = style(element);
  return (position === "static" || position === "relative") && !display.startsWith("inline") && display !== "none" && display !== "contents";
};
const scrolls = (element) => ["auto", "scroll"].includes(style(element).overflowY);
const size = (box) => box.width > 0 && box.height > 0;

/** Returns the boxes of a text's words, because spaces at the end of a line may exceed it. */
function linesOf(node) {
  const range = document.createRange();
  return [...node.textContent.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return [...range.getClientRects()].filter((line) => line.width >= 1);
  });
}

// No sideways scrolling.
for (const element of [document.documentElement, document.body, screen]) {
  if (element.scrollWidth > element.clientWidth && !element.matches(".viewer")) problems.push(`${name(element)} scrolls sideways: ${element.scrollWidth} > ${element.clientWidth}`);
}

const elements = [...screen.querySelectorAll("*")].filter((element) => !isUnseen(element) && size(element.getBoundingClientRect()));
for (const element of elements) {
  const box = element.getBoundingClientRect();

  if (element.matches(".cells > *") && style(element).clipPath !== "none") problems.push(`${name(element)} is cut away`);

  // Everything is within the window's width. A cropped picture's box is larger than its visible part. A
  // blurred picture is larger than the element that clips it.
  const isBlurred = element.matches(".blurred");
  const isBeside = isBlurred || element.matches(".viewer > .cells, .cut > .picture, .cut-band > .picture");
  if (!isBeside && (box.left < -slack || box.right > innerWidth + slack)) problems.push(`${name(element)} leaves the window: ${round(box)}`);

  // An element in its parent's flow stays inside the parent.
  const parent = element.parentElement;
  if (!isBlurred && isInFlow(element) && isInFlow(parent) && parent !== screen && style(parent).height !== "0px" && parent.closest(".text") === null) {
    const outer = parent.getBoundingClientRect();
    // A negative margin makes it intentional.
    const { marginLeft, marginRight, marginBottom } = style(element);
    const left = outer.left + Math.min(0, parseFloat(marginLeft)) - slack;
    const right = outer.right - Math.min(0, parseFloat(marginRight)) + slack;
    const bottom = outer.bottom - Math.min(0, parseFloat(marginBottom)) + slack;
    if (box.left < left || box.right > right || box.bottom > bottom && !scrolls(parent)) {
      problems.push(`${name(element)} (${round(box)}) leaves ${name(parent)} (${round(outer)})`);
    }
  }

  // An account's picture covers the letter that is drawn until it loads.
  if (element.matches(".avatar > img") && round(box) !== round(parent.getBoundingClientRect())) {
    problems.push(`${name(element)} (${round(box)}) does not cover ${name(parent)} (${round(parent.getBoundingClientRect())})`);
  }

  // Siblings lie beside or below each other.
  const children = [...element.children].filter((child) => isInFlow(child) && size(child.getBoundingClientRect()));
  for (let first = 0; first < children.length; first++) {
    for (let second = first + 1; second < children.length; second++) {
      if (style(children[first]).gridArea !== "auto" && style(children[first]).gridArea === style(children[second]).gridArea) continue;
      const a = children[first].getBoundingClientRect();
      const overlaps = (b) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
      const b = children[second].getBoundingClientRect();
      // Lines flow around what floats, within a box that reaches under it.
      if (style(children[first]).float === "none" ? overlaps(b) : textBoxes(children[second]).some(overlaps)) {
        problems.push(`${name(children[first])} (${round(a)}) overlaps ${name(children[second])} (${round(b)})`);
      }
    }
  }

  // Elements don't clip letters; only folded text and likes do, which have a button.
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) continue;
    const lines = linesOf(node);
    // A fixed element isn't clipped by its ancestors.
    const around = (inner) => (style(inner).position === "fixed" ? null : inner.parentElement);
    for (let outer = element; outer && outer !== screen; outer = around(outer)) {
      const { overflowX, overflowY } = style(outer);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (isShortened(outer)) break;
      const isFolded = outer.matches(":is(.text, .likes)[data-long]:not(.unfolded)") && outer.nextElementSibling?.matches(".fold")
        && outer.nextElementSibling.checkVisibility();
      const frame = outer.getBoundingClientRect();
      for (const line of lines) {
        // With small line spacing a line box may exceed its element by a quarter of its height.
        const spare = line.height / 4;
        const isCutAcross = line.left < frame.left - slack || line.right > frame.right + slack;
        const isCutDown = !isFolded && !scrolls(outer) && (line.top < frame.top - spare || line.bottom > frame.bottom + spare);
        if (isCutAcross || isCutDown) {
          problems.push(`“${node.textContent.trim().slice(0, 20)}” (${round(line)}) is clipped by ${name(outer)} (${round(frame)})`);
          break;
        }
      }
    }
  }

  // Pictures keep their ratio.
  if (element.tagName === "IMG" && element.naturalWidth && !["cover", "contain", "scale-down"].includes(style(element).objectFit)) {
    const shown = box.width / box.height;
    const own = element.naturalWidth / element.naturalHeight;
    if (Math.abs(shown / own - 1) > 0.03) problems.push(`${name(element)} is stretched: ${shown} instead of ${own}`);
  }
}
return problems.slice(0, 12);
