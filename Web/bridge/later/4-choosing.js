// Choosing pictures: with the system's chooser, dropped, pasted, or shared by another app.

const picker = Object.assign(document.createElement("input"), { type: "file", multiple: true, hidden: true });
let chosen = []; // files that wait for the app to take them
let copying = Promise.resolve();

/** Reports chosen files. The app takes as many as it wants before this returns. */
function pick(files) {
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

/** Opens the chooser of the button. */
export function choose(button) {
  if (dismiss(button)) return;
  const isCamera = button.closest("[data-pick=camera]");
  Object.assign(picker, { accept: accepted(), capture: isCamera ? "environment" : "", multiple: !isCamera });
  if (!isCamera) picker.removeAttribute("capture");
  picker.click();
}

/** Takes dropped files: all pictures, or one other file. */
export function takeDropped(files) {
  const images = imagesOf({ files });
  if (images.length) pick(images);
  else files.slice(0, 1).forEach(passFile);
}

export function preparePicture(id) {
  const file = chosen.shift();
  navigator.storage?.persist?.().catch(ignored);
  remember(hasPictures, "1");
  const copied = copying = copying.then(() => copy(id, file)).catch(ignored);
  inTurn(() => copied.then(() => prepare(id, file)));
}

export function cutPicture(id, part, ...area) {
  inTurn(async () => {
    const stored = await storedPicture(id).catch(ignored);
    return prepare(part, stored ? blobOf(stored) : new Blob(), area);
  });
}

export function removePictures(prefix) {
  for (const id of unstored.keys()) if (id.startsWith(prefix)) unstored.delete(id);
  withPictures("readwrite", (store) => store.delete(IDBKeyRange.bound(prefix, prefix + "\uffff"))).catch(ignored);
}

/** Removes pictures of drafts that were discarded when the app last ran: no stored text names them. */
async function sweepPictures() {
  if (!recalled(hasPictures)) return;
  const all = await withPictures("readonly", (store) => store.getAllKeys());
  const texts = remembered();
  for (const id of all) if (!texts.includes(`"${id}\\"`)) removePictures(id);
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

/** `receiver`: the account of a notification whose address the page has opened. */
export function listen(receiver) {
  listenToTranslations();
  sweepPictures().catch(ignored);
  (navigator.locks?.request("shared", takeShared) ?? takeShared()).catch(ignored);
  takeTaps("", !!receiver);
  // A message to a page that the phone had stopped is lost.
  document.addEventListener("visibilitychange", () => document.hidden || takeTaps(""));
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
      isHeld = true;
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
      if (isHeld) endGesture();
      setTimeout(refocus, 50);
    }, { signal });
  });
  addEventListener("contextmenu", (event) => { if (event.target.closest("[data-pick], [data-tile]")) event.preventDefault(); });
  listenToStreams();
  listenToArrivals();
  listenToTiles();
  listenToTyping();
}
