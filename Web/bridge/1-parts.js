// The program comes in two parts (decision 0038): one for the first screens, and the rest. Until the second
// part is loaded, an event that needs it waits and leaves no trace. So nothing is half done, and the page
// never freezes.

let effects = []; // the app's calls during this event, carried out once the app has returned
let snapshot = new Uint8Array(); // the app's memory before the event
const postponed = []; // [name, values] of the events that need the second part
const userEvents = /^(tapped|pressed|submitted|typed)$/; // events that the viewer can repeat

/** Handles an event completely, or not at all if it needs the second part. */
function attempt(name, values) {
  // Queues behind waiting events of the same kind; but a tap can have another meaning than the one before.
  if (name !== "tapped" && postponed.some(([other]) => other === name)) return postpone(name, values);
  const memory = new Uint8Array(app.memory.buffer);
  const size = memory.length;
  if (snapshot.length < size) snapshot = new Uint8Array(size);
  snapshot.set(memory);
  const stack = app.stack.value;
  let outcome;
  try {
    outcome = app[name](...values.flatMap(passed));
  } catch (error) {
    effects = [];
    // A call of the second part traps: its slot of the table is empty. An event that traps for another reason
    // does so again when the second part has come.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    // The app doesn't know by how much the memory has grown since.
    new Uint8Array(app.memory.buffer).set(snapshot.subarray(0, size));
    app.stack.value = stack;
    return postpone(name, values);
  }
  for (const make of effects.splice(0)) make();
  return outcome;
}

/** Forgets waiting events of these kinds. */
function drop(kinds) {
  for (let at = postponed.length - 1; at >= 0; at--) if (kinds.test(postponed[at][0])) postponed.splice(at, 1);
}

const lastCounts = /^(tapped|pressed|tick|scrolled|anchored|focused|turned|headerScrolled)$/;

/** Stores an event until the second part is loaded, and returns what the app's function would for now. */
function postpone(name, values) {
  window.swiftlet.waits++;
  const isGesture = name === "pointer";
  if (isGesture && values[1] === 0) return 0; // a gesture that begins late means nothing
  if (lastCounts.test(name)) {
    const earlier = postponed.findIndex(([other, [screen]]) => other === name && (name === "tapped" || screen === values[0]));
    if (earlier >= 0) postponed.splice(earlier, 1);
  }
  postponed.push([name, values]);
  if (userEvents.test(name)) {
    loadLater();
    setTimeout(sayThatItWaits, 2_000);
  }
  return isGesture ? 0 : 1;
}

function sayThatItWaits() {
  if (isComplete || !postponed.some(([name]) => userEvents.test(name))) return;
  showFailure("waits");
  clearTimeout(hiding);
  hiding = setTimeout(stopWaiting, 8_000); // it must not cover the page while the viewer reads on
}
let hiding;

function stopWaiting() {
  if (document.documentElement.dataset.failure === "waits") showFailure(null);
}

let loading; // the request for the second part, while it runs
let pause = 1_000; // ms until the next attempt
let retry;
let haveAll;
const whole = new Promise((done) => { haveAll = done; });

const laterTime = 60_000; // ms

const compiled = (address, options) => WebAssembly.compileStreaming(fetch(address, options).then((response) => {
  if (response.status === 404) isOutdated = true;
  return response;
}));
let startWaits = false; // the app needs the second part before it can take the page over
let isOutdated = false; // true if the server has another version by now, whose page names other files

let coming; // the texts of the first screens; their second line is the address of the others
let laterTexts = null; // those of all other screens, which come with the second part

/** `cache`: `reload` after texts that came damaged, which the browser may have stored. */
async function textsAt(address, cache) {
  const { response, body } = await download(address, { limit: 1 << 20, time: 20_000, cache }, new AbortController());
  if (response.status === 404) isOutdated = true;
  return response.ok ? new Uint8Array(await body.arrayBuffer()) : null;
}

async function readLaterTexts(cache) {
  const texts = await coming;
  const later = texts && await textsAt(decoder.decode(texts).split("\n", 2)[1], cache);
  if (!later) throw new Error("The texts of the second part are missing.");
  return later;
}

let laterBridge; // the module of the folder "later", which comes with the second part
let loadingBridge;
let attempts = 0;

/** Loads the module. Browsers remember that an address failed, so each attempt has one of its own. */
const loadLaterBridge = () => loadingBridge ??= import(`__LATER__#${attempts++}`).catch((error) => {
  loadingBridge = undefined;
  throw error;
});

const laterStyles = document.querySelector("link[rel=stylesheet]") ?? Object.assign(document.createElement("link"), { rel: "stylesheet" });

/** Loads the style sheet of the screens in the second part, unless the page came with it. */
const loadLaterStyles = () => laterStyles.sheet || new Promise((loaded, fail) => {
  Object.assign(laterStyles, { href: "__STYLES__", onload: loaded, onerror: fail });
  document.head.append(laterStyles);
});

/** Calls a function of the module, at once if it is there. */
const inLaterBridge = (name, ...values) => isComplete ? laterBridge[name](...values) : void whole.then(() => laterBridge[name](...values));

Object.assign(calls, {
  preparePicture: ["t", (...values) => inLaterBridge("preparePicture", ...values)],
  cutPicture: ["ttffff", (...values) => inLaterBridge("cutPicture", ...values)],
  announce: ["t", (words) => inLaterBridge("announce", words)],
  removePictures: ["t", (...values) => inLaterBridge("removePictures", ...values)],
});

async function join(...files) {
  let [part, texts, module] = await Promise.all([...files, loadLaterBridge(), loadLaterStyles()]);
  if (isComplete) return;
  laterBridge = module;
  laterBridge.connect({
    dismiss, endGesture, fetches, focus, ignored, inStorage, keyNumbers, lead, passFile, recalled, remember, remembered,
    report, requests, screenOf, setBlob, tapped, top,
  });
  await WebAssembly.instantiate(part, { app });
  if (!app.addTexts(...passed(texts)) && !app.addTexts(...passed(texts = await readLaterTexts("reload")))) {
    throw new Error("The texts are damaged.");
  }
  laterTexts = texts;
  isComplete = window.swiftlet.isWhole = true;
  snapshot = undefined;
  stopWaiting();
  haveAll();
  for (const [name, values] of postponed.splice(0)) report(name, ...values);
}

/** Loads the second part with low priority, and retries after a failure. */
function loadLater() {
  if (isComplete || loading || isStopped) return;
  clearTimeout(retry);
  loading = join(compiled(first.dataset.later, { priority: "low", signal: AbortSignal.timeout(laterTime) }), readLaterTexts()).catch(failed).finally(() => { loading = undefined; });
}

/** Tells the viewer that the postponed taps can't be carried out now, and drops them, so that they don't take effect
    minutes later. */
function failed(error) {
  retry = setTimeout(loadLater, pause);
  pause = Math.min(2 * pause, 60_000);
  const reloaded = "reloaded for";
  if (isOutdated && (postponed.length || startWaits) && inTab(reloaded) !== first.dataset.later) {
    storeInTab(reloaded, first.dataset.later);
    return location.reload();
  }
  if (!postponed.some(([name]) => userEvents.test(name))) return;
  console.warn("The second part of the app is not to be had:", error);
  sayThatItWaits();
  drop(userEvents);
}

addEventListener("online", () => {
  pause = 1_000;
  if (app && !loading) loadLater();
});
