// Images: the cache's policy is the app's (Sources/Caching); here are the blobs.

const requesters = new WeakMap(); // image -> its number
const images = new Map(); // number -> image
const blobs = new Map(); // url -> { blob, address }
const fetches = new Map(); // url -> AbortController
let lastRequester = 0;

function takeSource(image) {
  image.dataset.src = image.getAttribute("src") ?? "";
  image.dataset.srcset = image.srcset;
  for (const name of ["src", "srcset", "loading"]) image.removeAttribute(name);
}

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

async function fetchImage(url, validator) {
  const controller = new AbortController();
  fetches.set(url, controller);
  const options = { limit: 32 << 20, time: 60_000, cache: validator ? "no-cache" : "default" };
  const outcome = await download(url, options, controller).then(
    ({ answer, body }) => () => arrived(url, validator, answer, body),
    () => () => missed(url, validator, controller.signal.reason));
  if (fetches.get(url) !== controller) return;
  fetches.delete(url);
  outcome();
}

function arrived(url, validator, { status, headers }, body) {
  const etag = headers.get("etag");
  if (status !== 200) return tell("imageFailed", url, status === 404 || status === 410 ? 1 : 2);
  if (validator && etag === validator) return tell("imageNotModified", url);
  if (!body.size || !body.type.startsWith("image/")) return tell("imageFailed", url, 3);
  setBlob(url, body);
  const isImmutable = (headers.get("cache-control") ?? "").includes("immutable");
  return tell("imageFetched", url, body.size, etag, isImmutable ? 1 : 0);
}

function missed(url, validator, reason) {
  if (reason) return tell("imageFailed", url, reason === "size" ? 3 : 2);
  if (!navigator.onLine || validator || !/^https?:/.test(url)) return tell("imageFailed", url, 0);
  // Another server that does not let programs read its pictures: shown by the browser, and not kept.
  blobs.set(url, { blob: null, address: url });
  return tell("imageFetched", url, (8 << 20) + 1, null, 0); // more than the app keeps
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

Object.assign(calls, {
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
});
