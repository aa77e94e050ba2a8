// The service worker: shows the last seen pages without a network.
//
// Everything in its caches belongs to one version of the app, and all addresses of the app's files contain a
// hash of their content. So an old page never meets a new program, nor the other way round.

const version = "__VERSION__";
const shell = `shell-${version}`;
const pages = `pages-${version}`;
const files = __FILES__;
const routes = __ROUTES__; // the addresses of the app's screens
const pageTime = 4_000;
const pageLimit = 50;
const takingTime = 900; // ms. Firefox lets a worker open windows for a second after a tap on a notification
let departures = 0; // how often somebody has signed out since the worker started
const isOurs = ({ pathname }) => pathname === "/" || routes.some((route) => route.test(pathname.replace(/\/$/, "")));

/** Returns true if a page may be cached. Its query may contain only the name of a server and the posts to show.
    Search terms and the codes of a sign-in must not be stored. */
const canCache = (url) => isOurs(url) && url.pathname !== "/signed-in"
  && [...url.searchParams.keys()].every((name) => ["server", "show", "before"].includes(name));

/** Returns a copy of a response that has come whole; throws for a part of one. WebKit reports no error if a connection
    breaks within a body, and half a program would be served for good. The address of an app's file has the beginning of
    its content's SHA-256. */
async function wholeCopy(address, response) {
  const body = await response.arrayBuffer();
  const hash = address.match(/\.([0-9a-f]{16})\.\w+$/)?.[1];
  const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
  const digest = hash && [...new Uint8Array(await crypto.subtle.digest("SHA-256", body))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, hash.length);
  if (digest !== hash || length !== null && Number(length) !== body.byteLength) throw new Error(`${address} is cut off`);
  return new Response(body, response);
}

/** Fetches a file of the app. One at an address with a hash never changes, and the page has just loaded most of
    them; the browser's own cache may have a part of it. */
async function fetchFile(address) {
  const fetched = async (cache) => {
    const response = await fetch(address, { cache });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return [address, await wholeCopy(address, response)];
  };
  return /^\/(assets|texts)\//.test(address) ? fetched("default").catch(() => fetched("reload")) : fetched("reload");
}

/** Caches a response, best effort: it has already been delivered, and a full disk costs nothing else. */
function cacheResponse(event, name, key, response, since = departures) {
  if (since !== departures || !response.ok || response.redirected || /no-store/.test(response.headers.get("cache-control"))) return;
  const copy = response.clone();
  event.waitUntil(caches.open(name).then(async (cache) => {
    await cache.put(key, await wholeCopy(key, copy));
    // Somebody has signed out meanwhile: see "message".
    if (since !== departures) await cache.delete(key);
    else if (name === pages) await forgetOldest(cache);
  }).catch(() => {}));
}

async function forgetOldest(cache) {
  const keys = await cache.keys();
  if (keys.length <= pageLimit) return;
  const age = async (key) => Date.parse((await cache.match(key))?.headers.get("date")) || 0;
  const ages = new Map(await Promise.all(keys.map(async (key) => [key, await age(key)])));
  keys.sort((one, other) => ages.get(one) - ages.get(other));
  await Promise.all(keys.slice(0, keys.length - pageLimit).map((key) => cache.delete(key)));
}

/** Returns the cached response of an address; a cache that can't be read counts as empty. */
const cached = (name, key) => caches.open(name).then((cache) => cache.match(key)).catch(() => {});

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const found = await Promise.all(["/shell", ...files].map(fetchFile));
    // The texts of the page's language are named first. Their second line names the texts of the second part.
    const texts = (await found[0][1].clone().text()).match(/data-texts="([^" ]+)/);
    if (texts) {
      const file = await fetchFile(texts[1]);
      found.push(file, await fetchFile((await file[1].clone().text()).split("\n", 2)[1]));
    }
    // WebKit loses the files of an installation that failed when they are stored again.
    await caches.delete(shell);
    const cache = await caches.open(shell);
    await Promise.all(found.map(([address, response]) => cache.put(address, response)));
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const addresses = new Set(open.map(({ url }) => url.replace(/#.*/, "")).filter((url) => canCache(new URL(url))));
    await Promise.allSettled([...addresses].map(async (url) => cacheResponse(event, pages, url, await fetch(url))));
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (/^(shell|pages)-/.test(name) && name !== shell && name !== pages) await caches.delete(name);
    }
    await clients.claim();
  })());
});

addEventListener("message", (event) => {
  if (event.data !== "signed out") return event.waitUntil(clients.claim());
  // Pages that are on their way now were asked for by the member who has left.
  departures++;
  return event.waitUntil(caches.delete(pages));
});

/** Shows a push message (Declarative Web Push, which some browsers show themselves). Browsers want a notification for
    each, so a message that can't be read has one as well. */
addEventListener("push", (event) => {
  let message;
  try {
    message = event.data.json();
  } catch {
    message = {};
  }
  const { title = location.hostname, navigate = "/notifications", ...options } = message.notification ?? {};
  event.waitUntil(Promise.all([
    takeAwayRead(options.data ?? {}),
    registration.showNotification(title, { ...options, actions: options.data?.actions, data: { ...options.data, navigate } }),
    message.app_badge >= 0 && navigator.setAppBadge?.(message.app_badge).catch(() => {}),
    // While the app is open, it adds up what is unread in each account.
    message.unread && caches.open("badge")
      .then((badge) => badge.put("/badge", new Response(JSON.stringify(message.unread)))).catch(() => {}),
  ]));
});

/** Takes away what was read elsewhere. Nothing tells a closed app at once, because each message has to show something. */
async function takeAwayRead({ account, read = "0" }) {
  for (const notification of await registration.getNotifications()) {
    const { data } = notification;
    if (data?.account === account && data.notification && BigInt(data.notification) <= BigInt(read)) notification.close();
  }
}

/** Opens what a notification is about, in the app's window that was used last, else in a new one. What was tapped waits
    in a cache until the app takes it: iPhones may open a new window at the app's first page, and lose a message to a page
    that they have stopped. A like needs the app, which alone has the member's token. Anybody can make an address, but
    only the worker writes into the cache. A window that takes a like stays where it is. */
addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  notification.close();
  const { href, pathname, hash } = new URL(notification.data.navigate, location);
  const receiver = hash.slice("#for=".length);
  const reply = action === "reply" ? "&reply" : "";
  const tap = `${pathname}?${receiver}`;
  const stored = tap + (action === "like" ? "&like" : reply);
  event.waitUntil((async () => {
    // Without storage the post opens, and the member likes it there.
    const isStored = receiver
      && await caches.open("taps").then((taps) => taps.put(stored, new Response(Date.now()))).then(() => true, () => false);
    const isLike = isStored && action === "like";
    const open = await clients.matchAll({ type: "window" });
    const app = open.find(({ url }) => isOurs(new URL(url)));
    if (!app || !receiver) return clients.openWindow(href + reply);
    app.postMessage(isStored ? "" : tap + reply);
    if (isLike) await new Promise((done) => setTimeout(done, takingTime));
    if (!isLike || await caches.match(stored, { cacheName: "taps" })) return app.focus();
  })());
});

/** Registers again, so that the app finds a registration when it starts next; only the app can tell its server. */
addEventListener("pushsubscriptionchange", (event) => {
  const options = !event.newSubscription && event.oldSubscription?.options;
  event.waitUntil(Promise.resolve(options && registration.pushManager.subscribe(options)).catch(() => {}).then(async () => {
    for (const app of await clients.matchAll({ type: "window" })) app.postMessage("push changed");
  }));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && url.origin === location.origin && url.pathname === "/share") event.respondWith(share(request));
  if (request.method !== "GET" || url.origin !== location.origin || /^\/(oauth|join|export|about|reset|forgotten|email)\b/.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  // The manifest follows the language, which may have changed since the installation.
  else if (url.pathname === "/manifest.webmanifest") event.respondWith(fetch(request).catch(() => cached(shell, request.url)));
  else if (files.includes(url.pathname)) event.respondWith(stored(event, shell));
  else if (url.pathname.startsWith("/texts/")) event.respondWith(stored(event, shell, true));
  else if (url.pathname.startsWith("/media/") && request.destination === "image") {
    event.respondWith(stored(event, "images"));
  }
});

/** Stores text and pictures that another app shares (the manifest's `share_target`) until the app takes them; later
    ones are stored in addition. Any page can share, so their number is limited. */
async function share(request) {
  const body = new Response(await request.blob(), { headers: { "content-type": request.headers.get("content-type") } });
  const isStored = await caches.open("shared").then(async (cache) => {
    const isRoom = (await cache.keys()).length < 20;
    if (isRoom) await cache.put(`/share?${crypto.randomUUID()}`, body);
    return isRoom;
  }).catch(() => false);
  return Response.redirect(isStored ? "/home" : "/home?not-kept", 303);
}

/** Returns a response from that cache, else from the network; `adds`: caches it for the next time. */
async function stored(event, name, adds = false) {
  const { request } = event;
  const found = await cached(name, request.url);
  if (found) return found;
  const response = await fetch(request);
  if (adds) cacheResponse(event, name, request.url, response);
  return response;
}

/** Returns a page from the network. Without one, or if it takes too long, returns the cached page, else the bare
    shell. */
async function page(event, url) {
  const key = url.pathname + url.search;
  const since = departures;
  const network = fetch(event.request).then((response) => {
    if (canCache(url)) cacheResponse(event, pages, key, response, since);
    return response;
  });
  const late = new Promise((_, reject) => setTimeout(reject, pageTime));
  event.waitUntil(network.catch(() => {}));
  try {
    return await Promise.race([network, late]);
  } catch {
    return await cached(pages, key) || isOurs(url) && await cached(shell, "/shell") || network;
  }
}
