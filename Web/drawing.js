// Redraws chosen pictures: in a worker if workers can draw, else where it is imported (docs/decisions/0025).
// It is a file of its own, which is loaded with the first picture.

/** A JPEG of 16×8, black on the left and white on the right, that has to be turned by a quarter: black above
    white. */
const turned = "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABQb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/ABVm/9k=";

let turns; // true if the browser turns what it decodes

/** Decodes outside of the page's thread, at this width; only the small copy is kept. */
const decoded = (file, width) => createImageBitmap(file, { resizeWidth: width, resizeQuality: "high" });

/** The size that a phone uploads within seconds. Only grain and leaves take more, and they hide the loss of the lower
    qualities. */
const light = 600_000; // bytes
const qualities = [0.82, 0.7, 0.6];

const encoded = (canvas, { type, quality }) => (canvas.convertToBlob
  ? canvas.convertToBlob({ type, quality })
  : new Promise((done, fail) => canvas.toBlob((made) => (made ? done(made) : fail()), type, quality)));

/** Returns the canvas's context after setting its size. */
function sized(canvas, width, height) {
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  return context;
}

/** Returns true if the browser turns pictures correctly. Safari before 17 turned some pictures, cut off others, and
    left others as they were. */
async function canTurn(canvas) {
  const bytes = Uint8Array.from(atob(turned), (letter) => letter.charCodeAt(0));
  const bitmap = await decoded(new Blob([bytes], { type: "image/jpeg" }), 8);
  const context = sized(canvas, 16, 16);
  context.fillStyle = "#123456";
  context.fillRect(8, 0, 8, 16);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, 16, 16);
  const green = (x, y) => data[(16 * y + x) * 4 + 1];
  // Browsers that protect against fingerprinting return something else.
  if (green(12, 8) !== 0x34) throw new Error("The canvas is not to be trusted.");
  return green(4, 4) < 64 && green(4, 12) > 192;
}

/** Returns a part of a picture as an upright JPEG without metadata. `full`: width and height at which the whole would
    be drawn. `part`: left, top, width and height of the part, which may be larger than the picture. `image`: an element
    that shows the file, in a document. null if this isn't possible without one. */
export async function draw(file, [fullWidth, fullHeight], [left, top, width, height], canvas, image) {
  turns ??= await canTurn(canvas);
  const bitmap = turns && await decoded(file, fullWidth).catch(() => {});
  try {
    const source = bitmap || image;
    if (!source) return null;
    const context = sized(canvas, width, height);
    context.fillStyle = "#fff"; // JPEG has no transparency
    context.fillRect(0, 0, width, height);
    if (left < -1 || top < -1) {
      // The colours of a long cover fill the rest: a few pixels of it, stretched. Those at the edge are left out, because
      // pixels beside the part that is stretched have an influence on it.
      context.drawImage(source, 0, 0, 6, 6);
      context.drawImage(context.canvas, 1, 1, 4, 4, 0, 0, width, height);
    }
    context.drawImage(source, -left, -top, fullWidth, fullHeight);
    let blob;
    for (const quality of qualities) {
      blob = await encoded(canvas, { type: "image/jpeg", quality });
      if (blob.size <= light) break;
    }
    return blob;
  } finally {
    bitmap?.close?.();
    sized(canvas, 1, 1);
  }
}

// A file that can't be drawn is uploaded without its location, or not at all.

const text = (bytes, from, length) => String.fromCharCode(...bytes.subarray(from, from + length));
const number = (bytes, at, length, little) => {
  const part = [...bytes.subarray(at, at + length)];
  if (part.length < length) throw new Error("It is cut off.");
  return (little ? part.reverse() : part).reduce((sum, byte) => sum * 256 + byte, 0);
};

/** Metadata that say only how to turn a picture (Exif 2.32, tag 0x0112). */
const turning = (turn) => [
  0xFF, 0xE1, 0, 34, ...[..."Exif\0\0MM\0*"].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 8,
  0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0,
];

function turnOf(bytes, tiff) {
  const little = bytes[tiff] === 0x49;
  const first = tiff + number(bytes, tiff + 4, 4, little);
  for (let at = first + 2, left = number(bytes, first, 2, little); left > 0; at += 12, left--) {
    if (number(bytes, at, 2, little) === 0x112) return number(bytes, at + 8, 2, little);
  }
  return 1;
}

/** Returns the segments without metadata and without data after the picture (ITU T.81, annex B). JFIF, colour
    profiles and Adobe's marker stay. */
function strippedJPEG(bytes) {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; ;) {
    const [marker, start] = [bytes[at + 1], at];
    if (bytes[at] !== 0xFF) throw new Error("It is no JPEG.");
    if (marker === 0xFF) { at++; continue; }
    if (marker === 0xD9) return [...kept, bytes.subarray(at, at + 2)];
    at += 2 + number(bytes, at + 2, 2);
    const isExif = marker === 0xE1 && text(bytes, start + 4, 4) === "Exif";
    const turn = isExif ? turnOf(bytes, start + 10) : 1;
    if (turn > 1 && turn < 9) kept.push(new Uint8Array(turning(turn)));
    // Skips the data between the scan's beginning and the next marker.
    if (marker === 0xDA) while (bytes[at] !== 0xFF || !bytes[at + 1] || bytes[at + 1] >= 0xD0 && bytes[at + 1] <= 0xD7) {
      if (at++ >= bytes.length) throw new Error("It is cut off.");
    }
    const stays = marker <= 0xE0 || marker === 0xEE || marker === 0xE2 && text(bytes, start + 4, 4) === "ICC_";
    if (stays) kept.push(bytes.subarray(start, at));
  }
}

/** Returns the chunks without text and metadata, up to the last (PNG, third edition, section 11). */
function strippedPNG(bytes) {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; ;) {
    const [start, kind] = [at, text(bytes, at + 4, 4)];
    at += 12 + number(bytes, at, 4);
    if (at > bytes.length) throw new Error("It is cut off.");
    if (!/^(eXIf|tEXt|zTXt|iTXt|tIME)$/.test(kind)) kept.push(bytes.subarray(start, at));
    if (kind === "IEND") return kept;
  }
}

/** Returns the chunks without metadata, and a header that says so (RFC 9649, section 2.7). */
function strippedWebP(bytes) {
  const kept = [];
  const end = Math.min(bytes.length, 8 + number(bytes, 4, 4, true));
  for (let at = 12; at < end;) {
    const [start, kind] = [at, text(bytes, at, 4)];
    at += 8 + number(bytes, at + 4, 4, true);
    at += at % 2;
    const chunk = bytes.slice(start, at);
    if (kind === "VP8X") chunk[8] &= ~0x0C;
    if (kind !== "EXIF" && kind !== "XMP ") kept.push(chunk);
  }
  const head = bytes.slice(0, 12);
  new DataView(head.buffer).setUint32(4, 4 + kept.reduce((sum, { length }) => sum + length, 0), true);
  return [head, ...kept];
}

/** Returns the blocks without XMP, up to the last (GIF89a; XMP part 3, section 1.1.2). */
function strippedGIF(bytes) {
  const table = (flags) => (flags & 0x80 ? 3 << (flags & 7) + 1 : 0);
  let at = 13 + table(bytes[10]);
  const kept = [bytes.subarray(0, at)];
  while (at < bytes.length && bytes[at] !== 0x3B) {
    const start = at;
    if (bytes[at] === 0x2C) at += 11 + table(bytes[at + 9]);
    else if (bytes[at] === 0x21) at += 2;
    else throw new Error("It is no GIF.");
    while (number(bytes, at, 1)) at += 1 + bytes[at];
    at++;
    if (text(bytes, start, 14) !== "!\xFF\x0BXMP DataXMP") kept.push(bytes.subarray(start, at));
  }
  return [...kept, bytes.subarray(at, at + 1)];
}

/** Returns the boxes from `at` to `end`: kind, and the beginning and end of the content (ISO 14496-12, section
    4.2). */
function boxes(bytes, at, end) {
  const found = [];
  while (at < end) {
    const size = number(bytes, at, 4);
    const isLong = size === 1;
    const next = size ? at + (isLong ? number(bytes, at + 8, 8) : size) : end;
    if (next > end || next < at + 8) throw new Error("It is cut off.");
    found.push([text(bytes, at + 4, 4), at + (isLong ? 16 : 8), next]);
    at = next;
  }
  return found;
}

/** Returns the picture with zeros in place of its metadata, which are items of their own (ISO 23008-12, annex A; ISO
    14496-12, section 8.11). */
function strippedHEIF(bytes) {
  const made = bytes.slice();
  const outer = boxes(bytes, 0, bytes.length);
  const [, start, end] = outer.find(([kind]) => kind === "meta");
  for (const [kind, at, next] of outer) {
    if (kind === "moov") throw new Error("It is a film.");
    if (/^(ftyp|meta|mdat)$/.test(kind)) continue;
    made.fill(0, at, next); // an appended video, data of the phone's maker
  }
  const inner = boxes(bytes, start + 4, end);
  const [[, items, itemsEnd], [, places], data] = ["iinf", "iloc", "idat"].map((name) => inner.find(([kind]) => kind === name));
  const [told, removed] = [new Set(), new Set()]; // the numbers of the metadata items, and of the removed ones
  for (const [kind, at] of boxes(bytes, items + (bytes[items] ? 8 : 6), itemsEnd)) {
    if (kind !== "infe" || bytes[at] < 2) throw new Error("Its items are unknown.");
    const wide = bytes[at] > 2 ? 4 : 2;
    if (/^(Exif|mime|uri )$/.test(text(bytes, at + 6 + wide, 4))) told.add(number(bytes, at + 4, wide));
  }
  const version = bytes[places];
  const sizes = number(bytes, places + 4, 2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => sizes >> shift & 15);
  const wide = version < 2 ? 2 : 4;
  let at = places + 6;
  const next = (length) => number(bytes, (at += length) - length, length);
  for (let count = next(wide); count > 0; count--) {
    const item = next(wide);
    const method = version ? next(2) & 15 : 0;
    const from = next(2);
    const base = next(baseSize);
    for (let extents = next(2); extents > 0; extents--) {
      if (version) next(indexSize);
      const [offset, length] = [next(offsetSize), next(lengthSize)];
      if (!told.has(item)) continue;
      if (method > 1 || from || !length) throw new Error("Its metadata are elsewhere.");
      const place = base + offset + (method ? data[1] : 0);
      made.fill(0, place, place + length);
      removed.add(item);
    }
  }
  if (removed.size < told.size) throw new Error("Its metadata are elsewhere.");
  return [made];
}

/** Returns a file without the data on where and with what it was made. Fails if that can't be separated from the
    picture. */
export async function stripped(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const head = text(bytes, 0, 12);
  const strip = head.startsWith("\xFF\xD8") ? strippedJPEG : head.startsWith("\x89PNG") ? strippedPNG
    : head.startsWith("GIF8") ? strippedGIF : head.startsWith("RIFF") && head.endsWith("WEBP") ? strippedWebP
      : head.slice(4, 8) === "ftyp" ? strippedHEIF : null;
  if (!strip) throw new Error("Nobody knows what it says.");
  return new Blob(strip(bytes), { type: file.type });
}

if (!globalThis.document) onmessage = async ({ data }) => {
  let made = null;
  try {
    made = await draw(...data, new OffscreenCanvas(1, 1));
  } catch { /* The page does it. */ }
  postMessage(made);
};
