// The service worker: brings up the last seen pages when there is no network.
//
// Everything it keeps belongs to one version of the app, and all addresses of the app's files carry the
// hash of their content: an old page can't meet a new program, nor the other way round.

const version = "__VERSION__";
const shell = `shell-${version}`;
const pages = `pages-${version}`;
const files = __FILES__;
const routes = __ROUTES__; // the addresses of the app's screens
const pageTime = 4_000;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(shell);
    // What is at an address with a hash never changes, and the page has just loaded most of it.
    const mode = (url) => (url.startsWith("/assets/") ? "default" : "reload");
    await cache.addAll([...files, "/shell"].map((url) => new Request(url, { cache: mode(url) })));
    // The page's own texts are named first.
    const texts = (await (await cache.match("/shell")).text()).match(/data-texts="([^" ]+)/);
    if (texts) await cache.add(texts[1]);
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const kept = await caches.open(pages);
    await Promise.allSettled(open.map(({ url }) => kept.add(url.slice(location.origin.length))));
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

addEventListener("message", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && url.origin === location.origin && url.pathname === "/share") event.respondWith(share(request));
  if (request.method !== "GET" || url.origin !== location.origin || /^\/(oauth|join|export)\b/.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (files.includes(url.pathname)) event.respondWith(stored(shell, request));
  else if (url.pathname.startsWith("/texts/")) event.respondWith(stored(shell, request, true));
  else if (url.pathname.startsWith("/media/") && request.destination === "image") {
    event.respondWith(stored("images", request));
  }
});

/** Another program shares words and pictures (the manifest's `share_target`): they are kept until the app takes them, and
    what is shared later beside them. Any page can do it, so there is an end to that. */
async function share(request) {
  const body = new Response(await request.blob(), { headers: { "content-type": request.headers.get("content-type") } });
  const isKept = await caches.open("shared").then(async (cache) => {
    const isRoom = (await cache.keys()).length < 20;
    if (isRoom) await cache.put(`/share?${crypto.randomUUID()}`, body);
    return isRoom;
  }).catch(() => false);
  return Response.redirect(isKept ? "/home" : "/home?not-kept", 303);
}

/** From that cache, else from the network; `keeps`: it is there the next time. */
async function stored(name, request, keeps = false) {
  const cache = await caches.open(name);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (keeps && answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

/** From the network; without one, or when it takes too long, as it was last; else the bare app. */
async function page(event, url) {
  const key = url.pathname + url.search;
  const cache = await caches.open(pages);
  const network = fetch(event.request).then(async (answer) => {
    // What a server answered to a sign-in is for this once.
    if (answer.ok && !answer.redirected && url.pathname !== "/signed-in") await cache.put(key, answer.clone());
    return answer;
  });
  const late = new Promise((_, reject) => setTimeout(reject, pageTime));
  event.waitUntil(network.catch(() => {}));
  try {
    return await Promise.race([network, late]);
  } catch {
    const kept = await cache.match(key);
    if (kept) return kept;
    const isOurs = routes.some((route) => route.test(url.pathname.replace(/\/$/, "")));
    const bare = isOurs && (await (await caches.open(shell)).match("/shell"));
    return bare || network;
  }
}
