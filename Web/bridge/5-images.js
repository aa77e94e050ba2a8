// Images: the cache's policy is in the app (Sources/Browser/ImageCaching); the bridge holds the blobs.

const requesters = new WeakMap(); // image -> its number
const images = new Map(); // number -> image
const blobs = new Map(); // url -> { blob, address }; one that the browser loads itself has none
const addressOf = (url) => blobs.get(url)?.address ?? url;
const fetches = new Map(); // url -> AbortController
const sizes = new Map(); // source -> width and height of an image of which only the browser knew them
const seen = new WeakSet(); // images that stood in the page when a session ended
let lastRequester = 0;

function takeSource(image) {
  const { still } = image.dataset;
  image.dataset.src = still && motion("auto") === "instant" ? still : image.getAttribute("src") ?? "";
  image.dataset.srcset = image.srcset;
  const own = ["width", "height"].map((name) => image.getAttribute(name));
  if (own[1]) shape(image, sizes.get(image.dataset.src) ?? own);
  for (const name of ["src", "srcset", "loading"]) image.removeAttribute(name);
}

/** Sets the ratio. WebKit takes none from the attributes of an image that has a description and no source. */
function shape(image, [width, height]) {
  Object.assign(image, { width, height });
  image.style.aspectRatio = `${width}/${height}`;
}

function manage(screen, image) {
  if (!requesters.has(image)) {
    requesters.set(image, ++lastRequester);
    images.set(lastRequester, image);
  }
  (image.closest(".frame .tile, .tabs, .reply-bar") ? frameImages : screen.observer).observe(image);
}

/** Observes images beside the list, which an observer of the list never sees. */
const frameImages = new IntersectionObserver((entries) => imagesMoved(entries));

/** Handles images that come near the screen, or leave it. */
function imagesMoved(entries) {
  for (const { target, isIntersecting } of entries) {
    const number = requesters.get(target);
    if (!number) continue;
    if (isIntersecting) {
      const width = target.clientWidth || target.width || 1;
      report("imageNear", number, target.dataset.src, target.dataset.srcset, width, devicePixelRatio);
    } else {
      report("imageLeft", number);
      target.removeAttribute("src");
      delete target.dataset.state;
    }
  }
}

/** Adopts an image of the server's page: if the browser has loaded it, it is stored as well; if not, the cache takes
    over. An image with a blob came from the cache, and its cell is gone by now. */
function adoptNative(image) {
  if (!image.complete || !/^http/.test(image.src)) return;
  const screen = screens.get(screenOf(image));
  if (image.naturalWidth > 0) seen.has(image) || report("imageAdopt", shortAddress(image.currentSrc));
  else if (screen) {
    takeSource(image);
    manage(screen, image);
  }
}
const shortAddress = (url) => (url.startsWith(location.origin + "/") ? url.slice(location.origin.length) : url);

document.addEventListener("load", ({ target }) => {
  if (target.tagName !== "IMG") return;
  const number = requesters.get(target);
  if (!number) return adoptNative(target);
  target.dataset.state = "shown";
  if (target.closest(".unsized")) report("imageMeasured", number, target.naturalWidth, target.naturalHeight);
}, true);

document.addEventListener("error", ({ target }) => {
  if (target.tagName !== "IMG") return;
  const { url } = target.dataset;
  if (!requesters.has(target)) adoptNative(target);
  else if (addressOf(url) === target.src) report("imageBroken", url);
}, true);

/** Keeps the elements of unchanged images, so that they don't flicker. */
function reuseImages(old, element) {
  const sourceOf = (image) => image.className + (image.dataset.still ?? image.dataset.src ?? image.getAttribute("src"));
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
  if (url.startsWith("/.picture/")) return inLaterBridge("showStored", url, controller);
  const options = { limit: 32 << 20, time: 60_000, cache: validator ? "no-cache" : "default" };
  const outcome = await download(url, options, controller).then(
    ({ response, body }) => () => arrived(url, validator, response, body),
    // Without a reason no response came, or the server doesn't let programs read its pictures.
    () => () => report("imageFailed", url, { size: 3, time: 2 }[controller.signal.reason] ?? (navigator.onLine ? 4 : 0)));
  if (fetches.get(url) !== controller) return;
  fetches.delete(url);
  return outcome();
}

function arrived(url, validator, { status, headers }, body) {
  const etag = headers.get("etag");
  if (status !== 200) return report("imageFailed", url, status === 404 || status === 410 ? 1 : 2);
  if (validator && etag === validator) return report("imageNotModified", url);
  if (!body.size) return report("imageFailed", url, 3);
  // Its declared type doesn't matter: it is an image if it can be decoded as one, and is never used as
  // anything else.
  setBlob(url, body.type.startsWith("image/") ? body : body.slice(0, body.size, "application/octet-stream"));
  const isImmutable = (headers.get("cache-control") ?? "").includes("immutable");
  return report("imageFetched", url, body.size, etag, isImmutable ? 1 : 0);
}

function setBlob(url, blob) {
  releaseBlob(url);
  blobs.set(url, { blob, address: URL.createObjectURL(blob) });
}
function releaseBlob(url) {
  URL.revokeObjectURL(blobs.get(url)?.address);
  blobs.delete(url);
}

const imageJournal = "image journal"; // in localStorage: other storage isn't written before the page goes
const writes = new Map(); // url -> the last write of that image

/** Writes an image. Writes of the same image run one after the other, those of others in parallel. */
function writeImage(url, write) {
  const done = Promise.resolve(writes.get(url)).then(async () => write(await caches.open("images")));
  const over = done.catch(ignored).then(() => { if (writes.get(url) === over) writes.delete(url); });
  writes.set(url, over);
  return done;
}

/** Reads an image, without waiting for others. */
async function storedImage(url) {
  await writes.get(url);
  return (await (await caches.open("images")).match(url))?.blob();
}

addEventListener("visibilitychange", () => { if (document.hidden) report("imagesHidden"); });
addEventListener("pagehide", () => report("imagesHidden"));

Object.assign(calls, {
  loadImage: ["t", async (url) => {
    const blob = await storedImage(url).catch(ignored);
    if (blob && !blobs.has(url)) setBlob(url, blob);
    report("imageStored", url, blob ? blob.size : -1);
  }],
  fetchImage: ["tt", fetchImage],
  cancelImage: ["t", (url) => abort(fetches, url)],
  showImage: ["ti", (url, requester) => {
    const image = images.get(requester);
    if (!image) return;
    image.dataset.url = url;
    delete image.dataset.state;
    image.src = addressOf(url);
  }],
  failImage: ["i", (requester) => {
    const image = images.get(requester);
    if (image) image.dataset.state = "failed";
  }],
  saveImage: ["t", (url) => {
    const blob = blobs.get(url)?.blob;
    const response = blob && new Response(blob, { headers: { "content-type": blob.type } });
    writeImage(url, (cache) => cache.put(url, response)).catch(() => report("imageNotSaved", url));
  }],
  removeImage: ["t", (url) => void writeImage(url, (cache) => cache.delete(url)).catch(ignored)],
  sizeImage: ["iii", (requester, ...size) => {
    const image = images.get(requester);
    const screen = image && screens.get(screenOf(image));
    if (!screen) return;
    beforeChange(screen);
    sizes.set(image.dataset.src, size);
    shape(image, size);
  }],
  saveImageJournal: ["t", (text) => remember(imageJournal, text)],
  startImageTimer: ["i", (milliseconds) => void setTimeout(() => report("imageTimerFired"), milliseconds)],
  releaseImage: ["t", releaseBlob],
});
