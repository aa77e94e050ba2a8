// A page for the bridge alone: `told` holds its calls of the app, `turn` makes calls as the app would, in one
// turn.
const told = [];
const answers = { start: 1, tapped: 1 };
let calls, next, free = 8;
const memory = { buffer: new ArrayBuffer(1 << 22) };
const TEXTS = { measured: [1], focused: [1], anchored: [1], streamed: [1], received: [2, 3, 4] }; // the values that are texts

function value(name, raw) {
  const values = [];
  for (let at = 0; raw.length > at; at++) {
    if (!TEXTS[name]?.includes(values.length)) values.push(raw[at]);
    else values.push(raw[++at] < 0 ? null : new TextDecoder().decode(new Uint8Array(memory.buffer, raw[at - 1], raw[at])));
  }
  return values;
}

function export_(name) {
  if (name === "memory") return memory;
  if (name === "allocate") return (size) => { free += size + 8; return free - size; };
  return (...raw) => {
    const [id, ...values] = value(name, raw);
    told.push({ name, id, values, at: performance.now() });
    free = 8;
    if (name === "online") next?.();
    list?.[name]?.(...values);
    return answers[name] ?? 0;
  };
}

WebAssembly.instantiateStreaming = async (_, { browser }) => {
  calls = browser;
  return { instance: { exports: new Proxy({}, { get: (_, name) => export_(name) }) } };
};

WebAssembly.compileStreaming = async () => new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // empty

/** Calls the bridge as the app does: texts as address and length. */
function call(name, ...values) {
  let place = 1 << 21;
  const raw = values.flatMap((value) => {
    if (value === null) return [0, -1];
    if (typeof value === "number") return [value];
    const bytes = new TextEncoder().encode(value);
    new Uint8Array(memory.buffer).set(bytes, place);
    place += bytes.length;
    return [place - bytes.length, bytes.length];
  });
  return calls[name](...raw);
}

function turn(body) {
  next = body;
  dispatchEvent(new Event("online"));
  next = null;
}

const screen_ = () => document.querySelector("[data-screen]");
const cell = (key) => screen_().querySelector(`[data-key="${key}"]`);
const cellHTML = (key, height) => `<div class="cell" data-key="${key}"><div style="height: ${height}px"><button>${key}</button></div></div>`;
const heightOf = (number) => 60 + (number * 37) % 140;

/** Shows a list of that many cells with heights between 60 and 200 px. */
const fill = (count) => turn(() => {
  for (let number = 0; number < count; number++) call("insert", 1, 1, cellHTML(`c${number}`, heightOf(number)), null);
});

let list; // the app of a long list, if there is one

/** Shows a list with only the cells near the window in the document; the heights of the others are estimated. */
function fillWindow(count) {
  const heights = new Map();
  const height = (number) => heights.get(number) ?? 120;
  const sum = (from, to) => { let all = 0; for (let at = from; at < to; at++) all += height(at); return all; };
  let [first, end] = [0, 0];
  const show = (from, to) => {
    for (let at = first; at < end; at++) if (at < from || at >= to) call("remove", 1, `c${at}`);
    for (let at = to - 1; at >= from; at--) {
      if (at >= first && at < end) continue;
      call("insert", 1, 1, cellHTML(`c${at}`, heightOf(at)), at + 1 < to ? `c${at + 1}` : "below");
    }
    [first, end] = [from, to];
    call("space", 1, "above", sum(0, from));
    call("space", 1, "below", sum(to, count));
  };
  turn(() => {
    for (const key of ["above", "below"]) call("insert", 1, 1, `<div class="space" data-key="${key}" aria-hidden="true"></div>`, null);
    show(0, 20);
  });
  list = {
    measured: (key, height) => heights.set(Number(key.slice(1)), height),
    scrolled: (offset, window) => {
      let [from, top] = [0, 0];
      while (from < count - 1 && top + height(from) < offset - 1.5 * window) top += height(from++);
      let to = from;
      while (to < count && top < offset + 2.5 * window) top += height(to++);
      const isFar = sum(0, first) > Math.max(0, offset - window) || sum(0, end) < Math.min(sum(0, count), offset + 2 * window);
      if (isFar) show(from, to);
    },
  };
}

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
async function frames(count) { for (let at = 0; at < count; at++) await frame(); }
const of = (name) => told.filter((one) => one.name === name).map(({ id, values }) => [id, ...values]);
const topOf = (key) => cell(key).getBoundingClientRect().top;
const rest = () => new Promise((done) => setTimeout(done, 400));

/** Returns the key of the topmost visible cell. */
const topmost = () => [...screen_().querySelectorAll(".cells > [data-key]:not(.space)")].find((cell) => cell.getBoundingClientRect().bottom > 0).dataset.key;

// The bridge's writes to `scrollTop`, with their times.
const writes = [];
const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
Object.defineProperty(Element.prototype, "scrollTop", { ...scrollTop, set(value) {
  const before = scrollTop.get.call(this);
  scrollTop.set.call(this, value);
  writes.push({ distance: scrollTop.get.call(this) - before, at: performance.now(), fingers: fingers_ });
} });
let fingers_ = 0;
for (const kind of ["touchstart", "touchend", "touchcancel"]) addEventListener(kind, ({ touches }) => { fingers_ = touches.length; }, true);

/**
 * Watches a scroll. In every third frame a cell above the window changes its height, by itself or by a call of the app.
 * Records the largest distance in one frame that visible cells moved beyond the scroll, which should be 0.
 */
function watch(seed) {
  const random = () => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed / 0x7fffffff; };
  const notes = window.notes = { frames: 0, grown: 0, held: 0, worst: 0 };
  const isHeld = () => screen_().querySelector(".cells").style.translate !== "";
  const place = () => {
    const tops = new Map();
    for (const one of screen_().querySelectorAll(".cells > .cell")) {
      const { top, bottom } = one.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight) tops.set(one.dataset.key, top);
    }
    const written = writes.splice(0).reduce((sum, { distance }) => sum + distance, 0);
    return { tops, scrolled: screen_().scrollTop, written };
  };
  let last = place();
  const look = () => {
    const now = place();
    const key = [...now.tops.keys()].find((key) => last.tops.has(key));
    const byItself = now.scrolled - last.scrolled - now.written;
    const beyond = key ? Math.abs(now.tops.get(key) - last.tops.get(key) + byItself) : 0;
    if (beyond > notes.worst) Object.assign(notes, { worst: beyond, where: [key, now.scrolled, last.scrolled, now.written, now.tops.get(key), last.tops.get(key)] });
    notes.held += isHeld();
    last = now;
    if (++notes.frames % 3 === 0) grow();
  };
  const grow = () => {
    const above = [...screen_().querySelectorAll(".cells > .cell")].filter((one) => one.getBoundingClientRect().bottom < -1);
    const one = above[Math.floor(random() * above.length)];
    if (!one) return;
    const height = Math.max(20, one.firstElementChild.offsetHeight + Math.round(300 * random() - 130));
    if (random() < 0.5) one.firstElementChild.style.height = `${height}px`;
    else turn(() => call("replace", 1, one.dataset.key, cellHTML(one.dataset.key, height)));
    notes.grown++;
  };
  let isRunning = true;
  // At the beginning of a frame everything is as last painted.
  const step = () => { look(); if (isRunning) requestAnimationFrame(step); };
  requestAnimationFrame(step);
  return () => { isRunning = false; return notes; };
}
