// Pictures that the reader chose: made smaller, kept in IndexedDB until they are posted or thrown away, and sent.

const longestSide = 2048; // px
const largestPicture = 16_000_000; // bytes: what servers take
const keptAddress = "/.picture/"; // what markup calls a picture that is kept
const picker = Object.assign(document.createElement("input"), { type: "file", multiple: true, hidden: true });
const unkept = new Map(); // id -> what the device had no room for
let chosen = []; // files that wait for the app to take them
const hasPictures = "pictures"; // remembered where the device keeps some
let copying = Promise.resolve();
let preparing = Promise.resolve();
const parts = new Map(); // id -> how much of a picture has been sent, of 1
const largestCopy = 30_000_000; // bytes: what is larger is not kept before it is made smaller

/** The app takes as many of them as it wants before this returns. */
function pick(files) {
  if (!isComplete) return void whole.then(() => pick(files));
  chosen = [...files];
  if (chosen.length) tell("picked", chosen.length);
  chosen = [];
}

/** Chrome on Android 14 and later shows pictures alone to who asks for nothing else, without a camera. A type that nothing has
    makes it ask which (crbug.com/40937303). Where a button for the camera stands beside, pictures alone are better. */
const accepted = () => top()?.element.querySelector("[data-pick=camera]") || !/Android(?!.*Firefox)/.test(navigator.userAgent)
  ? "image/*" : "image/*,android/allowCamera";

const picks = () => top()?.element.querySelector("[data-pick]");
/** Some systems don't say what kind of file those of phones are. */
const imagesOf = ({ files }) =>
  [...files].filter(({ type, name }) => type?.startsWith("image/") || !type && /\.(heic|heif|avif|jpe?g|png|webp|gif)$/i.test(name));

/** Fails if it takes longer: of what hangs nothing is heard, and the next picture waits for it. */
const within = (milliseconds, promise) => new Promise((done, fail) => {
  const timer = setTimeout(fail, milliseconds, new Error("It hangs."));
  promise.then(done, fail).finally(() => clearTimeout(timer));
});

// The device's storage. WebKit keeps bytes, and loses blobs.

let opening; // the database; undefined: not opened, or lost

function database() {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open("swiftlet", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("pictures");
    request.onerror = () => fail(request.error);
    request.onsuccess = () => done(request.result);
  });
  return opening;
}

/** The outcome of `work(store)`, once it is on the device. A connection that was lost, as phones do it, is made anew. */
async function withPictures(mode, work, tries = 2) {
  try {
    const transaction = (await within(10_000, database())).transaction("pictures", mode);
    const request = work(transaction.objectStore("pictures"));
    return await within(20_000, new Promise((done, fail) => {
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => fail(transaction.error);
    }));
  } catch (error) {
    opening = undefined;
    if (tries > 1) return withPictures(mode, work, tries - 1);
    throw error;
  }
}

const storedPicture = async (id) => unkept.get(id) ?? await withPictures("readonly", (store) => store.get(id));
const blobOf = ({ bytes, type }) => new Blob([bytes], { type });

/** As it is sent and shown. What was only copied when the page ended is made smaller first. */
async function keptPicture(id) {
  const kept = await storedPicture(id);
  if (!kept?.isWhole) return kept;
  await inTurn(async () => {
    const whole = await storedPicture(id);
    if (whole?.isWhole) await make(id, blobOf(whole));
  });
  const made = await storedPicture(id);
  return made?.isWhole ? undefined : made; // as it was chosen it says where it was
}

/** The bytes of a chosen file, before anything is made of them: what phones give is a copy that they take away again, or is
    nowhere else. */
async function copy(id, file) {
  if (file.size > largestCopy || !isPicture(file)) return;
  const kept = { bytes: await file.arrayBuffer(), type: file.type, isWhole: true };
  await withPictures("readwrite", (store) => store.put(kept, id), 1);
}

// Making them smaller.

/** Whether there is more than one picture in it: that can't be drawn. */
async function isAnimated(file) {
  const bytes = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  const head = String.fromCharCode(...bytes);
  return head.startsWith("GIF8") || head.slice(8, 16) === "WEBPVP8X" && Boolean(bytes[20] & 2);
}

const drawing = "__DRAWING__"; // the address of Web/drawing.js
let worker; // draws beside the page as long as there is something to draw

const endWorker = () => { worker = worker?.terminate(); };

/** What `draw` makes; null where workers can't draw it. */
const drawnBeside = (...job) => new Promise((done) => {
  worker ??= new Worker(drawing, { type: "module" });
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = () => {
    worker = undefined;
    done(null);
  };
  worker.postMessage(job);
});

/** As a JPEG without metadata, turned as it is to be seen, with its width and height; of `area` alone, in parts of both.
    Fails where the browser can't read it. */
async function smaller(file, [left, top, across, down] = [0, 0, 1, 1]) {
  const image = new Image();
  const address = image.src = URL.createObjectURL(file);
  try {
    await new Promise((done, fail) => Object.assign(image, { onload: done, onerror: fail }));
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, longestSide / Math.max(naturalWidth * across, naturalHeight * down));
    const [width, height, ...full] = [naturalWidth * across, naturalHeight * down, naturalWidth, naturalHeight]
      .map((side) => Math.max(1, Math.round(side * scale)));
    const job = [file, full, [left * full[0], top * full[1], width, height]];
    const blob = await within(30_000, drawnBeside(...job)).catch(endWorker) ?? await (await import(drawing)).draw(...job, document.createElement("canvas"), image);
    return [blob, width, height];
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** One after the other: nine large pictures would be too much for a phone. */
function inTurn(work) {
  const turn = preparing = preparing.then(work).catch(ignored).then(() => {
    if (turn === preparing) endWorker();
  });
  return turn;
}

/** Some systems don't say what kind of file it is. */
const isPicture = ({ type }) => !type || type.startsWith("image/");

/** What is too large anyway is not read. */
const stripped = async (file) => [file.size > largestPicture ? file : await (await import(drawing)).stripped(file)];

/** What the browser can't read goes without what it says of its place: the server may know it. Where that can't be done, or a
    part of it was wanted, it doesn't go. Its size, whether the device has it, width and height. */
async function make(id, file, area) {
  if (!isPicture(file)) return [-2, 1, 0, 0];
  const made = isAnimated(file).then((isMoving) => (isMoving ? stripped(file) : smaller(file, area)));
  const [blob, width = 0, height = 0] = await within(60_000, made)
    .catch(() => (area ? [] : within(60_000, stripped(file)))).catch(() => []);
  if (!blob) return [-1, 1, 0, 0];
  if (blob.size > largestPicture) return [blob.size, 1, 0, 0];
  const bytes = await blob.arrayBuffer().catch(ignored);
  if (!bytes?.byteLength) return [-1, 1, 0, 0];
  const kept = { bytes, type: blob.type };
  const isKept = await withPictures("readwrite", (store) => store.put(kept, id)).then(() => 1, () => 0);
  if (!isKept) unkept.set(id, kept);
  return [bytes.byteLength, isKept, width, height];
}

const prepare = async (id, file, area) => {
  const [size, isKept, width, height] = await make(id, file, area);
  tell("prepared", id, size, isKept, width, height);
};

// Showing and sending them.

/** For the image cache: nothing of it gets into the store of images. */
async function showKept(url) {
  const controller = new AbortController();
  fetches.set(url, controller);
  const kept = await keptPicture(url.slice(keptAddress.length)).catch(ignored);
  if (fetches.get(url) !== controller) return;
  fetches.delete(url);
  if (kept) setBlob(url, blobOf(kept));
  if (kept) tell("imageFetched", url, 0, null, 1);
  else tell("imageFailed", url, 1);
}

/** How far a picture is, on a bar that may have been made since it was heard of. */
function showPart(bar) {
  const part = parts.get(bar.dataset.upload);
  if (part !== undefined) bar.value = part;
}

/** Of a form: its fields, name and text; or name, the id of a kept picture, and true. `id`: of the picture that it is for. */
async function sendForm(number, method, fields, url, token, id) {
  const request = new XMLHttpRequest(); // fetch tells nothing of what has been sent
  requests.set(number, request);
  const form = new FormData();
  for (const [name, value, isPicture] of fields) {
    const kept = isPicture && await keptPicture(value).catch(() => null);
    if (requests.get(number) !== request) return undefined;
    if (isPicture && !kept) {
      requests.delete(number);
      // null: the device's storage can't be read just now.
      return kept === null || !id ? tell("received", number, -1, "", null, null, null) : tell("prepared", id, -1, 1, 0, 0);
    }
    if (isPicture) form.append(name, blobOf(kept), "picture");
    else form.append(name, value);
  }
  let silence;
  const isAlive = (milliseconds = 30_000) => {
    clearTimeout(silence);
    silence = setTimeout(() => request.abort(), milliseconds); // one that hangs, as after a phone was put away
  };
  request.upload.onprogress = ({ loaded, total }) => {
    isAlive();
    parts.set(id, loaded / total);
    document.querySelectorAll("[data-upload]").forEach(showPart);
  };
  // The system has taken all of it, and may take long to bring it there.
  request.upload.onload = () => isAlive(120_000);
  request.onloadend = () => {
    clearTimeout(silence);
    parts.delete(id);
    const isOurs = requests.delete(number);
    if (isOurs) tell("received", number, request.status || -1, request.response ? new Uint8Array(request.response) : "", null, null, null);
  };
  request.open(method, url);
  request.responseType = "arraybuffer";
  request.setRequestHeader("authorization", `Bearer ${token}`);
  if (id) request.setRequestHeader("idempotency-key", id); // the server may have it, and its answer got lost
  request.send(form);
  return isAlive();
}

Object.assign(calls, {
  preparePicture: ["t", (id) => {
    const file = chosen.shift();
    navigator.storage?.persist?.().catch(ignored);
    remember(hasPictures, "1");
    const copied = copying = copying.then(() => copy(id, file)).catch(ignored);
    inTurn(() => copied.then(() => prepare(id, file)));
  }],
  cutPicture: ["ttffff", (id, part, ...area) => {
    inTurn(async () => {
      const kept = await storedPicture(id).catch(ignored);
      return prepare(part, kept ? blobOf(kept) : new Blob(), area);
    });
  }],
  removePictures: ["t", (prefix) => {
    for (const id of unkept.keys()) if (id.startsWith(prefix)) unkept.delete(id);
    withPictures("readwrite", (store) => store.delete(IDBKeyRange.bound(prefix, prefix + "\uffff"))).catch(ignored);
  }],
});

/** What is left of drafts that were thrown away when the app last ran: nothing that is remembered leads to it. */
async function sweepPictures() {
  if (!recalled(hasPictures)) return;
  const all = await withPictures("readonly", (store) => store.getAllKeys());
  const texts = remembered();
  for (const id of all) if (!texts.includes(`"${id}\\"`)) calls.removePictures[1](id);
  if (!all.length) remember(hasPictures, null);
}

/** What other programs shared with this one: the service worker keeps it until somebody is signed in who takes it. One page
    at a time: the page before may still be at it. */
async function takeShared() {
  if (location.search === "?not-kept") tell("notKept", "session shared draft");
  const shared = await caches.open("shared");
  const keys = await shared.keys();
  const forms = await Promise.all(keys.map(async (key) => (await shared.match(key)).formData()));
  const words = forms.flatMap((form) => ["title", "text", "url"].map((name) => form.get(name))).filter(Boolean).join("\n");
  if (!keys.length || !tell("shared", words)) return;
  pick(imagesOf({ files: forms.flatMap((form) => form.getAll("pictures")) }));
  await preparing;
  for (const key of keys) await shared.delete(key);
}

function listenToPictures() {
  sweepPictures().catch(ignored);
  whole.then(() => navigator.locks?.request("shared", takeShared) ?? takeShared()).catch(ignored);
  document.body.append(picker);
  picker.addEventListener("change", () => {
    pick(picker.files);
    copying.then(() => { picker.value = ""; });
  });
  addEventListener("paste", (event) => {
    const files = imagesOf(event.clipboardData);
    if (!files.length || event.clipboardData.types.includes("text/plain")) return;
    if (!picks() && event.target.matches?.("input, textarea")) return;
    event.preventDefault();
    pick(files);
  });
  // Without pictures: a long press.
  addEventListener("pointerdown", ({ target, button }) => {
    const control = target.closest?.("[data-pick][data-tap]");
    if (!control || button) return;
    let isHeld = false;
    const timer = setTimeout(() => {
      endsGesture = isHeld = true;
      tapped(control);
    }, 500);
    const stop = new AbortController();
    const { signal } = stop;
    // What the browser does of itself, to what lies under the finger by then, takes the focus away.
    const refocus = () => { if (isHeld) focus(top().element); };
    addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => {
      stop.abort();
      clearTimeout(timer);
      refocus();
      setTimeout(() => {
        endsGesture = false;
        refocus();
      }, 50);
    }, { signal });
  });
  addEventListener("contextmenu", (event) => { if (event.target.closest("[data-pick], [data-tile]")) event.preventDefault(); });
  listenToTiles();
}

// Changing their places: a finger that rested on one carries it, or a mouse that moved.

let carried; // { move: its tap without the place, finger, x, y: where it was taken, goes: it is on its way }

/** What is carried scrolls nothing. Asked from the beginning, and only where there are tiles: the browser has to wait for the
    answer. The window asks: what a part of a page asks, Chromium does not always hear. */
function holdsStill(event) {
  if (carried?.goes && event.cancelable) event.preventDefault();
}

function carry({ clientX, clientY }) {
  const [tile] = tiles();
  if (!tile) return;
  tile.classList.add("carried");
  tile.style.translate = `${clientX - carried.x}px ${clientY - carried.y}px`;
  const under = document.elementFromPoint(clientX, clientY)?.closest("[data-tile]");
  for (const other of tile.parentNode.children) other.classList.toggle("under", other === under);
}

/** The one that is carried, and where it would be put down. */
const tiles = () => [`[data-tile="${carried.move}"]`, ".tile.under"].map((selector) => top().element.querySelector(selector));

function putDown(event) {
  if (carried?.finger !== event.pointerId) return;
  clearTimeout(carried.timer);
  const [tile, under] = tiles();
  const { move, goes } = carried;
  carried = undefined;
  if (!tile || !goes) return;
  tile.style.translate = "";
  tile.classList.remove("carried");
  under?.classList.remove("under");
  endsGesture = true; // the click that follows opens nothing
  setTimeout(() => { endsGesture = false; }, 50);
  if (event.type === "pointerup" && under) tell("tapped", screenOf(tile), `${move}:${[...tile.parentNode.children].indexOf(under)}`);
}

function listenToTiles() {
  addEventListener("pointerdown", (event) => {
    const tile = event.target.closest?.("[data-tile]");
    if (!tile || event.button || carried || event.target.closest(".remove")) return;
    carried = { move: tile.dataset.tile, finger: event.pointerId, x: event.clientX, y: event.clientY, goes: false };
    if (event.pointerType === "mouse") return;
    carried.timer = setTimeout(() => {
      carried.goes = true;
      carry(event);
    }, 300);
  });
  addEventListener("pointermove", (event) => {
    if (carried?.finger !== event.pointerId) return;
    const isFar = Math.hypot(event.clientX - carried.x, event.clientY - carried.y) > 6;
    if (event.pointerType === "mouse" && isFar) carried.goes = true;
    if (carried.goes) carry(event);
    else if (isFar) putDown(event);
  });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, putDown);
  // By keys: to the place beside it, or above or below.
  addEventListener("keydown", (event) => {
    const tile = event.target.closest?.("[data-tile]");
    const isMirrored = document.documentElement.dir === "rtl";
    const step = { ArrowLeft: isMirrored ? 1 : -1, ArrowRight: isMirrored ? -1 : 1, ArrowUp: -3, ArrowDown: 3 }[event.key];
    if (!tile || !step || !event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tell("tapped", screenOf(tile), `${tile.dataset.tile}:${[...tile.parentNode.children].indexOf(tile) + step}`);
  }, true);
}
