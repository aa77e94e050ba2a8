// Starting the app.

/** Reads the texts of the language that was chosen last: a cached page can be in another one. Without them, those of
    the page. `modes`: a second attempt asks the network, because the browser may have stored damaged ones. */
async function readTexts(...modes) {
  const addresses = first.dataset.texts.split(" ");
  const chosen = `/texts/${document.cookie.match(/(?:^|; )language=([\w-]+)/)?.[1]}.`;
  for (const address of [...addresses.filter((address) => address.startsWith(chosen)), addresses[0]]) {
    for (const cache of modes) {
      const texts = await textsAt(address, cache).catch(ignored);
      if (texts && decoder.decode(texts).split("\n", 2)[1]?.startsWith("/texts/")) return texts;
    }
  }
  return null;
}

async function start() {
  // For tests and the benchmark: the number of changes of the document, the number of events that had to wait
  // for the second part, and whether it is loaded.
  window.swiftlet = { operations: 0, waits: 0, isWhole: false };
  const browser = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callable(call)]));
  coming = readTexts("default", "reload"); // in parallel with the program
  // What the service worker has cached is available at once.
  const isStored = navigator.serviceWorker?.controller && await caches.match(first.dataset.later).catch(ignored);
  const later = isStored || "whole" in first.dataset ? compiled(first.dataset.later) : null;
  later?.catch(ignored);
  app = (await WebAssembly.instantiateStreaming(fetch(first.dataset.app), { browser })).instance.exports;
  if (later) {
    const others = await readLaterTexts().catch(ignored);
    if (!others) return notStarted();
    await join(later, others);
  } else loadLater();
  let texts = await coming; // no await from here on: an event before the app has started is lost
  // A notification's address names the account that got it, and its own id, with a proof. It may ask for a reply.
  const [, receiver, reply] = location.hash.match(/^#for=([\w.-]+)(&reply)?$/) ?? [];
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const path = location.pathname + location.search;
  history.replaceState({ run, depth: 0 }, "", receiver ? path : undefined);
  const hydrate = () => {
    for (const { observer, sizes } of screens.values()) [observer, sizes].forEach((one) => one.disconnect());
    screens.clear();
    for (const element of main.querySelectorAll("[data-screen]")) register(element);
    return report("start", first.textContent, location.origin, path, remembered(), seed, texts, laterTexts, first.dataset.texts);
  };
  let isHydrated = hydrate();
  if (!isHydrated) {
    texts = await (coming = readTexts("reload"));
    if (isComplete) laterTexts = await readLaterTexts("reload");
    isHydrated = hydrate();
  }
  if (!isComplete && postponed.splice(0).length) {
    startWaits = true;
    await whole;
    startWaits = false;
    isHydrated = hydrate();
  }
  if (!isHydrated) return notStarted();
  restorePosition();
  listenToScrolling();
  listenToKeys();
  listenToTheWorld();
  listenToTabs();
  listenToPush();
  listenToFingers();
  whole.then(() => laterBridge.listen(receiver));
  report("imageIndex", await loadData("image index"), recalled(imageJournal));
  for (const image of document.images) if (!requesters.has(image)) adoptNative(image);
  if (receiver) report("notified", receiver, path, 1, reply ? 1 : 0);
  if (!isStopped) started();
}

document.body.append(toasts);
document.documentElement.classList.toggle("shares", "share" in navigator);
// Reports the width of the column in letters. Container queries could do it, but WebKit lays a list in a
// container out without its new cells first, and loses its position.
new ResizeObserver(() => requestAnimationFrame(() => {
  const { classList } = document.documentElement;
  const width = (toasts.clientWidth + 24) / parseFloat(getComputedStyle(document.documentElement).fontSize); // rem
  classList.toggle("narrow", width <= 15);
  classList.toggle("narrowest", width <= 11);
})).observe(toasts);

const startTime = 30_000; // ms

async function begin() {
  const late = setTimeout(notStarted, startTime);
  if (first) await start().catch(notStarted);
  clearTimeout(late);
  // Later, because its downloads would compete with what the page needs.
  navigator.serviceWorker?.register("/sw.js").catch(ignored);
}

listenToInstalling();
begin();
// A page that was loading when the worker started is not among those that it claimed.
navigator.serviceWorker?.ready.then(({ active }) => navigator.serviceWorker.controller || active.postMessage("claim"));
