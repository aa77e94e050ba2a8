// Pictures that the viewer chose: they are made smaller, stored in IndexedDB until they are posted or
// discarded, and uploaded.

const longestSide = 2048; // px
const largestPicture = 16_000_000; // bytes: the servers' limit
const storedAddress = "/.picture/"; // the address of a stored picture in markup
const picker = Object.assign(document.createElement("input"), { type: "file", multiple: true, hidden: true });
const unstored = new Map(); // id -> a picture that the device had no room for
let chosen = []; // files that wait for the app to take them
const hasPictures = "pictures"; // the memory key that is set while the device stores pictures
let copying = Promise.resolve();
let preparing = Promise.resolve();
const parts = new Map(); // id -> the uploaded part of a picture, from 0 to 1
const largestCopy = 30_000_000; // bytes: larger files are not stored before they are made smaller

/** Reports chosen files. The app takes as many as it wants before this returns. */
function pick(files) {
  if (!isComplete) return void whole.then(() => pick(files));
  chosen = [...files];
  if (chosen.length) report("picked", chosen.length);
  chosen = [];
}

/** Returns the types for the file chooser. Chrome on Android 14 and later offers pictures without a camera if only
    pictures are accepted. An unknown type makes it offer both (crbug.com/40937303). Beside a camera button, pictures
    alone are better. */
const accepted = () => top()?.element.querySelector("[data-pick=camera]") || !/Android(?!.*Firefox)/.test(navigator.userAgent)
  ? "image/*" : "image/*,android/allowCamera";

const picks = () => top()?.element.querySelector("[data-pick]");
/** Returns the pictures among the files. Some systems don't report the type of phones' pictures. */
const imagesOf = ({ files }) =>
  [...files].filter(({ type, name }) => type?.startsWith("image/") || !type && /\.(heic|heif|avif|jpe?g|png|webp|gif)$/i.test(name));

/** Fails if the promise takes longer: a hanging one reports nothing, and the next picture waits for it. */
const within = (milliseconds, promise) => new Promise((done, fail) => {
  const timer = setTimeout(fail, milliseconds, new Error("It hangs."));
  promise.then(done, fail).finally(() => clearTimeout(timer));
});

// The device's storage. WebKit keeps bytes, and loses blobs.

let opening; // the database; undefined if not opened, or lost

function database() {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open("swiftlet", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("pictures");
    request.onerror = () => fail(request.error);
    request.onsuccess = () => done(request.result);
  });
  return opening;
}

/** Returns the result of `work(store)`, once it is on the device. A lost connection, as happens on phones, is opened
    anew. */
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

const storedPicture = async (id) => unstored.get(id) ?? await withPictures("readonly", (store) => store.get(id));
const blobOf = ({ bytes, type }) => new Blob([bytes], { type });

/** Returns a picture as it is uploaded and shown. One that was only copied when the page ended is made smaller
    first. */
async function preparedPicture(id) {
  const stored = await storedPicture(id);
  if (!stored?.isWhole) return stored;
  await inTurn(async () => {
    const whole = await storedPicture(id);
    if (whole?.isWhole) await make(id, blobOf(whole));
  });
  const made = await storedPicture(id);
  return made?.isWhole ? undefined : made; // the original would reveal where it was taken
}

/** Stores the bytes of a chosen file before it is processed. A phone's file may be a temporary copy, or the only
    one. */
async function copy(id, file) {
  if (file.size > largestCopy || !isPicture(file)) return;
  const stored = { bytes: await file.arrayBuffer(), type: file.type, isWhole: true };
  await withPictures("readwrite", (store) => store.put(stored, id), 1);
}

// Making pictures smaller.

/** Returns true if the file is animated: it can't be redrawn. */
async function isAnimated(file) {
  const bytes = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  const head = String.fromCharCode(...bytes);
  return head.startsWith("GIF8") || head.slice(8, 16) === "WEBPVP8X" && Boolean(bytes[20] & 2);
}

const drawing = "__DRAWING__"; // the address of Web/drawing.js
let worker; // draws outside of the page's thread while there is something to draw

const endWorker = () => { worker = worker?.terminate(); };

/** Returns the result of `draw`; null if workers can't draw it. */
const drawnBeside = (...job) => new Promise((done) => {
  worker ??= new Worker(drawing, { type: "module" });
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = () => {
    worker = undefined;
    done(null);
  };
  worker.postMessage(job);
});

/** Returns a JPEG without metadata, in its upright orientation, with its width and height. `area`: only this part, in
    fractions of both. Fails if the browser can't read the file. */
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

/** Runs one at a time: nine large pictures would be too much for a phone. */
function inTurn(work) {
  const turn = preparing = preparing.then(work).catch(ignored).then(() => {
    if (turn === preparing) endWorker();
  });
  return turn;
}

/** Some systems don't report the type of a file. */
const isPicture = ({ type }) => !type || type.startsWith("image/");

/** A file over the limit isn't read. */
const stripped = async (file) => [file.size > largestPicture ? file : await (await import(drawing)).stripped(file)];

/** Makes and stores a picture; returns its size, whether the device has it, width and height. A file that the browser
    can't read is uploaded without its location, because the server may know its format. If the location can't be
    removed, or a part was wanted, it fails. */
async function make(id, file, area) {
  if (!isPicture(file)) return [-2, 1, 0, 0];
  const made = isAnimated(file).then((isMoving) => (isMoving ? stripped(file) : smaller(file, area)));
  const [blob, width = 0, height = 0] = await within(60_000, made)
    .catch(() => (area ? [] : within(60_000, stripped(file)))).catch(() => []);
  if (!blob) return [-1, 1, 0, 0];
  if (blob.size > largestPicture) return [blob.size, 1, 0, 0];
  const bytes = await blob.arrayBuffer().catch(ignored);
  if (!bytes?.byteLength) return [-1, 1, 0, 0];
  const stored = { bytes, type: blob.type };
  const isStored = await withPictures("readwrite", (store) => store.put(stored, id)).then(() => 1, () => 0);
  if (!isStored) unstored.set(id, stored);
  return [bytes.byteLength, isStored, width, height];
}

const prepare = async (id, file, area) => {
  const [size, isStored, width, height] = await make(id, file, area);
  report("prepared", id, size, isStored, width, height);
};

// Showing and uploading pictures.

/** Loads a picture for the image cache; it isn't put into the store of images. */
async function showStored(url) {
  const controller = new AbortController();
  fetches.set(url, controller);
  const stored = await preparedPicture(url.slice(storedAddress.length)).catch(ignored);
  if (fetches.get(url) !== controller) return;
  fetches.delete(url);
  if (stored) setBlob(url, blobOf(stored));
  if (stored) report("imageFetched", url, 0, null, 1);
  else report("imageFailed", url, 1);
}

/** Shows the upload's progress on a bar, even one that was added later. */
function showPart(bar) {
  const part = parts.get(bar.dataset.upload);
  if (part !== undefined) bar.value = part;
}

/** Sends a form. `fields`: name and text, or name, the id of a stored picture, and true. `id`: the picture that it
    belongs to. */
async function sendForm(number, method, fields, url, token, id) {
  const request = new XMLHttpRequest(); // fetch doesn't report upload progress
  requests.set(number, request);
  const form = new FormData();
  for (const [name, value, isPicture] of fields) {
    const stored = isPicture && await preparedPicture(value).catch(() => null);
    if (requests.get(number) !== request) return undefined;
    if (isPicture && !stored) {
      requests.delete(number);
      // null: the device's storage can't be read just now.
      return stored === null || !id ? report("received", number, -1, "", null, null) : report("prepared", id, -1, 1, 0, 0);
    }
    if (isPicture) form.append(name, blobOf(stored), "picture");
    else form.append(name, value);
  }
  let silence;
  const isAlive = (milliseconds = 30_000) => {
    clearTimeout(silence);
    silence = setTimeout(() => request.abort(), milliseconds); // the upload hangs, as after a phone was put away
  };
  request.upload.onprogress = ({ loaded, total }) => {
    isAlive();
    parts.set(id, loaded / total);
    document.querySelectorAll("[data-upload]").forEach(showPart);
  };
  // The system has taken all of it, and may take long to deliver it.
  request.upload.onload = () => isAlive(120_000);
  request.onloadend = () => {
    clearTimeout(silence);
    parts.delete(id);
    const isOurs = requests.delete(number);
    if (isOurs) report("received", number, request.status || -1, request.response ? new Uint8Array(request.response) : "", null, null);
  };
  request.open(method, url);
  request.responseType = "arraybuffer";
  request.setRequestHeader("authorization", `Bearer ${token}`);
  if (id) request.setRequestHeader("idempotency-key", id); // the server may have it already if its response got lost
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
      const stored = await storedPicture(id).catch(ignored);
      return prepare(part, stored ? blobOf(stored) : new Blob(), area);
    });
  }],
  removePictures: ["t", (prefix) => {
    for (const id of unstored.keys()) if (id.startsWith(prefix)) unstored.delete(id);
    withPictures("readwrite", (store) => store.delete(IDBKeyRange.bound(prefix, prefix + "\uffff"))).catch(ignored);
  }],
});

/** Removes pictures of drafts that were discarded when the app last ran: no stored text names them. */
async function sweepPictures() {
  if (!recalled(hasPictures)) return;
  const all = await withPictures("readonly", (store) => store.getAllKeys());
  const texts = remembered();
  for (const id of all) if (!texts.includes(`"${id}\\"`)) calls.removePictures[1](id);
  if (!all.length) remember(hasPictures, null);
}

/** Takes what other apps have shared. The service worker stores it until a signed-in viewer takes it. Only one page
    takes it at a time, because the previous page may still be doing so. */
async function takeShared() {
  if (location.search === "?not-kept") report("notStored", "session shared draft");
  const shared = await caches.open("shared");
  const keys = await shared.keys();
  const forms = await Promise.all(keys.map(async (key) => (await shared.match(key)).formData()));
  const words = forms.flatMap((form) => ["title", "text", "url"].map((name) => form.get(name))).filter(Boolean).join("\n");
  if (!keys.length || !report("shared", words)) return;
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
  // A long press opens the composer without pictures.
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
    // After the press the browser moves the focus to the element under the finger; this moves it back.
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

// Reordering: a finger carries the picture that it rested on, a mouse one that it moved.

let carried; // { move: its tap without the position, finger, x, y: the starting point, goes: true while it is moving }

/** Prevents scrolling while a picture is carried. It listens from the beginning, and only where there are tiles,
    because the browser has to wait for it. It listens on the window, because Chromium doesn't always call listeners
    on a part of the page. */
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

/** Returns the carried tile, and the one where it would be put down. */
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
  endsGesture = true; // the following click opens nothing
  setTimeout(() => { endsGesture = false; }, 50);
  if (event.type === "pointerup" && under) report("tapped", screenOf(tile), `${move}:${[...tile.parentNode.children].indexOf(under)}`);
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
  addEventListener("keydown", (event) => {
    const tile = event.target.closest?.("[data-tile]");
    const key = keyNumbers[event.key];
    if (!tile || !key || !event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    report("tileKey", screenOf(tile), tile.dataset.tile, key);
  }, true);
}
