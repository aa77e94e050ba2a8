// Translations by the browser itself (Translator and Language Detector API): no text leaves the device, and nothing is
// stored. The row of a post's menu holds the text, and the block that shows under it in every list. That is here, not in
// the app: only the browser knows the language, and the block outlives the menu.

const translations = new Map(); // the end of the post's taps -> its block, its state, and its homes: screen -> the text there

/** Returns the name that translation models have for a language: without region and script, but for Chinese. */
const modelOf = (tag) => /^zh-(hant|tw|hk|mo)/i.test(tag) ? "zh-Hant" : tag.split("-", 1)[0].toLowerCase();

/** Returns the elements with the text of a post. */
function textsOf(id) {
  const tap = CSS.escape(id);
  return [...document.querySelectorAll(`[data-tap="options${tap}"], [data-tap="menu${tap}"]`)].flatMap((button) => {
    const text = button.closest("li, .moments-post, .post")?.querySelector(":scope > bdi, .text, .words");
    return text ? [text] : []; // none behind a warning
  });
}

const homeOf = (text) => text.closest("[data-screen]");

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text; // each change would wake the observer
}

/** Shows the translations under their texts: cells that were rendered anew lack them. Forgets those whose screens have
    closed, and those whose author has changed the text. */
function showTranslations() {
  for (const [id, { block, state, text, caption, homes }] of translations) {
    const texts = textsOf(id);
    if (texts.some((one) => (homes.get(homeOf(one)) ?? one.textContent) !== one.textContent)) {
      remove(id);
      continue;
    }
    for (const one of texts) {
      homes.set(homeOf(one), one.textContent);
      const end = one.nextElementSibling?.matches(".fold") ? one.nextElementSibling : one;
      let copy = end.nextElementSibling;
      if (!copy?.matches(".translation")) end.after(copy = block.cloneNode(true));
      setText(copy.querySelector(".translated"), text);
      for (const span of copy.querySelectorAll(".caption > span")) {
        span.hidden = !span.matches(`.translation-${state}`);
        if (!span.hidden && caption) setText(span, caption);
      }
    }
    if (homes.size && ![...homes.keys()].some((home) => home?.isConnected)) forget(id);
  }
}
const rendered = new MutationObserver(showTranslations);

function forget(id) {
  translations.get(id)?.abort.abort();
  translations.delete(id);
  if (!translations.size) rendered.disconnect();
}

function remove(id) {
  forget(id);
  for (const block of blocksOf(id)) block.remove();
}

function nameOf(language, reader) {
  return new Intl.DisplayNames([reader], { type: "language", fallback: "code" }).of(language);
}

async function detected(text, signal) {
  if (!("LanguageDetector" in self)) return undefined;
  const detector = await LanguageDetector.create({ signal });
  const [found] = await detector.detect(text, { signal });
  detector.destroy?.();
  return found?.detectedLanguage === "und" ? undefined : found?.detectedLanguage;
}

/** Translates the text of a row into the language of the app. */
async function translate(row) {
  const { translate: id, text, from } = row.dataset;
  const reader = document.documentElement.lang;
  const block = row.querySelector("template").content.firstElementChild;
  block.dataset.translation = id;
  block.querySelector(".translated").lang = reader;
  for (const old of blocksOf(id)) old.remove();
  translations.get(id)?.abort.abort();
  const abort = new AbortController();
  const { signal } = abort;
  const shown = { block, abort, homes: new Map(), text: "" };
  const caption = (state) => block.querySelector(`.translation-${state}`).textContent;
  const show = (state, change) => {
    if (signal.aborted) return;
    Object.assign(shown, { state, caption: undefined }, change);
    showTranslations();
  };
  translations.set(id, shown);
  rendered.observe(document.querySelector("main"), { childList: true, subtree: true });
  show("waits");
  try {
    const language = from || await detected(text, signal);
    if (!language || modelOf(language) === modelOf(reader)) return show("missing");
    const pair = { sourceLanguage: modelOf(language), targetLanguage: modelOf(reader) };
    if (await Translator.availability(pair) === "unavailable") return show("missing");
    const percent = new Intl.NumberFormat(reader, { style: "percent" });
    const monitor = (model) => model.addEventListener("downloadprogress", ({ loaded }) => {
      show("waits", { caption: `${caption("waits")} ${percent.format(loaded)}` });
    });
    const translator = await Translator.create({ ...pair, signal, monitor });
    const translated = await translator.translate(text, { signal });
    translator.destroy?.();
    const source = caption("done").replace("{0}", () => nameOf(language, reader));
    show("done", { text: translated, caption: source });
    if (!signal.aborted) announce(`${source}. ${translated}`);
  } catch (error) {
    if (signal.aborted) return;
    console.warn("The text can't be translated:", error);
    show("failed");
  }
}

const blocksOf = (id) => document.querySelectorAll(`.translation[data-translation="${CSS.escape(id)}"]`);

function hideTranslation(button, isByKey) {
  const { translation } = button.closest(".translation").dataset;
  const tap = CSS.escape(translation);
  const menu = button.closest("[data-key]")?.querySelector(`[data-tap="options${tap}"], [data-tap="menu${tap}"]`);
  remove(translation);
  if (isByKey) menu?.focus({ preventScroll: true });
}

function listenToTranslations() {
  document.documentElement.classList.toggle("translates", "Translator" in self);
  // After the bridge's own listener, which stops clicks that aren't meant.
  addEventListener("click", (event) => {
    if (event.defaultPrevented || !event.target.closest) return;
    const hides = event.target.closest(".translation button");
    if (hides) hideTranslation(hides, !event.detail);
    const row = event.target.closest("[data-translate]");
    if (!row) return;
    translate(row); // at once: models may only be loaded after a tap
    dismiss(null);
  }, true);
}
