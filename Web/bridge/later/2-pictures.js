// Chosen pictures: they are made smaller, and stored in IndexedDB until they are posted or discarded.

const longestSide = 2048; // px
const largestPicture = 16_000_000; // bytes: the servers' limit
const unstored = new Map(); // id -> a picture that the device had no room for
const hasPictures = "pictures"; // the memory key that is set while the device stores pictures
let preparing = Promise.resolve();
const largestCopy = 30_000_000; // bytes: larger files are not stored before they are made smaller

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
