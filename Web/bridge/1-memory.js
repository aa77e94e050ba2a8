// The bridge between the app (WebAssembly) and the browser. It implements what Sources/Browser/CBrowser
// declares, and decides nothing. Everything here is either a command from the app, or an event for the app.
// Tools/build-assets.py joins the files of this folder, in the order of their names, into one module.

const first = document.getElementById("first");
const main = document.getElementById("app");
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const run = String(Math.random());

let app; // the app's exports
let isStopped = false;
let isComplete = false; // true once both parts of the program are loaded (1-parts.js)
const calls = {}; // the app's imports: name -> the kinds of arguments, the body, the number of operations

// Texts and bytes.

const bytesAt = (address, length) => new Uint8Array(app.memory.buffer, address, length);
const read = { // kinds with two arguments, address and length; a number (i, f) takes one
  t: (address, length) => (length < 0 ? null : decoder.decode(bytesAt(address, length))),
  b: (address, length) => bytesAt(address, length).slice(),
};

/** Makes a function that the app can call. `kinds`: the kinds of its arguments; `counts`: it changes the document. A
    function without arguments returns a value; all others can wait until the app's own part of the turn is over. */
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

/** Returns the arguments for a value: a number as it is; a text, bytes or null as address and length, which the app
    frees. */
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

/** Calls into the app. If the app ever traps, the page stays: its links work without the app, and a banner says
    so. */
function report(name, ...values) {
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
