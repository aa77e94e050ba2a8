// Streams of server-sent events, and the tabs that share them: a tab passes each piece of its stream on to the others that
// show. The app decides which of them it follows (Sources/WebApp/Sync/App+Live.swift).

const page = Math.random(); // names this page among the tabs
const encoder = new TextEncoder();
let tabs = null; // the channel between the tabs
let streamCount = 0;

/** Opens the channel while the page shows or has a stream, and closes it at other times: messages would gather for a page
    that stands still, and browsers don't keep a page that they have one for. */
function attend(shows = !document.hidden) {
  if (shows || streamCount) tabs ??= "BroadcastChannel" in window ? new BroadcastChannel("streams") : null;
  else {
    tabs?.close();
    tabs = null;
  }
  if (tabs) tabs.onmessage = shows ? ({ data }) => data ? report("streamed", 0, data) : lead(true) : null;
}

/** Joins arrays of bytes. */
function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    all.set(piece, end);
    end += piece.length;
  }
  return all;
}

/** Passes a piece on to the other tabs, behind a line that names the stream. `null`: the stream has ended. */
function share(source, piece) {
  tabs?.postMessage(joined([encoder.encode(piece ? `${source}\n` : source), piece ?? []]));
}

const shortestPause = 100, longestPause = 4_000; // ms

/** Returns a function that hands pieces on: one that comes alone at once, those of a flood together, after a pause of 25
    times what the last ones took until they were painted. So the page has time for frames. `null` hands on all that wait. */
function gathering(handOn) {
  const waiting = [];
  let [nextAt, timer] = [0, undefined];
  const hand = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting.length) return;
    const began = performance.now();
    const pause = () => {
      const now = performance.now();
      nextAt = now + Math.min(Math.max(25 * (now - began), shortestPause), longestPause);
    };
    handOn(joined(waiting.splice(0)));
    pause();
    requestAnimationFrame(() => setTimeout(pause));
  };
  const wait = () => {
    const pause = nextAt - performance.now();
    if (pause > 0 && !document.hidden) timer = setTimeout(wait, pause);
    else hand();
  };
  return (piece) => {
    if (piece) waiting.push(piece);
    if (!piece || document.hidden) hand();
    else if (timer === undefined) wait();
  };
}

/** Reads server-sent events for as long as they come, and reports the pieces. `session`: the key under which other
    tabs may take them, too. A response of another type counts as one that the request doesn't accept. */
export async function stream(id, url, token, session) {
  const controller = new AbortController();
  requests.set(id, controller);
  streamCount++;
  attend();
  const source = `${page}-${id} ${session}`;
  const pass = gathering((pieces) => {
    share(source, pieces);
    report("streamed", id, pieces);
  });
  let [status, address, isOpen] = [-1, null, false];
  try {
    const response = await fetch(url, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}` }, cache: "no-store", credentials: "omit",
      signal: controller.signal,
    });
    const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type"));
    status = response.ok && !isStream ? 406 : response.status;
    if (response.redirected) address = response.url;
    isOpen = status === 200;
    if (!isOpen) controller.abort();
    const reader = isOpen ? response.body.getReader() : null;
    // The first piece, which is empty, says that the stream is open.
    for (let piece = { value: new Uint8Array() }; reader && !piece.done; piece = await reader.read()) pass(piece.value);
  } catch (error) {
    ignored(error); // The app tries again.
  }
  pass(null);
  if (isOpen) share(source, null);
  // A window that shows beside this one takes over.
  if (document.hidden) tabs?.postMessage(null);
  streamCount--;
  attend();
  if (requests.delete(id)) report("received", id, status, "", null, address);
}

function listenToStreams() {
  attend();
  addEventListener("visibilitychange", () => attend());
  addEventListener("pagehide", () => attend(false));
  addEventListener("pageshow", () => attend());
}
