// The network, time, addresses.

const requests = new Map();
let shownDepth = 0; // the number of screens over the root that shows
let edgeTouchedAt = -Infinity; // the time when a finger last came down where the system's own swipe begins

/** Sends a GET request with limits of bytes and milliseconds. Beyond them it fails, and the signal's reason says
    which. */
async function download(url, { limit, time, ...options }, controller) {
  AbortSignal.timeout(time).onabort = () => controller.abort("time");
  const response = await fetch(url, { ...options, signal: controller.signal });
  const chunks = [];
  let length = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > limit) controller.abort("size");
  }
  return { response, body: new Blob(chunks, { type: response.headers.get("content-type") ?? "" }) };
}

/** Aborts the request under that key, without a report. */
function abort(running, key) {
  const controller = running.get(key);
  running.delete(key);
  controller?.abort();
}

async function request(id, url, { headers = {}, waits, ...given } = {}) {
  const controller = new AbortController();
  requests.set(id, controller);
  if (waits) await painted();
  const options = {
    limit: 64 << 20, time: 20_000, cache: "no-cache", credentials: "omit",
    headers: { accept: "application/json", ...headers }, ...given,
  };
  // Reading the body may fail as well, if the connection breaks (WebKit).
  const [status, bytes, fields = null, address = null] = await download(url, options, controller)
    .then(async ({ response, body }) => [
      response.status, new Uint8Array(await body.arrayBuffer()),
      ["link", "retry-after", "x-ratelimit-reset"].map((name) => response.headers.get(name)).join("\n"),
      response.redirected ? response.url : null,
    ])
    .catch(() => [controller.signal.reason === "size" ? -2 : -1, ""]);
  if (requests.delete(id)) report("received", id, status, bytes, fields, address);
}

/** Resolves after the next frame, or soon if none is made: a tap's change shows before a slow phone begins to send
    it. When the page goes, it resolves at once. */
const painted = () => new Promise((done) => {
  const go = () => {
    removeEventListener("pagehide", go);
    done();
  };
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, 100);
  addEventListener("pagehide", go);
});

/** Sends a request with a body, a token, or both. It can also send a stored picture, whose description is in the
    body, or a form. */
function send(id, method, url, token, key, body) {
  if (method === "PICTURE") return inLaterBridge("sendForm", id, "POST", [["file", key, true], ...Object.entries(JSON.parse(body))], url, token, key);
  if (method === "STREAM") return inLaterBridge("stream", id, url, token, key);
  if (method === "FORM") return inLaterBridge("sendForm", id, "PATCH", JSON.parse(body), url, token);
  const headers = {};
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (key !== null) headers["idempotency-key"] = key;
  if (body !== null) headers["content-type"] = "application/json";
  // Push messages come in the language of this request.
  if (url.endsWith("/push/subscription")) headers["accept-language"] = document.documentElement.lang;
  const waits = method !== "GET";
  // A tap's request is sent even if the page is left first: browsers accept that for a body of this size.
  const keepalive = waits && (body ?? "").length < 16_000;
  // Signing out of the app also ends the browser's own session.
  const credentials = url.endsWith("/oauth/revoke") ? "same-origin" : "omit";
  return request(id, url, { method, body, headers, cache: "no-store", waits, keepalive, credentials });
}

Object.assign(calls, {
  request: ["it", request],
  send: ["ittttt", send],
  cancel: ["i", (id) => abort(requests, id)],
  startTimer: ["ii", (id, milliseconds) => {
    const fire = () => report("timerFired", id, Number(isSplitView()), Number(isToastHeld()));
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
  address: ["t", (url) => history.replaceState(history.state, "", url)],
  goBack: ["i", (steps) => {
    edgeTouchedAt = -Infinity;
    main.getAnimations(); // starts the animations of a released screen with their own timing
    history.go(-steps);
  }],
  share: ["t", (url) => navigator.share({ url }).catch(ignored)],
  copy: ["t", (text) => navigator.clipboard?.writeText(text).catch(ignored)],
  // Running writes and removals would stay half done.
  visit: ["t", (url) => Promise.race([storageQueue, new Promise((done) => { setTimeout(done, 2000); })])
    .then(() => location.replace(url))],
});

function listenToTheWorld() {
  addEventListener("popstate", ({ state, hasUAVisualTransition }) => {
    // The browser has animated the way back already, as after a swipe from the edge, so the app doesn't.
    // Older Safaris don't report it.
    if (hasUAVisualTransition || performance.now() - edgeTouchedAt < 500) top()?.element.classList.remove("enters");
    if (state?.run !== run || state.depth > shownDepth) location.reload();
    else report("wentTo", shownDepth = state.depth);
  });

  addEventListener("online", () => {
    report("online");
    for (const [number, image] of images) if (image.dataset.state === "failed") report("imageRetry", number);
  });
  const tick = () => { if (!document.hidden) report("tick", Number(isSplitView())); };
  whole.then(() => report("becameWhole"));
  addEventListener("offline", () => report("wentOffline"));
  let hidden = 0;
  addEventListener("visibilitychange", () => {
    tick();
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(() => report("wasHidden"), 20_000);
    else report("returned");
  });

  setInterval(tick, 30_000);
}
