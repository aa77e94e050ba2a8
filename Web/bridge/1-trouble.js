// When the app can't start, or stops: the page has a banner that says so (`Document.trouble`), and what is typed is kept.

const trouble = document.querySelector(".trouble");
if (trouble) trouble.hidden = true; // from here on we say when it shows
trouble?.querySelector("a").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});

/** `kind`: "start", "stopped", "waits" (the style sheet knows them), or null: all is well. */
function showTrouble(kind) {
  if (!trouble || isStopped && kind !== "stopped") return;
  if (kind) document.documentElement.dataset.trouble = kind;
  else delete document.documentElement.dataset.trouble;
  trouble.hidden = !kind;
}

function stop(name, error) {
  isStopped = true;
  document.documentElement.dataset.app = "stopped";
  console.error(`The app has stopped in ${name}:`, error);
  showTrouble("stopped");
  keepTyped();
}

/** The app does not begin; it still may, if only its files are slow. A page that needs no app has no banner. */
function notStarted(error) {
  if (isStopped) return;
  if (error) console.error("The app could not start; the page works without it.", error);
  showTrouble("start");
  keepTyped();
  addEventListener("input", keepTyped);
}

function started() {
  showTrouble(null);
  removeEventListener("input", keepTyped);
  document.documentElement.dataset.app = "running";
  giveBack(main);
}

// What was typed and the app has not heard of. The tab keeps it, and gives it back to the field that is as the app knew it
// then. Not to the draft: a text that stopped the app could stop it at each start.

const unheard = "typed"; // in the tab: [path, name of the field, text that the app knew, text]
const heard = new WeakMap(); // field -> its text as the app knows it
let lost = JSON.parse(inTab(unheard) ?? "[]");

const fieldsOf = (element) => [...element.querySelectorAll("input[data-input], textarea[data-input]")];
const heardOf = (field) => heard.get(field) ?? field.defaultValue;
const keepLost = (all) => keepInTab(unheard, all.length ? JSON.stringify(all) : null);

function keepTyped() {
  const typed = fieldsOf(main).filter((field) => field.value !== heardOf(field));
  keepLost([...lost, ...typed.map((field) => [location.pathname, field.dataset.input, heardOf(field), field.value])]);
}

/** Fields that came: what belongs to one of them, and what was typed before the app ran. */
function giveBack(element) {
  for (const field of fieldsOf(element)) {
    // Some browsers fill in by themselves what was there before a reload.
    const at = lost.findIndex(([path, name, ...texts]) =>
      path === location.pathname && name === field.dataset.input && texts.includes(field.value));
    if (at >= 0) field.value = lost.splice(at, 1)[0][3];
    if (field.value === heardOf(field)) continue;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (at >= 0 && !isStopped) keepLost(lost);
  }
}
