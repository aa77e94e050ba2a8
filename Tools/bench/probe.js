// Runs before the scripts of every page: records the times of events, in milliseconds since the navigation
// began.
window.bench = { marks: {}, calls: [] };

const mark = (name) => { bench.marks[name] ??= performance.now(); };

/** Resolves once the current frame is painted. Must be called during a frame. */
function afterFrame(then) {
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage(null);
}

/** Runs in every frame until a post is in the window. */
function look() {
  const box = document.querySelector(".moments-post .text, .moments-post .pictures")?.getBoundingClientRect();
  if (box && box.height > 0 && box.top < innerHeight) afterFrame(() => mark("post"));
  else if (!bench.looksAway) requestAnimationFrame(look);
}
requestAnimationFrame(look);

new MutationObserver(() => {
  if (document.documentElement?.dataset.app === "running") mark("running");
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-app"] });

// The calls between the bridge and the app.

const instantiate = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (source, { browser, ...others }) => {
  mark("program");
  let memory;
  const save = browser.save;
  const noted = { ...browser, save: (...raw) => {
    const key = new TextDecoder().decode(new Uint8Array(memory.buffer, raw[0], raw[1]));
    if (/(^| )moments /.test(key)) mark("saved"); // after the name of the session
    return save(...raw);
  } };
  const { instance } = await instantiate(source, { browser: noted, ...others });
  memory = bench.memory = instance.exports.memory;
  const exports = Object.fromEntries(Object.entries(instance.exports).map(([name, value]) => [
    // The second part's imports from the first have names of a letter or two.
    name, typeof value === "function" && name.length > 2 ? timed(name, value) : value]));
  return { instance: { exports } };
};

function timed(name, call) {
  return (...values) => {
    const start = performance.now();
    try {
      return call(...values);
    } finally {
      bench.calls.push({ name, start, time: performance.now() - start });
    }
  };
}

bench.answerEnd = (path) => performance.getEntriesByType("resource")
  .find(({ name }) => name.endsWith(path))?.responseEnd;
bench.longest = () => Math.max(...bench.calls.map(({ time }) => time));
bench.painted = () => {
  const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  return first && bench.marks.post && Math.max(first, bench.marks.post);
};

/** Clicks the element; returns the handlers' time, the time to the painted frame, and the operations. */
bench.click = (element) => new Promise((resolve) => requestAnimationFrame(() => {
  const before = swiftlet.operations;
  const start = performance.now();
  element.click();
  const handled = performance.now() - start;
  afterFrame(() => resolve({
    handled, painted: performance.now() - start, operations: swiftlet.operations - before }));
}));
