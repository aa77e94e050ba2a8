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

async function start() {
  // For tests and the benchmark: changes of the document, events that had to wait for the second part, and whether it is there.
  window.swiftlet = { operations: 0, waits: 0, isWhole: false };
  const browser = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callable(call)]));
  const coming = readTexts(); // beside the program
  // What the service worker keeps is there at once.
  const isKept = navigator.serviceWorker?.controller && await caches.match(first.dataset.later).catch(ignored);
  const later = isKept || "whole" in first.dataset ? compiled(first.dataset.later) : null;
  later?.catch(ignored);
  const imports = { browser, later: placeholders };
  app = (await WebAssembly.instantiateStreaming(fetch(first.dataset.app), imports)).instance.exports;
  if (later) await join(later);
  else loadLater();
  const texts = await coming; // from here on nothing waits: what is told before the app has started is lost
  history.replaceState({ run, depth: 0 }, "");
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const path = location.pathname + location.search;
  const takeOver = () => {
    for (const element of main.querySelectorAll("[data-screen]")) register(element);
    return tell("start", first.textContent, location.origin, path, remembered(), seed, texts, first.dataset.texts);
  };
  let isTaken = takeOver();
  if (!isComplete && postponed.splice(0).length) {
    for (const { observer, sizes } of screens.values()) [observer, sizes].forEach((one) => one.disconnect());
    screens.clear();
    await whole;
    isTaken = takeOver();
  }
  if (!isTaken) return notStarted();
  returnToPlace();
  listenToScrolling();
  listenToKeys();
  listenToTheWorld();
  listenToTabs();
  listenToFingers();
  listenToPictures();
  tell("imageIndex", await loadData("image index"), recalled(imageJournal));
  for (const image of document.images) if (!requesters.has(image)) adoptNative(image);
  if (!isStopped) started();
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

const startTime = 30_000; // ms

async function begin() {
  const late = setTimeout(notStarted, startTime);
  if (first) await start().catch(notStarted);
  clearTimeout(late);
  // Not before: what it keeps would come in the way of what the page needs.
  navigator.serviceWorker?.register("/sw.js").catch(ignored);
}

begin();
// A page that was on its way when the worker began is not among those that it took on.
navigator.serviceWorker?.ready.then(({ active }) => navigator.serviceWorker.controller || active.postMessage("claim"));
