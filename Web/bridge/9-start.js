// Start.

/** Of the language that was chosen last: a page that was kept can be in another one. Without them, those of the page. */
async function readTexts() {
  const addresses = first.dataset.texts.split(" ");
  const chosen = `/texts/${document.cookie.match(/(?:^|; )language=([\w-]+)/)?.[1]}.`;
  for (const address of [...addresses.filter((address) => address.startsWith(chosen)), addresses[0]]) {
    const found = await download(address, { limit: 1 << 20, time: 20_000 }, new AbortController()).catch(ignored);
    if (found?.answer.ok) return new Uint8Array(await found.body.arrayBuffer());
  }
  return null;
}

// The program comes in two parts (decision 0038): what the first screens need, and all else.

let isComplete = false;
const compiled = (address, options) => WebAssembly.compileStreaming(fetch(address, options));

async function join(module) {
  const part = await module;
  if (!isComplete) await WebAssembly.instantiate(part, { app });
  isComplete = true;
}

/** The second part, when the network has nothing better to do; what can't be fetched now is tried again. */
function joinLater(pause = 1_000) {
  join(compiled(first.dataset.later, { priority: "low" }))
    .catch(() => setTimeout(() => isComplete || joinLater(2 * pause), pause));
}

/** A call can't wait for it: until it is there nothing else happens. Bytes are only to be had as letters then. */
function joinNow(place) {
  console.info("Function", place, "of the second part is needed already."); // .build/app/later.txt says which that is
  const request = new XMLHttpRequest();
  request.open("GET", first.dataset.later, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status === 404) location.reload(); // another version is there by now, and half of what was called has been done
  if (request.status !== 200) throw new Error(`The second part of the app is not to be had: ${request.status}.`);
  const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt());
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { app });
  isComplete = true;
  window.swiftlet.waits++;
}

/** They stand in the table of functions for those of the second part, which takes their places when it comes. */
const placeholders = new Proxy({}, { get: (_, place) => (...values) => {
  if (!isComplete) joinNow(place);
  return app.table.get(Number(place))(...values);
} });

async function start() {
  // For tests and the benchmark: changes of the document, and calls that waited for the second part.
  window.swiftlet = { operations: 0, waits: 0 };
  const browser = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callable(call)]));
  const coming = readTexts(); // beside the program
  // What the service worker keeps is there at once, and may be all that there is: a call that waits would not find it there.
  const isKept = navigator.serviceWorker?.controller && await caches.match(first.dataset.later).catch(ignored);
  const whole = isKept || "whole" in first.dataset ? compiled(first.dataset.later) : null;
  whole?.catch(ignored);
  const imports = { browser, later: placeholders };
  app = (await WebAssembly.instantiateStreaming(fetch(first.dataset.app), imports)).instance.exports;
  if (whole) await join(whole);
  else joinLater();
  const texts = await coming; // from here on nothing waits: what is told before the app has started is lost
  history.replaceState({ run, depth: 0 }, "");
  for (const element of main.querySelectorAll("[data-screen]")) register(element);
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const path = location.pathname + location.search;
  if (!tell("start", first.textContent, location.origin, path, remembered(), seed, texts, first.dataset.texts)) return;
  returnToPlace();
  listenToScrolling();
  listenToKeys();
  listenToTheWorld();
  listenToTabs();
  listenToFingers();
  listenToPictures();
  tell("imageIndex", await loadData("image index"), recalled(imageJournal));
  for (const image of document.images) if (!requesters.has(image)) adoptNative(image);
  document.documentElement.dataset.app = "running";
}

document.body.append(toasts);
document.documentElement.classList.toggle("shares", "share" in navigator);
// How wide the column is, in letters. Container queries would say it too, but in WebKit a list in a container is laid
// out without its new cells first, and loses its place.
new ResizeObserver(() => requestAnimationFrame(() => {
  const { classList } = document.documentElement;
  const width = (toasts.clientWidth + 24) / parseFloat(getComputedStyle(document.documentElement).fontSize); // rem
  classList.toggle("narrow", width <= 15);
  classList.toggle("narrowest", width <= 11);
})).observe(toasts);

async function begin() {
  if (first) await start().catch((error) => console.error("The app could not start; the page works without it.", error));
  // Not before: what it keeps would come in the way of what the page needs.
  navigator.serviceWorker?.register("/sw.js").catch(ignored);
}

begin();
// A page that was on its way when the worker began is not among those that it took on.
navigator.serviceWorker?.ready.then(({ active }) => navigator.serviceWorker.controller || active.postMessage("claim"));
