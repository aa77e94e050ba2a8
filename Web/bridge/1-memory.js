// The bridge between the app (WebAssembly) and the browser: what Sources/CBrowser declares, and nothing
// that decides. Everything here is either "do this" from the app, or "this happened" to the app.
// Tools/build-assets.py joins the files of this folder, in the order of their names, into one module.

const first = document.getElementById("first");
const main = document.getElementById("app");
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const run = String(Math.random());

let app; // the app's exports
let isStopped = false;
let isComplete = false; // both parts of the program are there (1-parts.js)
const calls = {}; // what the app can call: name -> the kinds of its arguments, its body, how many operations it is

// Texts and bytes.

const bytesAt = (address, length) => new Uint8Array(app.memory.buffer, address, length);
const read = { // what takes two arguments of the call, address and length; a number (i, f) takes one
  t: (address, length) => (length < 0 ? null : decoder.decode(bytesAt(address, length))),
  b: (address, length) => bytesAt(address, length).slice(),
};

/** Makes a function that the app can call. `kinds`: what its arguments are; `counts`: it changes the document. What takes
    no arguments answers, and all else can wait until the app's own part of the turn is over. */
function callable([kinds, body, counts = 0]) {
  return (...raw) => {
    let next = 0;
    const values = Array.from(kinds, (kind) => (read[kind] ? read[kind](raw[next++], raw[next++]) : raw[next++]));
    const make = () => {
      window.swiftlet.operations += counts;
      return body(...values);
    };
    return isComplete || !kinds ? make() : void effects.push(make);
  };
}

/** A number as it is; a text, bytes or null as address and length, which the app frees. */
function passed(value) {
  if (typeof value === "number") return [value];
  if (value === null) return [0, -1];
  const bytes = typeof value === "string" ? encoder.encode(value) : value;
  const address = app.allocate(bytes.length);
  if (!address) throw new Error("out of memory");
  bytesAt(address, bytes.length).set(bytes);
  return [address, bytes.length];
}

let nesting = 0; // calls into the app that have not returned

/** Calls into the app. If it ever stops, the page stays: its links work without the app, and a banner says so. */
function tell(name, ...values) {
  if (!app || isStopped) return 0;
  nesting++;
  try {
    return isComplete ? app[name](...values.flatMap(passed)) : attempt(name, values);
  } catch (error) {
    stop(name, error);
    return 0;
  } finally {
    if (--nesting === 0) endTurn();
  }
}
