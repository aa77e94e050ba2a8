// The panel of emoji under a field, in the place of the on-screen keyboard. The app opens and closes it, and remembers
// what was used; this fills its groups, moves among them and writes into the field.

// A group of the app's panel each, in its order (Sources/WebApp/Components/Writing/EmojiPanel.swift). No emoji is newer
// than Emoji 12 (2019): older systems show boxes for newer ones.
const emojis = [
  "😀 😃 😄 😁 😆 😅 🤣 😂 🙂 🙃 😉 😊 😇 🥰 😍 🤩 😘 😗 😋 😛 🤪 🤗 🤫 🤔 🤐 🤨 😐 😶 😏 😒 🙄 😬 😌 😔 🤤 😴 😷 🤢 🤮 🤧 🥵 🥴 🤯 🥳 😎 🤓 🧐 😕 🙁 😮 😲 😳 🥺 😨 😰 😥 😢 😭 😱 😩 🥱 😤 😡 🤬 💀 💩 👻 🤖",
  "👋 🖖 👌 ✌️ 🤞 🤘 🤙 👉 👇 ☝️ 👍 👎 ✊ 👊 👏 🙌 🤝 🙏 ✍️ 💅 🤳 💪 👀 👶 👧 👦 👩 👨 👵 👴 🙋 🙇 🤦 🤷 💃 🏃 👪",
  "❤️ 🧡 💛 💚 💙 💜 🖤 🤍 🤎 💔 ❣️ 💕 💞 💓 💗 💖 💘 💝 💋 🌹",
  "🐶 🐱 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐷 🐸 🙈 🙉 🙊 🐔 🐧 🐦 🦉 🦄 🐝 🦋 🐢 🐙 🐟 🐬 🐳 🌲 🌴 🌱 🍀 🌷 🌸 💐 🌞 🌙 ⭐ ⚡ 🔥 🌈 ☀️ ☁️ ❄️ ⛄ 🌊",
  "🍎 🍊 🍌 🍉 🍇 🍓 🍒 🍑 🍍 🥑 🍅 🍞 🥐 🍳 🍔 🍟 🍕 🥗 🍝 🍜 🍣 🍚 🍦 🎂 🍰 🍫 🍪 🍩 🍿 ☕ 🍵 🍺 🍷",
  "⚽ 🏀 🎾 🏐 🏸 ⛳ 🏂 🏊 🚴 🏆 🥇 🎉 🎊 🎈 🎁 🎄 🎨 🎬 🎤 🎧 🎵 🎸 🎹 🎲 🎯 🎮 🧩",
  "🚗 🚕 🚌 🚲 🚂 🚇 ✈️ 🚀 ⛵ 🚢 🗺️ 🏔️ 🏖️ 🏕️ 🏠 🏡 🏫 🏰 🗽 🌃 🌅 🎡",
  "📱 💻 📷 📺 ☎️ ⏰ ⏳ 💡 💰 💎 🔧 🔑 🔒 🚪 🧸 🎀 ✉️ 📅 ✂️ 📖 📚 ✏️ 💊 👕 👗 🎓 ☂️",
  "✅ ❌ ❗ ❓ ⚠️ 🚫 ➕ ✔️ 💯 🔴 🔵 ⚫ 🔔 🔍 💬 💤 🆗",
].map((group) => group.split(" "));

let pointed; // the kind of the pointer that came down last
let lastField; // the text field that had the focus last

const emojiPanel = () => top()?.element.querySelector(".emojis");
const emojiButton = () => top()?.element.querySelector("[data-tap=emoji]");
const fieldInUse = () => (lastField?.isConnected && top().element.contains(lastField) ? lastField : top().element.querySelector("[data-caret]"));

function closePanel(panel) {
  const hadFocus = panel.contains(document.activeElement);
  report("tapped", screenOf(panel), "emoji");
  emojiButton()?.setAttribute("aria-expanded", "false");
  // The button that had the focus before may have been rendered anew.
  if (hadFocus && !document.activeElement.matches("textarea, input, button")) emojiButton()?.focus({ preventScroll: true });
}

/** Completes the panel that a tap on the button has opened. It has the focus, so the on-screen keyboard goes. A mouse
    has none, and the field keeps the focus; a keyboard begins at the first emoji. */
function panelToggled(button, isKey) {
  const panel = emojiPanel();
  button.setAttribute("aria-expanded", String(Boolean(panel)));
  if (panel) barSizes.observe(panel);
  const groups = [...panel?.querySelectorAll("[role=group]:empty") ?? []];
  if (!groups.length) return;
  for (const [at, group] of groups.entries()) {
    group.append(...emojis[at].map((emoji) => Object.assign(document.createElement("button"), { type: "button", textContent: emoji })));
  }
  const [start, ...others] = panel.querySelectorAll("[role=group] button");
  for (const other of others) other.tabIndex = -1; // Tab leads to one of them, arrows to the others
  if (isKey) start.focus({ preventScroll: true });
  else if (pointed === "mouse") fieldInUse()?.focus({ preventScroll: true });
}

/** Returns the length of the last character, as people count, in UTF-16 code units. */
function lastLength(text) {
  const parts = globalThis.Intl?.Segmenter ? [...new Intl.Segmenter().segment(text.slice(-64))].map(({ segment }) => segment) : [...text];
  return parts.at(-1)?.length ?? 0;
}

/** Writes a text at the caret, instead of what is selected. Without a text it erases that, or the character before. */
function write(text) {
  const field = fieldInUse();
  if (!field) return;
  const { value, selectionStart, selectionEnd: end, maxLength } = field;
  const start = text || selectionStart < end ? selectionStart : end - lastLength(value.slice(0, end));
  if (!text && start === end || maxLength >= 0 && value.length - (end - start) + text.length > maxLength) return;
  // In a field with the focus it can be undone.
  const isWritten = document.activeElement === field && document.execCommand(text ? "insertText" : "delete", false, text);
  if (!isWritten) {
    field.setRangeText(text, start, end, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  if (field.selectionEnd === field.value.length) field.scrollTop = field.scrollHeight;
  if (text) report("typed", screenOf(field), "emoji", text);
}

/** Returns the button that an arrow leads to: the next one of the line, or the nearest one of the next line. */
function besides(button, all, key) {
  const isMirrored = document.documentElement.dir === "rtl";
  const step = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }[key];
  const at = all.indexOf(button);
  if (step) return all[at < 0 ? 0 : at + step];
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  const way = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!way || at < 0) return way && all[0];
  const { left, top } = button.getBoundingClientRect();
  const far = (other) => {
    const box = other.getBoundingClientRect();
    return { other, lines: (box.top - top) * way, along: Math.abs(box.left - left) };
  };
  const beyond = all.map(far).filter(({ lines }) => lines > 1);
  const line = Math.min(...beyond.map(({ lines }) => lines));
  return beyond.filter(({ lines }) => lines <= line + 1).sort((one, other) => one.along - other.along)[0]?.other;
}

/** Handles the keys of the panel; returns true for a key that means nothing else. */
function handlesPanel(event) {
  const { key, target, metaKey, ctrlKey, altKey } = event;
  const panel = emojiPanel();
  if (!panel || metaKey || ctrlKey || altKey) return false;
  if (key === "Escape") return closePanel(panel), true;
  if (!panel.contains(target)) return false;
  if (key === "Backspace") return write(""), true;
  if (key.length === 1 && key !== " ") {
    // The letter goes into the field, and is no shortcut.
    event.stopImmediatePropagation();
    fieldInUse()?.focus({ preventScroll: true });
    return false;
  }
  const all = [...panel.querySelectorAll("[role=group] button")];
  const next = besides(target, all, key);
  if (!next) return /^Arrow/.test(key);
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus();
  return true;
}

function listenToPanel() {
  addEventListener("pointerdown", ({ pointerType }) => { pointed = pointerType; }, true);
  addEventListener("focusin", ({ target }) => { if (target.matches?.("textarea, input:not([type]), input[type=text]")) lastField = target; });
  // The focus stays where it is. So the field gets it back when the panel closes.
  addEventListener("mousedown", (event) => {
    if (event.target.closest?.(":is(.emojis, .completions) button, [data-tap=emoji]")) event.preventDefault();
  });
  // A finger scrolls the panel, and doesn't pull the page.
  addEventListener("touchstart", (event) => {
    if (event.target.closest?.(".emojis, .completions")) event.stopImmediatePropagation();
  }, { capture: true, passive: true });
  // After the bridge's own listener, which passes taps on to the app.
  addEventListener("click", (event) => {
    const { target, detail } = event;
    const button = target.closest?.("[data-tap=emoji]");
    if (button) return panelToggled(button, !detail);
    const panel = emojiPanel();
    if (!panel) return undefined;
    const key = target.closest(".emojis button");
    if (key) return event.defaultPrevented ? undefined : write(key.matches(".erase") ? "" : key.textContent);
    // A finger on the field brings the on-screen keyboard back.
    const isInside = target.closest(".emojis, .completions") || target === lastField && pointed === "mouse";
    return isInside ? undefined : closePanel(panel);
  }, true);
}
