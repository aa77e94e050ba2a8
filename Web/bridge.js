// The bridge between the app (WebAssembly) and the browser: what Sources/CBrowser declares, and nothing
// that decides. Everything here is either "do this" from the app, or "this happened" to the app.

const first = document.getElementById("first");
const main = document.getElementById("app");
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const canScrollAnimations = CSS.supports("animation-timeline: scroll()");
const run = String(Math.random());

let app; // the app's exports
let isStopped = false;

// Texts and bytes.

const bytesAt = (address, length) => new Uint8Array(app.memory.buffer, address, length);
const read = {
  i: (number) => number, // takes one argument of the call; the others take two, address and length
  t: (address, length) => (length < 0 ? null : decoder.decode(bytesAt(address, length))),
  b: (address, length) => bytesAt(address, length).slice(),
};

/** Makes a function that the app can call. `kinds`: what its arguments are; `counts`: it changes the document. */
function callable([kinds, body, counts = 0]) {
  return (...raw) => {
    let next = 0;
    window.swiftlet.operations += counts;
    return body(...Array.from(kinds, (kind) => (kind === "i" ? raw[next++] : read[kind](raw[next++], raw[next++]))));
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

/** Calls into the app. If it ever stops, the page stays: its links work without the app. */
function tell(name, ...values) {
  if (!app || isStopped) return 0;
  nesting++;
  try {
    return app[name](...values.flatMap(passed));
  } catch (error) {
    isStopped = true;
    document.documentElement.dataset.app = "stopped";
    console.error(`The app has stopped in ${name}:`, error);
    return 0;
  } finally {
    if (--nesting === 0) settle();
  }
}

// The document.

const screens = new Map(); // id -> { element, cells: key -> element, observer, opener, origin }

function register(element, opener, origin) {
  const id = Number(element.dataset.screen);
  const screen = { id, element, opener, origin, cells: new Map() };
  screen.observer = new IntersectionObserver(imagesMoved, { root: element, rootMargin: "100%" });
  for (const cell of element.querySelectorAll("[data-key]")) screen.cells.set(cell.dataset.key, cell);
  screens.set(id, screen);
  adoptContent(screen, element);
  return screen;
}

/** An element from markup, whose images wait for the image cache instead of loading by themselves. */
function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  element.querySelectorAll("img").forEach(takeSource);
  return element;
}

function takeSource(image) {
  image.dataset.src = image.getAttribute("src") ?? "";
  image.dataset.srcset = image.srcset;
  for (const name of ["src", "srcset", "loading"]) image.removeAttribute(name);
}

function adoptContent(screen, element) {
  for (const image of element.querySelectorAll("img[data-src]")) manage(screen, image);
  const texts = [...element.querySelectorAll(".text")];
  measure(texts); // at once, so that nothing moves later
  for (const text of texts) folds.observe(text);
}

function dropContent(screen, element) {
  for (const image of element.querySelectorAll("img")) {
    screen.observer.unobserve(image);
    const number = requesters.get(image);
    if (!requesters.delete(image)) continue;
    images.delete(number);
    tell("imageLeft", number);
  }
  for (const text of element.querySelectorAll(".text")) folds.unobserve(text);
}

/** Whether a folded text is longer than what shows follows from the layout, like a container query. */
function measure(texts) {
  const areLong = texts.map((text) => text.scrollHeight > text.clientHeight + 1);
  texts.forEach((text, at) => text.matches(".unfolded") || text.toggleAttribute("data-long", areLong[at]));
}
const folds = new ResizeObserver((all) => requestAnimationFrame(() => measure(all.map(({ target }) => target))));

const screenOf = (target) => Number(target.closest?.("[data-screen]")?.dataset.screen ?? 0);
const top = () => [...screens.values()].at(-1);

// What is read stays where it is when something is put in, or changes, above it: not every browser does so by itself.

const kept = new Map(); // screen -> the cell that was topmost before the changes, and where it was

function topmost({ element, cells }) {
  const edge = element.getBoundingClientRect().top;
  const all = element.children[1].children;
  let [low, high] = [0, all.length]; // they lie below each other: of thousands few have to be asked
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = all[middle].getBoundingClientRect().bottom > edge ? [low, middle] : [middle + 1, high];
  }
  while (low < all.length && (!cells.has(all[low].dataset.key) || all[low].matches(".earlier"))) low++;
  if (low < all.length) return { cell: all[low], offset: all[low].getBoundingClientRect().top - edge };
}

/** Before a screen's first change of this turn. */
function keep(screen) {
  const holds = screen.element.scrollTop > 0 || screen.element.querySelector(".large"); // what was opened stays, too
  if (!kept.has(screen) && holds && !isViewer(screen.element)) kept.set(screen, topmost(screen));
}

/** After all changes of this turn. */
function settle() {
  for (const [{ element, cells }, anchor] of kept) {
    const cell = cells.get(anchor?.cell.dataset.key);
    if (!cell) continue;
    const moved = cell.getBoundingClientRect().top - element.getBoundingClientRect().top - anchor.offset;
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }
  kept.clear();
}

let tappedPost; // the cell that was tapped last, if it is a post's
let moving; // the last view transition

/** A post grows into the screen that is about it, or back: `from` becomes `to`, which is in the document already. */
function morph(screen, from, to) {
  const canGrow = document.startViewTransition && motion("grow") === "grow";
  const grows = Boolean(canGrow && from?.isConnected && to?.isConnected);
  for (const name of ["grows", "waits"]) screen.classList.toggle(name, grows);
  if (!grows) return;
  from.style.viewTransitionName = "post";
  moving = document.startViewTransition(() => {
    from.style.viewTransitionName = "";
    to.style.viewTransitionName = "post";
    screen.classList.remove("waits");
  });
  Promise.allSettled([moving.ready, moving.finished]).then(() => { to.style.viewTransitionName = ""; });
}

const toasts = document.createElement("div");
toasts.className = "toasts";
toasts.setAttribute("role", "status");

/** In front of the other roots, which stay as they are; `inTabs`: the tab bar has the focus. */
function showRoot(screen) {
  const inTabs = document.activeElement?.closest(".tabs");
  screens.delete(screen.id);
  screens.set(screen.id, screen);
  for (const { element } of screens.values()) element.toggleAttribute("data-aside", element !== screen.element);
  updateCovered();
  (inTabs ? screen.element.querySelector(".tabs [aria-current]") : screen.element)?.focus({ preventScroll: true });
}

const updateCovered = () => screens.forEach(({ element }) => { element.inert = element !== top().element; });

const documentCalls = {
  openScreen: ["itt", (id, html, key) => {
    const opener = document.activeElement;
    const element = parse(html);
    element.classList.add("enters");
    main.append(element);
    const screen = register(element, opener, tappedPost && { cells: top().cells, key: tappedPost.dataset.key });
    morph(element, tappedPost, element.querySelector(".large"));
    if (key) reveal(screen, key, "instant");
    updateCovered();
    focus(element);
  }],
  openRoot: ["it", (id, html) => {
    const element = parse(html);
    main.append(element);
    showRoot(register(element));
  }],
  showRoot: ["i", (id) => showRoot(screens.get(id))],
  closeScreen: ["i", (id) => {
    const { element, observer, opener, origin } = screens.get(id);
    dropContent(screens.get(id), element);
    screens.delete(id);
    observer.disconnect();
    element.classList.replace("enters", "leaves");
    morph(element, element.querySelector(".large"), origin?.cells.get(origin.key));
    element.inert = true;
    Promise.allSettled(element.getAnimations().map((animation) => animation.finished)).then(() => element.remove());
    updateCovered();
    (opener?.isConnected ? opener : top()?.element)?.focus({ preventScroll: true });
  }],
  insert: ["iitt", (id, zone, html, before) => {
    const screen = screens.get(id);
    const element = parse(html);
    keep(screen);
    put(screen, zone, element, before);
    screen.cells.set(element.dataset.key, element);
    adoptContent(screen, element);
    if (wanted(element)) focus(element, screen.element);
  }, 1],
  replace: ["itt", (id, key, html) => {
    const screen = screens.get(id);
    const old = screen.cells.get(key);
    const element = parse(html);
    keep(screen);
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.tap : undefined;
    keepImages(old, element);
    dropContent(screen, old);
    old.replaceWith(element);
    screen.cells.set(key, element);
    adoptContent(screen, element);
    if (focused) element.querySelector(`[data-tap="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }, 1],
  move: ["iitt", (id, zone, key, before) => {
    keep(screens.get(id));
    put(screens.get(id), zone, screens.get(id).cells.get(key), before);
  }, 1],
  remove: ["it", (id, key) => {
    const { cells } = screens.get(id);
    keep(screens.get(id));
    dropContent(screens.get(id), cells.get(key));
    const hadFocus = cells.get(key).contains(document.activeElement);
    cells.get(key).remove();
    cells.delete(key);
    if (hadFocus) (focused?.isConnected ? focused : screens.get(id).element).focus({ preventScroll: true });
  }, 1],
  status: ["it", (id, words) => { screens.get(id).element.dataset.status = words; }, 1],
  variable: ["itt", (id, name, value) => screens.get(id).element.style.setProperty(name, value)],
  reveal: ["it", (id, key) => {
    settle();
    reveal(screens.get(id), key, "smooth");
  }],
  scrollToTop: ["i", (id) => {
    kept.delete(screens.get(id));
    screens.get(id).element.scrollTo({ top: 0, behavior: motion("smooth") });
  }],
  restore: ["iti", (id, key, offset) => {
    const { element, cells } = screens.get(id);
    kept.delete(screens.get(id));
    const top = cells.get(key)?.getBoundingClientRect().top;
    if (top !== undefined) element.scrollTop += top - element.getBoundingClientRect().top - offset;
  }],
  setField: ["itt", (id, name, text) => {
    const field = screens.get(id).element.querySelector(`[data-input="${CSS.escape(name)}"]`);
    if (!field) return;
    field.value = text;
    grow(field);
  }],
  toast: ["t", (html) => toasts.replaceChildren(...(html === null ? [] : [parse(html)]))],
  title: ["t", (text) => { document.title = text; }],
};

let focused; // what had the focus before something in the screen took it

const wanted = (element) => (element.matches("[data-focus]") ? element : element.querySelector("[data-focus]"));

/** Puts the focus where an element wants it, at the end of what is written there; else on the element. */
function focus(element, screen) {
  if (screen) focused = document.activeElement;
  const field = wanted(element) ?? element;
  field.focus({ preventScroll: true });
  field.setSelectionRange?.(field.value.length, field.value.length);
  grow(field);
  requestAnimationFrame(fit);
}

/** A field as high as its text. */
function grow(field) {
  if (field.dataset.grows === undefined) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

/** How much of the window the keyboard covers; what is being answered stays in sight above it. */
function fit() {
  const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
  top()?.element.querySelector("[data-answered]")?.scrollIntoView({ block: "nearest" });
}

/** What closes when the reader does anything else, unless that is in it: a menu, a sheet, a comment's field. */
function dismiss(target, selector = "[data-dismiss]") {
  const open = [...(top()?.element.querySelectorAll(selector) ?? [])].at(-1);
  return open && !open.contains(target) ? tell("tapped", top().id, open.dataset.dismiss) : 0;
}

function put(screen, zone, element, before) {
  screen.element.children[zone].insertBefore(element, before === null ? null : screen.cells.get(before));
}

const motion = (behavior) => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : behavior);

function reveal(screen, key, behavior) {
  const cell = screen?.cells.get(key);
  const isSlide = cell?.classList.contains("slide");
  if (!isSlide && cell?.getBoundingClientRect().top >= 0) return;
  const turn = (behavior) => cell?.scrollIntoView({ behavior, block: isSlide ? "nearest" : "start", inline: "start" });
  turn(motion(behavior));
  if (!isSlide) return;
  // A change of the layout can end a smooth turn half-way (WebKit).
  clearTimeout(turning);
  turning = setTimeout(turn, 600, "instant");
}
let turning; // until the slide has come; a finger decides otherwise
for (const kind of ["pointerdown", "touchstart", "wheel"]) addEventListener(kind, () => clearTimeout(turning));

/** An image that stays the same stays the same element, so that it does not flicker. */
function keepImages(old, element) {
  const sourceOf = (image) => image.className + (image.dataset.src ?? image.getAttribute("src"));
  const shown = new Map(Array.from(old.querySelectorAll("img"), (image) => [sourceOf(image), image]));
  for (const image of element.querySelectorAll("img")) {
    const same = shown.get(sourceOf(image));
    if (!shown.delete(sourceOf(image))) continue;
    same.alt = image.alt;
    image.replaceWith(same);
  }
}

// Images: the cache's policy is the app's (Sources/Caching); here are the blobs.

const requesters = new WeakMap(); // image -> its number
const images = new Map(); // number -> image
const blobs = new Map(); // url -> { blob, address }
const fetches = new Map(); // url -> AbortController
let lastRequester = 0;

function manage(screen, image) {
  if (!requesters.has(image)) {
    requesters.set(image, ++lastRequester);
    images.set(lastRequester, image);
  }
  screen.observer.observe(image);
}

/** Images that come near the screen, or leave it. */
function imagesMoved(entries) {
  for (const { target, isIntersecting } of entries) {
    const number = requesters.get(target);
    if (!number) continue;
    if (isIntersecting) {
      const width = target.clientWidth || target.width || 1;
      tell("imageNear", number, target.dataset.src, target.dataset.srcset, width, devicePixelRatio);
    } else {
      tell("imageLeft", number);
      target.removeAttribute("src");
      delete target.dataset.state;
    }
  }
}

/** An image that the browser loads from the server's page: taken into the storage when it is there. */
function adoptNative(image) {
  const isNative = image.dataset.src === undefined && image.complete && image.naturalWidth > 0;
  if (isNative) tell("imageAdopt", shortAddress(image.currentSrc));
}
const shortAddress = (url) => (url.startsWith(location.origin + "/") ? url.slice(location.origin.length) : url);

document.addEventListener("load", ({ target }) => {
  if (target.tagName !== "IMG") return;
  if (requesters.has(target)) target.dataset.state = "shown";
  else adoptNative(target);
}, true);

document.addEventListener("error", ({ target }) => {
  if (target.tagName !== "IMG") return;
  const screen = screens.get(screenOf(target));
  const { url } = target.dataset;
  if (requesters.has(target)) {
    if (blobs.get(url)?.address === target.src) tell("imageBroken", url);
  } else if (screen) {
    // The browser found it neither in the network nor in the service worker: now it is the cache's.
    takeSource(target);
    manage(screen, target);
  }
}, true);

/** A GET within limits of bytes and milliseconds; beyond them it fails, and the signal's reason says which. */
async function download(url, { limit, time, ...options }, controller) {
  const timer = setTimeout(() => controller.abort("time"), time);
  try {
    const answer = await fetch(url, { ...options, signal: controller.signal });
    const chunks = [];
    let length = 0;
    for (const reader = answer.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
      if (length > limit) controller.abort("size");
    }
    return { answer, body: new Blob(chunks, { type: answer.headers.get("content-type") ?? "" }) };
  } finally {
    clearTimeout(timer);
  }
}

/** Ends what runs under that key, without a report. */
function abort(running, key) {
  const controller = running.get(key);
  running.delete(key);
  controller?.abort();
}

async function fetchImage(url, validator) {
  const controller = new AbortController();
  fetches.set(url, controller);
  const options = { limit: 32 << 20, time: 60_000, cache: validator ? "no-cache" : "default" };
  const outcome = await download(url, options, controller).then(
    ({ answer, body }) => () => arrived(url, validator, answer, body),
    () => () => missed(url, validator, controller.signal.reason));
  if (fetches.get(url) !== controller) return;
  fetches.delete(url);
  tell(...outcome());
}

function arrived(url, validator, { status, headers }, body) {
  const etag = headers.get("etag");
  if (status !== 200) return ["imageFailed", url, status === 404 || status === 410 ? 1 : 2];
  if (validator && etag === validator) return ["imageNotModified", url];
  if (!body.size || !body.type.startsWith("image/")) return ["imageFailed", url, 3];
  setBlob(url, body);
  const isImmutable = (headers.get("cache-control") ?? "").includes("immutable");
  return ["imageFetched", url, body.size, etag, isImmutable ? 1 : 0];
}

function missed(url, validator, reason) {
  if (reason) return ["imageFailed", url, reason === "size" ? 3 : 2];
  if (!navigator.onLine || validator || !/^https?:/.test(url)) return ["imageFailed", url, 0];
  // Another server that does not let programs read its pictures: shown by the browser, and not kept.
  blobs.set(url, { blob: null, address: url });
  return ["imageFetched", url, (8 << 20) + 1, null, 0]; // more than the app keeps
}

function setBlob(url, blob) {
  releaseBlob(url);
  blobs.set(url, { blob, address: URL.createObjectURL(blob) });
}
function releaseBlob(url) {
  const entry = blobs.get(url);
  if (entry?.blob) URL.revokeObjectURL(entry.address);
  blobs.delete(url);
}

// The device's storage: Cache Storage, one cache for images and one for data. Missing on insecure
// origins and in some private modes: then nothing is kept, and nothing fails.

let storageQueue = Promise.resolve();
function inStorage(name, work) {
  const done = storageQueue.then(async () => work(await caches.open(name)));
  storageQueue = done.catch(ignored);
  return done;
}
function ignored() {} // best effort: what can't be kept is fetched again
const dataKey = (key) => "/.data/" + encodeURIComponent(key);

function loadData(key) {
  return inStorage("data", async (cache) => {
    const found = await cache.match(dataKey(key));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  }).catch(() => null);
}

const pendingSaves = new Map();

const imageCalls = {
  loadImage: ["t", async (url) => {
    const blob = await inStorage("images", async (cache) => (await cache.match(url))?.blob()).catch(ignored);
    if (blob && !blobs.has(url)) setBlob(url, blob);
    tell("imageStored", url, blob ? blob.size : -1);
  }],
  fetchImage: ["tt", fetchImage],
  cancelImage: ["t", (url) => abort(fetches, url)],
  showImage: ["ti", (url, requester) => {
    const image = images.get(requester);
    const entry = blobs.get(url);
    if (!image || !entry) return;
    image.dataset.url = url;
    delete image.dataset.state;
    image.src = entry.address;
  }],
  failImage: ["i", (requester) => {
    const image = images.get(requester);
    if (image) image.dataset.state = "failed";
  }],
  saveImage: ["t", (url) => {
    const blob = blobs.get(url)?.blob;
    const answer = blob && new Response(blob, { headers: { "content-type": blob.type } });
    inStorage("images", (cache) => cache.put(url, answer)).catch(() => tell("imageNotSaved", url));
  }],
  removeImage: ["t", (url) => void inStorage("images", (cache) => cache.delete(url)).catch(ignored)],
  releaseImage: ["t", releaseBlob],
};

// The network, time, addresses.

const requests = new Map();
let shownDepth = 0; // how many screens lie over the root that shows

async function request(id, url, { headers = {}, ...given } = {}) {
  const controller = new AbortController();
  requests.set(id, controller);
  const options = {
    limit: 64 << 20, time: 20_000, cache: "no-cache", credentials: "omit",
    headers: { accept: "application/json", ...headers }, ...given,
  };
  // Reading the body may fail as well, if the connection breaks (WebKit).
  const outcome = await download(url, options, controller)
    .then(async ({ answer, body }) => [answer.status, new Uint8Array(await body.arrayBuffer())])
    .catch(() => [controller.signal.reason === "size" ? -2 : -1, ""]);
  if (requests.delete(id)) tell("answered", id, ...outcome);
}

/** A request with a body, in somebody's name, or both. */
function send(id, method, url, token, key, body) {
  const headers = {};
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (key !== null) headers["idempotency-key"] = key;
  if (body !== null) headers["content-type"] = "application/json";
  return request(id, url, { method, body, headers, cache: "no-store" });
}

// Small texts, which are there at once: localStorage. Where it is forbidden or full, nothing is kept.

const memoryPrefix = "swiftlet.";

function remember(key, text) {
  try {
    if (text === null) localStorage.removeItem(memoryPrefix + key);
    else localStorage.setItem(memoryPrefix + key, text);
  } catch (error) {
    console.warn("The device could not keep:", key, error);
  }
}

function remembered() {
  try {
    const ours = Object.entries(localStorage).filter(([key]) => key.startsWith(memoryPrefix));
    return JSON.stringify(Object.fromEntries(ours.map(([key, text]) => [key.slice(memoryPrefix.length), text])));
  } catch {
    return "{}";
  }
}

const cookie = (text, seconds) => { document.cookie = `${text}; path=/; max-age=${seconds}; samesite=lax`; };

const worldCalls = {
  request: ["it", request],
  send: ["ittttt", send],
  cancel: ["i", (id) => abort(requests, id)],
  save: ["tb", (key, bytes) => {
    // Of several that wait for the storage, only the last is written.
    pendingSaves.set(key, bytes);
    inStorage("data", (cache) => {
      const latest = pendingSaves.get(key);
      return pendingSaves.delete(key) && cache.put(dataKey(key), new Response(latest));
    }).catch(ignored);
  }],
  load: ["it", (id, key) => void loadData(key).then((bytes) => tell("loaded", id, bytes))],
  removeSaved: ["t", (key) => {
    pendingSaves.delete(key);
    inStorage("data", (cache) => cache.delete(dataKey(key))).catch(ignored);
  }],
  removeAllSaved: ["t", (prefix) => {
    for (const key of pendingSaves.keys()) if (key.startsWith(prefix)) pendingSaves.delete(key);
    inStorage("data", async (cache) => {
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (pathname.startsWith(dataKey(prefix))) await cache.delete(pathname);
      }
    }).catch(ignored);
  }],
  remember: ["tt", remember],
  startTimer: ["ii", (id, milliseconds) => {
    const fire = () => tell("timerFired", id);
    if (milliseconds > 0 || document.hidden) setTimeout(fire, milliseconds);
    else requestAnimationFrame(() => setTimeout(fire, 0));
  }],
  now: ["", () => Date.now()],
  minutesEast: ["", () => -new Date().getTimezoneOffset()],
  pushHistory: ["it", (depth, url) => {
    shownDepth = depth;
    history.pushState({ run, depth }, "", url ?? location.href);
  }],
  replaceHistory: ["t", (url) => history.replaceState({ run, depth: shownDepth = 0 }, "", url)],
  goBack: ["", () => history.back()],
  visit: ["t", (url) => location.assign(url)],
  rememberLanguage: ["t", (tag) => {
    Object.assign(document.documentElement, { lang: tag, dir: tag === "ar" ? "rtl" : "ltr" });
    cookie(`language=${tag}`, 31536000);
  }],
  rememberTextSize: ["i", (step) => cookie(`text-size=${document.documentElement.dataset.textSize = step}`, 31536000)],
  rememberMember: ["i", (isMember) => cookie("start=home", isMember ? 31536000 : 0)],
};

// What happens to the app.

let endsGesture = false; // the click that follows a gesture is none

function listen() {
  addEventListener("popstate", ({ state }) => {
    if (state?.run !== run || state.depth > shownDepth) location.reload();
    else tell("wentTo", shownDepth = state.depth);
  });

  addEventListener("click", (event) => {
    if (moving && event.detail && hits(event)) return event.preventDefault();
    const target = event.target.closest("[data-tap], a");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (endsGesture) event.preventDefault();
    else if (!isStopped && isPlain && (dismiss(event.target) || target && tapped(target))) event.preventDefault();
  }, true);

  addEventListener("submit", (event) => {
    const form = event.target.closest("[data-submit]");
    if (!form || isStopped) return;
    event.preventDefault();
    tell("submitted", screenOf(form), [...new FormData(form).values()].join("\n"));
  });

  addEventListener("input", ({ target }) => {
    const { input } = target.dataset;
    if (target.matches("[data-file]")) [...target.files].forEach(give);
    grow(target);
    if (input !== undefined) tell("typed", screenOf(target), input, target.value);
  });

  addEventListener("keydown", (event) => {
    const { send } = event.target.dataset;
    if (send && event.key === "Enter" && (event.metaKey || event.ctrlKey)) tell("tapped", screenOf(event.target), send);
    if (event.key === "Escape" && dismiss(null)) return;
    const isMirrored = document.documentElement.dir === "rtl";
    const key = { Escape: 0, ArrowRight: isMirrored ? 2 : 1, ArrowLeft: isMirrored ? 1 : 2 }[event.key];
    if (key === undefined || event.target.closest("input, textarea") || event.isComposing) return;
    if (key > 0 && isViewer(top().element)) event.preventDefault();
    tell("pressed", key);
  });

  addEventListener("scroll", ({ target }) => {
    if (!target.dataset?.screen) return;
    dismiss(null, "[data-fleeting]");
    scrolled(target);
  }, true);
  for (const kind of ["wheel", "touchend", "keyup"]) addEventListener(kind, () => scrolled(top().element));

  addEventListener("touchstart", (event) => {
    const element = event.target.closest("[data-screen]");
    touch(0, event);
    // Only where a gesture can begin does the browser have to wait for us.
    if (event.touches.length === 1 && element && (isViewer(element) || element.scrollTop <= 0)) follow(element);
  }, { passive: true });

  ["pointerdown", "pointermove", "pointerup", "pointercancel"].forEach((kind, phase) => {
    addEventListener(kind, (event) => {
      if (event.pointerType !== "mouse" || event.target.closest?.("input, button")) return;
      if (phase === 0 && event.button !== 0 || phase === 1 && !event.buttons) return;
      if (!pointer(event.target, phase, 1, event, event) || phase !== 2) return;
      endsGesture = true;
      setTimeout(() => { endsGesture = false; }, 50);
    });
  });
  window.visualViewport?.addEventListener("resize", fit);
  addEventListener("dragstart", (event) => event.preventDefault());
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (kind === "drop") [...event.dataTransfer.files].slice(0, 1).forEach(give);
  });

  addEventListener("online", () => {
    tell("online");
    for (const [number, image] of images) if (image.dataset.state === "failed") tell("imageRetry", number);
  });
  const tick = () => { if (!document.hidden) tell("tick"); };
  addEventListener("visibilitychange", () => { tick(); if (!document.hidden) tell("returned"); });
  addEventListener("pagehide", () => screens.forEach(reportAnchor));
  setInterval(tick, 30_000);
}

/** A tap while a post grows, of which the browser takes none: it counts for what lies there. */
function hits({ target, clientX, clientY }) {
  moving.skipTransition();
  const meant = document.elementFromPoint(clientX, clientY);
  return meant !== target && !meant?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** A file of the reader's: dropped on the app, or chosen. */
async function give(file) {
  const isLarge = file.size > 64 << 20;
  const bytes = isLarge ? null : await file.arrayBuffer().catch(ignored);
  tell("fileGiven", isLarge ? -2 : bytes ? 0 : -1, bytes ? new Uint8Array(bytes) : null);
}

function tapped(target) {
  const broken = target.closest(".photo")?.querySelector("img[data-state=failed]");
  tappedPost = target.closest(".status");
  if (!requesters.has(broken)) return tell("tapped", screenOf(target), target.dataset.tap);
  delete broken.dataset.state;
  tell("imageRetry", requesters.get(broken));
  return true;
}

/** From the first finger's touch to the last one's end. */
function follow(element) {
  const stop = new AbortController();
  ["touchmove", "touchend", "touchcancel"].forEach((kind, index) => element.addEventListener(kind, (event) => {
    if (touch(index + 1, event) && event.cancelable) event.preventDefault();
    if (index > 0 && !event.touches.length) stop.abort();
  }, { passive: false, signal: stop.signal }));
}

function touch(phase, event) {
  const fingers = [...event.changedTouches];
  return fingers.reduce((all, finger) => pointer(event.target, phase, finger.identifier + 2, finger, event) | all, 0);
}

function pointer(target, phase, id, { clientX, clientY }, { timeStamp }) {
  const { element } = screens.get(screenOf(target)) ?? top();
  return tell("pointer", Number(element.dataset.screen), phase, id, clientX, clientY, timeStamp, element.scrollTop,
    innerWidth, innerHeight);
}

const isViewer = (element) => element.classList.contains("viewer");

/** Tells where a screen was scrolled to, and asks for more at its end. */
function scrolled(element) {
  const id = Number(element.dataset.screen);
  if (isViewer(element)) return tell("turned", id, Math.round(Math.abs(element.scrollLeft) / element.clientWidth));
  clearTimeout(screens.get(id)?.report);
  if (screens.has(id)) screens.get(id).report = setTimeout(() => reportAnchor(screens.get(id)), 250);
  if (!canScrollAnimations) element.toggleAttribute("data-scrolled", element.scrollTop > 200);
  const cells = screens.get(id)?.cells;
  if (cells?.has("earlier") && element.scrollTop < element.clientHeight) tell("tapped", id, "earlier");
  const ahead = cells?.get("foot")?.querySelector("[data-ahead]") ? 2 * element.clientHeight : 60;
  return element.scrollHeight - element.scrollTop - element.clientHeight < ahead && tell("reachedEnd", id);
}

/** Tells which cell is topmost, for coming back to it. */
function reportAnchor(screen) {
  if (!screen || isViewer(screen.element) || screen.element.hasAttribute("data-aside")) return;
  const { cell, offset } = topmost(screen) ?? {};
  if (cell) tell("anchored", screen.id, cell.dataset.key, Math.round(offset));
}

// Start.

async function start() {
  window.swiftlet = { operations: 0 }; // changes of the document, for tests and the benchmark
  const calls = { ...documentCalls, ...imageCalls, ...worldCalls };
  const browser = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callable(call)]));
  app = (await WebAssembly.instantiateStreaming(fetch(first.dataset.app), { browser })).instance.exports;
  history.replaceState({ run, depth: 0 }, "");
  for (const element of main.querySelectorAll("[data-screen]")) register(element);
  document.body.append(toasts);
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const path = location.pathname + location.search;
  if (!tell("start", first.textContent, location.origin, path, remembered(), seed)) return;
  listen();
  tell("imageIndex", await loadData("image index"));
  for (const image of document.images) if (!requesters.has(image)) adoptNative(image);
  document.documentElement.dataset.app = "running";
}

if (first) start().catch((error) => console.error("The app could not start; the page works without it.", error));
navigator.serviceWorker?.register("/sw.js").catch(ignored);
