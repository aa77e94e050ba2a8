// Reordering pictures: a finger carries the picture that it rested on, a mouse one that it moved.

let carried; // { move: its tap without the position, finger, x, y: the starting point, goes: true while it is moving }

/** Prevents scrolling while a picture is carried. It listens from the beginning, and only where there are tiles,
    because the browser has to wait for it. It listens on the window, because Chromium doesn't always call listeners
    on a part of the page. */
export function holdsStill(event) {
  if (carried?.goes && event.cancelable) event.preventDefault();
}

function carry({ clientX, clientY }) {
  const [tile] = tiles();
  if (!tile) return;
  tile.classList.add("carried");
  tile.style.translate = `${clientX - carried.x}px ${clientY - carried.y}px`;
  const under = document.elementFromPoint(clientX, clientY)?.closest("[data-tile]");
  for (const other of tile.parentNode.children) other.classList.toggle("under", other === under);
}

/** Returns the carried tile, and the one where it would be put down. */
const tiles = () => [`[data-tile="${carried.move}"]`, ".tile.under"].map((selector) => top().element.querySelector(selector));

function putDown(event) {
  if (carried?.finger !== event.pointerId) return;
  clearTimeout(carried.timer);
  const [tile, under] = tiles();
  const { move, goes } = carried;
  carried = undefined;
  if (!tile || !goes) return;
  tile.style.translate = "";
  tile.classList.remove("carried");
  under?.classList.remove("under");
  endGesture(); // the following click opens nothing
  if (event.type === "pointerup" && under) report("tapped", screenOf(tile), `${move}:${[...tile.parentNode.children].indexOf(under)}`);
}

function listenToTiles() {
  addEventListener("pointerdown", (event) => {
    const tile = event.target.closest?.("[data-tile]");
    if (!tile || event.button || carried || event.target.closest(".remove")) return;
    carried = { move: tile.dataset.tile, finger: event.pointerId, x: event.clientX, y: event.clientY, goes: false };
    if (event.pointerType === "mouse") return;
    carried.timer = setTimeout(() => {
      carried.goes = true;
      carry(event);
    }, 300);
  });
  addEventListener("pointermove", (event) => {
    if (carried?.finger !== event.pointerId) return;
    const isFar = Math.hypot(event.clientX - carried.x, event.clientY - carried.y) > 6;
    if (event.pointerType === "mouse" && isFar) carried.goes = true;
    if (carried.goes) carry(event);
    else if (isFar) putDown(event);
  });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, putDown);
  addEventListener("keydown", (event) => {
    const tile = event.target.closest?.("[data-tile]");
    const key = keyNumbers[event.key];
    if (!tile || !key || !event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    report("tileKey", screenOf(tile), tile.dataset.tile, key);
  }, true);
}
