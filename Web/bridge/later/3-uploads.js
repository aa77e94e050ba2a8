// Showing stored pictures, and sending them.

const parts = new Map(); // id -> the uploaded part of a picture, from 0 to 1

/** Loads a picture for the image cache; it isn't put into the store of images. */
export async function showStored(url, controller) {
  const stored = await preparedPicture(url.slice("/.picture/".length)).catch(ignored);
  if (fetches.get(url) !== controller) return;
  fetches.delete(url);
  if (stored) setBlob(url, blobOf(stored));
  if (stored) report("imageFetched", url, 0, null, 1);
  else report("imageFailed", url, 1);
}

/** Shows the upload's progress on a bar, even one that was added later. */
export function showPart(bar) {
  const part = parts.get(bar.dataset.upload);
  if (part !== undefined) bar.value = part;
}

/** Sends a form. `fields`: name and text, or name, the id of a stored picture, and true. `id`: the picture that it
    belongs to. */
export async function sendForm(number, method, fields, url, token, id) {
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
