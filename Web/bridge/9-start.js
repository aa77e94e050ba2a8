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
  window.swiftlet = { operations: 0 }; // changes of the document, for tests and the benchmark
  const browser = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callable(call)]));
  const coming = readTexts(); // beside the program
  app = (await WebAssembly.instantiateStreaming(fetch(first.dataset.app), { browser })).instance.exports;
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
