// Draws chosen pictures anew: in a worker where workers can draw, else where it is imported (docs/decisions/0025). A file
// of its own, which is asked for with the first picture.

/** A JPEG of 16×8, black on the left and white on the right, that is to be turned by a quarter: black above white. */
const turned = "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABQb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/ABVm/9k=";

let turns; // whether the browser turns what it decodes

/** Decoded beside the page, at this width; of what is decoded, only the small copy stays. */
const decoded = (file, width) => createImageBitmap(file, { resizeWidth: width, resizeQuality: "high" });

/** What a phone sends within seconds. Only grain and leaves are heavier, and hide what the lower qualities take away. */
const light = 600_000; // bytes
const qualities = [0.82, 0.7, 0.6];

const encoded = (canvas, { type, quality }) => (canvas.convertToBlob
  ? canvas.convertToBlob({ type, quality })
  : new Promise((done, fail) => canvas.toBlob((made) => (made ? done(made) : fail()), type, quality)));

/** Its context, when it has that size. */
function sized(canvas, width, height) {
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  return context;
}

/** Safari before 17 turned some pictures, cut off others, and left others as they lay. */
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
  // Browsers that hide what device it is give back something else.
  if (green(12, 8) !== 0x34) throw new Error("The canvas is not to be trusted.");
  return green(4, 4) < 64 && green(4, 12) > 192;
}

/** Part of a picture as a JPEG without metadata, turned as it is to be seen. `full`: width and height at which all of it
    would be drawn; `part`: left, top, width and height of what is wanted. `image`: shows it, where there is a document.
    null: it can't be done without. */
export async function draw(file, [fullWidth, fullHeight], [left, top, width, height], canvas, image) {
  turns ??= await canTurn(canvas);
  const bitmap = turns && await decoded(file, fullWidth).catch(() => {});
  try {
    const source = bitmap || image;
    if (!source) return null;
    const context = sized(canvas, width, height);
    context.fillStyle = "#fff"; // JPEG has no transparency
    context.fillRect(0, 0, width, height);
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

if (!globalThis.document) onmessage = async ({ data }) => {
  let made = null;
  try {
    made = await draw(...data, new OffscreenCanvas(1, 1));
  } catch { /* The page does it. */ }
  postMessage(made);
};
