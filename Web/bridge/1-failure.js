// Failures of the app to start or to keep running: the page shows a banner (`Document.failureBanner`), and
// stores the typed text.

const failureBanner = document.querySelector(".failure-banner");
if (failureBanner) failureBanner.hidden = true; // from here on the bridge decides when it shows
failureBanner?.querySelector("a").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});

/** Shows the banner. `kind`: "start", "stopped", "waits" (the style sheet knows them), or null to hide it. */
function showFailure(kind) {
  if (!failureBanner || isStopped && kind !== "stopped") return;
  if (kind) document.documentElement.dataset.failure = kind;
  else delete document.documentElement.dataset.failure;
  failureBanner.hidden = !kind;
}

function stop(name, error) {
  isStopped = true;
  document.documentElement.dataset.app = "stopped";
  console.error(`The app has stopped in ${name}:`, error);
  showFailure("stopped");
  storeTyped();
}

/** Reports that the app has not started. It still may, if only its files are slow. A page that needs no app has no
    banner. */
function notStarted(error) {
  if (isStopped) return;
  if (error) console.error("The app could not start; the page works without it.", error);
  showFailure("start");
  storeTyped();
  addEventListener("input", storeTyped);
}

function started() {
  showFailure(null);
  removeEventListener("input", storeTyped);
  document.documentElement.dataset.app = "running";
  restoreTyped(main);
}

// Typed text that the app has not received. The tab stores it and restores it into a field that still has the
// text that the app knew. It isn't stored in the draft: a text that stopped the app could stop it at each
// start.

const unreportedKey = "typed"; // the tab's key; the value is [path, name of the field, text that the app knew, text]
const reportedTexts = new WeakMap(); // field -> its text as the app knows it
let lost = JSON.parse(inTab(unreportedKey) ?? "[]");

const fieldsOf = (element) => [...element.querySelectorAll("input[data-input], textarea[data-input]")];
const reportedText = (field) => reportedTexts.get(field) ?? field.defaultValue;
const storeLost = (all) => storeInTab(unreportedKey, all.length ? JSON.stringify(all) : null);

function storeTyped() {
  const typed = fieldsOf(main).filter((field) => field.value !== reportedText(field));
  storeLost([...lost, ...typed.map((field) => [location.pathname, field.dataset.input, reportedText(field), field.value])]);
}

/** Restores the text of new fields, and reports text that was typed before the app ran. */
function restoreTyped(element) {
  for (const field of fieldsOf(element)) {
    // Some browsers restore the fields themselves after a reload.
    const at = lost.findIndex(([path, name, ...texts]) =>
      path === location.pathname && name === field.dataset.input && texts.includes(field.value));
    if (at >= 0) field.value = lost.splice(at, 1)[0][3];
    if (field.value === reportedText(field)) continue;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (at >= 0 && !isStopped) storeLost(lost);
  }
}
