// The device's storage: Cache Storage, one cache for images (5-images.js) and one for data. It is missing on
// insecure origins and in some private modes: then nothing is stored, and nothing fails.

let storageQueue = Promise.resolve();
function inStorage(work) {
  const done = storageQueue.then(async () => work(await caches.open("data")));
  storageQueue = done.catch(ignored);
  return done;
}
function ignored() {} // best effort: what can't be stored is fetched again
const dataKey = (key) => "/.data/" + encodeURIComponent(key);

function loadData(key) {
  return inStorage(async (cache) => {
    const found = await cache.match(dataKey(key));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  }).catch(() => null);
}

const pendingSaves = new Map();

let storedSizes; // bytes by path, the oldest first; undefined while unknown

/** Removes the oldest entries. `limits`: the greatest number of entries of a kind, which is the first word of a key,
    or the first and third. The limit under "" is the bytes of all. Other kinds have no limit. */
async function forgetOldest(cache, saved, size, limits) {
  if (!storedSizes) {
    const [requests, responses] = await Promise.all([cache.keys(), cache.matchAll()]);
    storedSizes = new Map(requests.map(({ url }, at) => [new URL(url).pathname, Number(responses[at].headers.get("content-length"))]));
  }
  storedSizes.delete(saved);
  storedSizes.set(saved, size);
  const counts = {};
  let bytes = 0;
  for (const [path, size] of [...storedSizes].reverse()) {
    const [first, , third] = decodeURIComponent(path.slice(dataKey("").length)).split(" ");
    const kind = [`${first} ${third}`, first].find((name) => name in limits);
    if (!kind) continue;
    counts[kind] = (counts[kind] ?? 0) + 1;
    bytes += size;
    if (counts[kind] <= limits[kind] && bytes <= limits[""]) continue;
    storedSizes.delete(path);
    await cache.delete(path);
  }
}

// Small texts, which can be read at once: localStorage. If it is forbidden or full, nothing is stored.

const memoryPrefix = "swiftlet.";

function remember(key, text) {
  try {
    if (text === null) localStorage.removeItem(memoryPrefix + key);
    else localStorage.setItem(memoryPrefix + key, text);
  } catch (error) {
    console.warn("The device could not keep:", key, error);
    if (error.name === "QuotaExceededError") setTimeout(report, 0, "notStored", key);
  }
}

function recalled(key) {
  try {
    return localStorage.getItem(memoryPrefix + key);
  } catch {
    return null;
  }
}

// Texts that the tab stores until it is closed.

function storeInTab(key, text) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Forbidden or full: the text is lost.
  }
}

function inTab(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

const tabOwner = "session"; // the session whose reading positions this tab stores

function forgetPagePositions() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("place ")) sessionStorage.removeItem(key);
  } catch {
    // Forbidden: the tab stores nothing.
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

const longest = 34_560_000; // 400 days, in seconds. The server's pages set them again: Safari ends them after 7 days
const cookie = (text, seconds = longest) => { document.cookie = `${text}; path=/; max-age=${seconds}; samesite=lax`; };

Object.assign(calls, {
  save: ["tbt", (key, bytes, limits) => {
    // Of several writes that wait, only the last is carried out.
    pendingSaves.set(key, bytes);
    inStorage(async (cache) => {
      const latest = pendingSaves.get(key);
      if (!pendingSaves.delete(key)) return;
      await cache.delete(dataKey(key)); // a new entry becomes the last of the keys
      await cache.put(dataKey(key), new Response(latest, { headers: { "content-length": latest.length } }));
      await forgetOldest(cache, dataKey(key), latest.length, JSON.parse(limits));
    }).catch(ignored);
  }],
  load: ["it", (id, key) => void loadData(key).then((bytes) => report("loaded", id, bytes))],
  removeSaved: ["t", (key) => {
    pendingSaves.delete(key);
    storedSizes = undefined;
    inStorage((cache) => cache.delete(dataKey(key))).catch(ignored);
  }],
  removeAllSaved: ["t", (prefix) => {
    for (const key of pendingSaves.keys()) if (key.startsWith(prefix)) pendingSaves.delete(key);
    storedSizes = undefined;
    inStorage(async (cache) => {
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (pathname.startsWith(dataKey(prefix))) await cache.delete(pathname);
      }
    }).catch(ignored);
  }],
  // After the first screen has loaded.
  removeOtherSaved: ["t", (prefixes) => void setTimeout(() => {
    storedSizes = undefined;
    const starts = prefixes.split("\n").filter(Boolean).map(dataKey);
    inStorage(async (cache) => {
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (!starts.some((start) => pathname.startsWith(start))) await cache.delete(pathname);
      }
    }).catch(ignored);
  }, 2_000)],
  removeTraces: ["", () => {
    remember(imageJournal, null);
    navigator.serviceWorker?.controller?.postMessage("signed out");
    for (const image of document.images) seen.add(image);
    inStorage(async (cache) => {
      await Promise.allSettled(writes.values());
      await cache.delete(dataKey("image index"));
      for (const name of await caches.keys()) if (/^(pages-|(images|shared|taps)$)/.test(name)) await caches.delete(name);
    }).catch(ignored);
    return lastRequester;
  }],
  removePages: ["t", (part) => void inStorage(async () => {
    for (const name of await caches.keys()) {
      if (!name.startsWith("pages-")) continue;
      const pages = await caches.open(name);
      for (const { url } of await pages.keys()) if (`${new URL(url).pathname}/`.includes(part)) await pages.delete(url);
    }
  }).catch(ignored)],
  claimTab: ["t", (session) => {
    if (inTab(tabOwner) !== session) forgetPagePositions();
    storeInTab(tabOwner, session);
  }],
  remember: ["tt", remember],
  rememberLanguage: ["tt", (tag, direction) => {
    Object.assign(document.documentElement, { lang: tag, dir: direction });
    cookie(`language=${tag}`);
  }],
  rememberAppearance: ["it", (textSize, scheme) => {
    Object.assign(document.documentElement.dataset, { textSize, scheme });
    cookie(`text-size=${textSize}`);
    cookie(`scheme=${scheme}`);
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.content = (scheme || meta.media).includes("dark") ? "#111111" : "#EDEDED";
    }
  }],
  rememberMember: ["i", (isMember) => cookie("start=home", isMember ? longest : 0)],
});
