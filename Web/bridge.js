// The bridge between the app (WebAssembly) and the browser: what Sources/CBrowser declares, and nothing
// that decides. Everything here is either "do this" from the app, or "this happened" to the app.
"use strict";

(() => {
  const first = document.getElementById("first");
  const main = document.getElementById("app");
  if (!first || !main || !("WebAssembly" in window)) return;

  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const canScrollAnimations = CSS.supports("animation-timeline: scroll()");
  const run = String(Math.random());
  const maximumAnswer = 64 << 20;
  const maximumImage = 32 << 20;
  const requestTime = 20_000;
  const imageTime = 60_000;

  let app; // the app's exports
  let isStopped = false;

  // Texts and bytes.

  const bytesAt = (address, length) => new Uint8Array(app.memory.buffer, address, length).slice();
  const textAt = (address, length) =>
    length < 0 ? null : decoder.decode(new Uint8Array(app.memory.buffer, address, length));

  /** Puts bytes into the app's memory; the app frees them. */
  function put(bytes) {
    const address = app.allocate(bytes.length);
    if (!address) throw new Error("out of memory");
    new Uint8Array(app.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  }
  const putText = (text) => (text == null ? [0, -1] : put(encoder.encode(text)));

  /** Calls into the app. If it ever stops, the page stays: its links work without the app. */
  function tell(name, ...values) {
    if (isStopped) return 0;
    try {
      return app[name](...values);
    } catch (error) {
      isStopped = true;
      document.documentElement.dataset.app = "stopped";
      console.error("The app has stopped:", error);
      return 0;
    }
  }

  // The document.

  const screens = new Map(); // id -> { element, cells: key -> element, observer, opener }

  function register(element, opener) {
    const id = Number(element.dataset.screen);
    const screen = { id, element, opener, cells: new Map() };
    screen.observer = new IntersectionObserver(imagesMoved, { root: element, rootMargin: "100%" });
    for (const cell of element.querySelectorAll("[data-key]")) screen.cells.set(cell.dataset.key, cell);
    screens.set(id, screen);
    adoptContent(screen, element);
    return screen;
  }

  /** An element from markup, whose images wait for the image cache instead of loading by themselves. */
  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const element = template.content.firstElementChild;
    for (const image of element.querySelectorAll("img")) {
      image.dataset.src = image.getAttribute("src") ?? "";
      image.dataset.srcset = image.getAttribute("srcset") ?? "";
      image.removeAttribute("src");
      image.removeAttribute("srcset");
      image.removeAttribute("loading");
    }
    return element;
  }

  function adoptContent(screen, element) {
    for (const image of element.querySelectorAll("img[data-src]")) manage(screen, image);
    for (const text of element.querySelectorAll(".text")) folds.observe(text);
  }

  function dropContent(screen, element) {
    for (const image of element.querySelectorAll("img")) {
      screen.observer.unobserve(image);
      if (requesters.has(image)) forget(image);
    }
    for (const text of element.querySelectorAll(".text")) folds.unobserve(text);
  }

  /** Whether a folded text is longer than what shows follows from the layout, like a container query. */
  const folds = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.classList.contains("unfolded")) continue;
      target.toggleAttribute("data-long", target.scrollHeight > target.clientHeight + 1);
    }
  });

  const top = () => [...screens.values()].at(-1);

  function updateCovered() {
    const last = top();
    for (const screen of screens.values()) screen.element.inert = screen !== last;
  }

  const zone = (screen, number) => screen.element.children[number];
  const count = () => { window.swiftlet.operations += 1; };

  const document_ = {
    openScreen(id, html, htmlLength, key, keyLength) {
      const opener = document.activeElement;
      const element = parse(textAt(html, htmlLength));
      const cell = textAt(key, keyLength);
      element.classList.add("enters");
      main.append(element);
      const screen = register(element, opener);
      if (cell) reveal(screen, cell, "instant");
      updateCovered();
      element.focus({ preventScroll: true });
    },
    closeScreen(id) {
      const screen = screens.get(id);
      if (!screen) return;
      screens.delete(id);
      dropContent(screen, screen.element);
      screen.observer.disconnect();
      const { element } = screen;
      element.classList.remove("enters");
      element.classList.add("leaves");
      element.inert = true;
      Promise.allSettled(element.getAnimations().map((animation) => animation.finished)).then(() => element.remove());
      updateCovered();
      (screen.opener?.isConnected ? screen.opener : top()?.element)?.focus({ preventScroll: true });
    },
    insert(id, zoneNumber, html, htmlLength, before, beforeLength) {
      const screen = screens.get(id);
      const element = parse(textAt(html, htmlLength));
      const next = textAt(before, beforeLength);
      zone(screen, zoneNumber).insertBefore(element, next === null ? null : screen.cells.get(next));
      screen.cells.set(element.dataset.key, element);
      adoptContent(screen, element);
      count();
    },
    replace(id, key, keyLength, html, htmlLength) {
      const screen = screens.get(id);
      const old = screen.cells.get(textAt(key, keyLength));
      const element = parse(textAt(html, htmlLength));
      keepImages(old, element);
      const focused = old.contains(document.activeElement) ? document.activeElement.dataset.tap : undefined;
      dropContent(screen, old);
      old.replaceWith(element);
      screen.cells.set(element.dataset.key, element);
      adoptContent(screen, element);
      if (focused) element.querySelector(`[data-tap="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
      count();
    },
    move(id, zoneNumber, key, keyLength, before, beforeLength) {
      const screen = screens.get(id);
      const next = textAt(before, beforeLength);
      zone(screen, zoneNumber).insertBefore(
        screen.cells.get(textAt(key, keyLength)), next === null ? null : screen.cells.get(next));
      count();
    },
    remove(id, key, keyLength) {
      const screen = screens.get(id);
      const name = textAt(key, keyLength);
      const element = screen.cells.get(name);
      dropContent(screen, element);
      element.remove();
      screen.cells.delete(name);
      count();
    },
    status(id, words, length) {
      screens.get(id).element.dataset.status = textAt(words, length);
      count();
    },
    variable(id, name, nameLength, value, valueLength) {
      screens.get(id)?.element.style.setProperty(textAt(name, nameLength), textAt(value, valueLength));
    },
    reveal(id, key, length) { reveal(screens.get(id), textAt(key, length), "smooth"); },
    scrollToTop(id) { screens.get(id)?.element.scrollTo({ top: 0, behavior: motion("smooth") }); },
    title(text, length) { document.title = textAt(text, length); },
  };

  const motion = (behavior) => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : behavior);

  function reveal(screen, key, behavior) {
    const cell = screen?.cells.get(key);
    const isSlide = cell?.classList.contains("slide");
    if (!isSlide && cell?.getBoundingClientRect().top >= 0) return;
    cell?.scrollIntoView({ behavior: motion(behavior), block: isSlide ? "nearest" : "start", inline: "start" });
  }

  /** An image that stays the same stays the same element, so that it does not flicker. */
  function keepImages(old, element) {
    const shown = new Map();
    for (const image of old.querySelectorAll("img")) shown.set(sourceOf(image), image);
    for (const image of element.querySelectorAll("img")) {
      const same = shown.get(sourceOf(image));
      if (!same || same.className !== image.className) continue;
      shown.delete(sourceOf(image));
      same.alt = image.alt;
      image.replaceWith(same);
    }
  }
  const sourceOf = (image) => image.dataset.src ?? image.getAttribute("src");

  // Images: the cache's policy is the app's (Sources/Caching); here are the blobs.

  const requesters = new WeakMap(); // image -> its number
  const images = new Map(); // number -> image
  const blobs = new Map(); // url -> { blob, address }
  const fetches = new Map(); // url -> AbortController
  let lastRequester = 0;

  function manage(screen, image) {
    if (!requesters.has(image)) {
      requesters.set(image, ++lastRequester);
      images.set(lastRequester, image);
    }
    screen.observer.observe(image);
  }

  function forget(image) {
    const number = requesters.get(image);
    requesters.delete(image);
    images.delete(number);
    tell("imageLeft", number);
  }

  function imagesMoved(entries) {
    for (const { target, isIntersecting } of entries) {
      const number = requesters.get(target);
      if (!number) continue;
      if (isIntersecting) {
        want(target, number);
      } else {
        tell("imageLeft", number);
        target.removeAttribute("src");
        delete target.dataset.state;
      }
    }
  }

  function want(image, number) {
    const width = image.clientWidth || image.width || 1;
    tell("imageNear", number, ...putText(image.dataset.src), ...putText(image.dataset.srcset), width, devicePixelRatio);
  }

  /** An image that the browser loads from the server's page: taken into the storage when it is there. */
  function adoptNative(image) {
    if (image.complete && image.naturalWidth) tell("imageAdopt", ...putText(shortAddress(image.currentSrc)));
  }
  const shortAddress = (url) => (url.startsWith(location.origin + "/") ? url.slice(location.origin.length) : url);

  // On the document: an image's load event never reaches the window.
  document.addEventListener("load", (event) => {
    const image = event.target;
    if (image.tagName !== "IMG") return;
    if (requesters.has(image)) image.dataset.state = "shown";
    else if (document.documentElement.dataset.app) adoptNative(image); // those before are adopted at the start
  }, true);

  addEventListener("error", (event) => {
    const image = event.target;
    if (image.tagName !== "IMG") return;
    const url = image.dataset.url;
    if (!requesters.has(image)) {
      // Neither the network nor the service worker had it: now it is the cache's.
      const screen = screens.get(Number(image.closest("[data-screen]")?.dataset.screen));
      if (!screen) return;
      image.dataset.src = image.getAttribute("src") ?? "";
      image.dataset.srcset = image.getAttribute("srcset") ?? "";
      image.removeAttribute("src");
      image.removeAttribute("srcset");
      manage(screen, image);
    } else if (url && blobs.get(url)?.address === image.src) {
      tell("imageBroken", ...putText(url));
    }
  }, true);

  const failed = (url, reason) => tell("imageFailed", ...putText(url), reason);

  async function fetchImage(url, validator) {
    const controller = new AbortController();
    fetches.set(url, controller);
    const timer = setTimeout(() => controller.abort("time"), imageTime);
    const isCurrent = () => fetches.get(url) === controller;
    try {
      const answer = await fetch(url, { signal: controller.signal, cache: validator ? "no-cache" : "default" });
      const etag = answer.headers.get("etag");
      if (!answer.ok) {
        if (isCurrent()) finish(() => failed(url, answer.status === 404 || answer.status === 410 ? 1 : 2));
        return;
      }
      if (validator && etag === validator) {
        if (isCurrent()) finish(() => tell("imageNotModified", ...putText(url)));
        return;
      }
      const type = answer.headers.get("content-type") ?? "";
      const bytes = await readBody(answer, maximumImage, controller);
      if (!isCurrent()) return;
      if (!bytes?.length || !type.startsWith("image/")) return finish(() => failed(url, 3));
      setBlob(url, new Blob([bytes], { type }));
      const isImmutable = (answer.headers.get("cache-control") ?? "").includes("immutable");
      finish(() => tell("imageFetched", ...putText(url), bytes.length, ...putText(etag), isImmutable ? 1 : 0));
    } catch {
      if (!isCurrent()) return;
      if (controller.signal.reason === "time") return finish(() => failed(url, 2));
      if (!navigator.onLine || !/^https?:/.test(url) || validator) return finish(() => failed(url, 0));
      // Another server that does not let programs read its pictures: shown by the browser, and not kept.
      blobs.set(url, { blob: null, address: url });
      finish(() => tell("imageFetched", ...putText(url), 0x7fffffff, 0, -1, 0));
    } finally {
      clearTimeout(timer);
    }

    function finish(report) {
      fetches.delete(url);
      report();
    }
  }

  /** The whole body, or null if it is larger than the limit. */
  async function readBody(answer, limit, controller) {
    const chunks = [];
    let length = 0;
    for (const reader = answer.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > limit) {
        controller.abort("size");
        return null;
      }
      chunks.push(value);
    }
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }

  function setBlob(url, blob) {
    releaseBlob(url);
    blobs.set(url, { blob, address: URL.createObjectURL(blob) });
  }
  function releaseBlob(url) {
    const entry = blobs.get(url);
    if (entry?.blob) URL.revokeObjectURL(entry.address);
    blobs.delete(url);
  }

  // The device's storage: Cache Storage, one cache for images and one for data. Missing on insecure
  // origins and in some private modes: then nothing is kept, and nothing fails.

  let storageQueue = Promise.resolve();
  const inStorage = (name, work) => {
    storageQueue = storageQueue.then(async () => work(await caches.open(name)));
    return storageQueue.catch(() => { storageQueue = Promise.resolve(); throw 0; });
  };
  const ignored = () => {}; // best effort: what can't be kept is fetched again
  const dataKey = (key) => "/.data/" + encodeURIComponent(key);
  const withoutStorage = !("caches" in window);

  async function loadData(key) {
    if (withoutStorage) return null;
    try {
      return await inStorage("data", async (cache) => {
        const found = await cache.match(dataKey(key));
        return found ? new Uint8Array(await found.arrayBuffer()) : null;
      });
    } catch {
      return null;
    }
  }

  const pendingSaves = new Map();

  const imageCalls = {
    loadImage(url, length) {
      const name = textAt(url, length);
      const report = (bytes) => tell("imageStored", ...putText(name), bytes);
      if (withoutStorage) return void queueMicrotask(() => report(-1));
      inStorage("images", async (cache) => (await cache.match(name))?.blob()).then((blob) => {
        if (!blob) return report(-1);
        if (!blobs.has(name)) setBlob(name, blob);
        report(blob.size);
      }, () => report(-1));
    },
    fetchImage(url, length, validator, validatorLength) {
      fetchImage(textAt(url, length), textAt(validator, validatorLength));
    },
    cancelImage(url, length) {
      const name = textAt(url, length);
      const controller = fetches.get(name);
      fetches.delete(name);
      controller?.abort();
    },
    showImage(url, length, requester) {
      const image = images.get(requester);
      const name = textAt(url, length);
      const entry = blobs.get(name);
      if (!image || !entry) return;
      image.dataset.url = name;
      delete image.dataset.state;
      image.src = entry.address;
    },
    failImage(requester) {
      const image = images.get(requester);
      if (image) image.dataset.state = "failed";
    },
    saveImage(url, length) {
      const name = textAt(url, length);
      const blob = blobs.get(name)?.blob;
      const failed = () => tell("imageNotSaved", ...putText(name));
      if (!blob || withoutStorage) return void queueMicrotask(failed);
      inStorage("images", (cache) => cache.put(name, new Response(blob, { headers: { "content-type": blob.type } })))
        .catch(failed);
    },
    removeImage(url, length) {
      const name = textAt(url, length);
      if (!withoutStorage) inStorage("images", (cache) => cache.delete(name)).catch(ignored);
    },
    releaseImage(url, length) { releaseBlob(textAt(url, length)); },
  };

  // The network, time, addresses.

  const requests = new Map();

  async function request(id, url) {
    const controller = new AbortController();
    requests.set(id, controller);
    const timer = setTimeout(() => controller.abort("time"), requestTime);
    try {
      const answer = await fetch(url, { signal: controller.signal, headers: { accept: "application/json" }, cache: "no-cache" });
      const bytes = await readBody(answer, maximumAnswer, controller);
      if (!requests.delete(id)) return;
      tell("answered", id, bytes ? answer.status : -2, ...(bytes ? put(bytes) : [0, 0]));
    } catch {
      if (requests.delete(id)) tell("answered", id, controller.signal.reason === "size" ? -2 : -1, 0, 0);
    } finally {
      clearTimeout(timer);
    }
  }

  const world = {
    request(id, url, length) { request(id, textAt(url, length)); },
    cancel(id) {
      const controller = requests.get(id);
      requests.delete(id);
      controller?.abort();
    },
    save(key, keyLength, bytes, length) {
      const name = textAt(key, keyLength);
      const isQueued = pendingSaves.has(name);
      pendingSaves.set(name, bytesAt(bytes, length));
      if (isQueued || withoutStorage) return;
      setTimeout(() => {
        const latest = pendingSaves.get(name);
        pendingSaves.delete(name);
        inStorage("data", (cache) => cache.put(dataKey(name), new Response(latest))).catch(ignored);
      }, 200);
    },
    load(id, key, length) {
      loadData(textAt(key, length)).then((bytes) => tell("loaded", id, ...(bytes ? put(bytes) : [0, -1])));
    },
    removeSaved(key, length) {
      const name = textAt(key, length);
      pendingSaves.delete(name);
      if (!withoutStorage) inStorage("data", (cache) => cache.delete(dataKey(name))).catch(ignored);
    },
    startTimer(id, milliseconds) {
      const fire = () => tell("timerFired", id);
      if (milliseconds > 0 || document.hidden) setTimeout(fire, milliseconds);
      else requestAnimationFrame(() => setTimeout(fire, 0));
    },
    now: () => Date.now(),
    minutesEast: () => -new Date().getTimezoneOffset(),
    pushHistory(depth, url, length) { history.pushState({ run, depth }, "", textAt(url, length) ?? location.href); },
    goBack() { history.back(); },
    visit(url, length) { location.assign(textAt(url, length)); },
    rememberLanguage(tag, length) {
      const language = textAt(tag, length);
      document.documentElement.lang = language;
      document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
    },
  };

  // What happens to the app.

  const screenOf = (target) => Number(target.closest?.("[data-screen]")?.dataset.screen ?? 0);
  let suppressesClick = false;

  function listen() {
    addEventListener("popstate", ({ state }) => {
      if (state?.run !== run || state.depth >= screens.size) location.reload();
      else tell("wentTo", state.depth);
    });

    addEventListener("click", (event) => {
      if (suppressesClick) {
        suppressesClick = false;
        event.preventDefault();
        return;
      }
      if (isStopped || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const target = event.target.closest("[data-tap]");
      if (!target) return;
      const broken = target.querySelector("img[data-state=failed]");
      if (broken && requesters.has(broken)) {
        delete broken.dataset.state;
        tell("imageRetry", requesters.get(broken));
        event.preventDefault();
      } else if (tell("tapped", screenOf(target), ...putText(target.dataset.tap))) {
        event.preventDefault();
      }
    }, true);

    addEventListener("submit", (event) => {
      const form = event.target.closest("[data-submit]");
      if (!form || isStopped) return;
      event.preventDefault();
      const values = [...new FormData(form).values()].map((value) => String(value).replaceAll("\n", " "));
      tell("submitted", screenOf(form), ...putText(values.join("\n")));
    });

    addEventListener("keydown", (event) => {
      if (event.target.closest("input, textarea") || event.isComposing) return;
      const isMirrored = document.documentElement.dir === "rtl";
      const key = { Escape: 0, ArrowRight: isMirrored ? 2 : 1, ArrowLeft: isMirrored ? 1 : 2 }[event.key];
      if (key === undefined) return;
      if (key > 0 && top()?.element.classList.contains("viewer")) event.preventDefault();
      tell("pressed", key);
    });

    addEventListener("scroll", (event) => { if (event.target.dataset?.screen) scrolled(event.target); }, true);
    for (const kind of ["wheel", "touchend", "keyup"]) {
      addEventListener(kind, () => { const last = top(); if (last) checkEnd(last.element); }, { passive: true });
    }

    addEventListener("touchstart", (event) => {
      if (touch("touchstart", 0, event)) return;
      // Only where a gesture can begin does the browser have to wait for us.
      const element = event.target.closest("[data-screen]");
      if (element?.classList.contains("viewer") || element?.scrollTop <= 0) followTouches(element);
    }, { passive: true });

    for (const [kind, phase] of [["pointerdown", 0], ["pointermove", 1], ["pointerup", 2], ["pointercancel", 3]]) {
      addEventListener(kind, (event) => {
        if (event.pointerType !== "mouse" || event.target.closest?.("input, button")) return;
        if (kind === "pointerdown" && event.button !== 0) return;
        if (kind === "pointermove" && !event.buttons) return;
        if (pointer(event.target, phase, 1, event) && phase === 2) suppressClick();
      });
    }
    addEventListener("dragstart", (event) => event.preventDefault());

    addEventListener("online", () => {
      for (const [number, image] of images) if (image.dataset.state === "failed") tell("imageRetry", number);
    });
    addEventListener("visibilitychange", () => { if (!document.hidden) tell("tick"); });
    setInterval(() => { if (!document.hidden) tell("tick"); }, 30_000);
  }

  function suppressClick() {
    suppressesClick = true;
    setTimeout(() => { suppressesClick = false; }, 50);
  }

  function followTouches(element) {
    const move = (event) => { if (touch("touchmove", 1, event) && event.cancelable) event.preventDefault(); };
    const end = (event) => {
      if (touch("touchend", event.type === "touchcancel" ? 3 : 2, event) && event.cancelable) event.preventDefault();
      if (event.touches.length) return;
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", end);
    };
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end, { passive: false });
    element.addEventListener("touchcancel", end, { passive: false });
  }

  function touch(_, phase, event) {
    let takesOver = 0;
    for (const finger of event.changedTouches) takesOver |= pointer(event.target, phase, finger.identifier + 2, finger, event);
    return takesOver;
  }

  function pointer(target, phase, id, { clientX, clientY }, event) {
    const screen = screens.get(screenOf(target)) ?? top();
    if (!screen) return 0;
    return tell("pointer", screen.id, phase, id, clientX, clientY, (event ?? window.event).timeStamp,
      screen.element.scrollTop, innerWidth, innerHeight);
  }

  function scrolled(element) {
    if (element.classList.contains("viewer")) {
      const index = Math.round(Math.abs(element.scrollLeft) / element.clientWidth);
      tell("turned", Number(element.dataset.screen), index);
    } else {
      if (!canScrollAnimations) element.toggleAttribute("data-scrolled", element.scrollTop > 200);
      checkEnd(element);
    }
  }

  function checkEnd(element) {
    if (element.classList.contains("viewer")) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight < 60) {
      tell("reachedEnd", Number(element.dataset.screen));
    }
  }

  // Start.

  async function start() {
    const { instance } = await WebAssembly.instantiateStreaming(
      fetch(first.dataset.app), { browser: { ...document_, ...world, ...imageCalls } });
    app = instance.exports;
    window.swiftlet = { operations: 0 };
    history.replaceState({ run, depth: 0 }, "");
    for (const element of main.querySelectorAll("[data-screen]")) register(element);
    if (!tell("start", ...putText(first.textContent), ...putText(location.origin), ...putText(location.pathname + location.search))) return;
    listen();
    const index = await loadData("image index");
    tell("imageIndex", ...(index ? put(index) : [0, -1]));
    for (const image of document.images) if (!requesters.has(image)) adoptNative(image);
    document.documentElement.dataset.app = "running";
  }

  start().catch((error) => console.error("The app could not start; the page works without it.", error));
  navigator.serviceWorker?.register("/sw.js").catch(ignored);
})();
