// The tabs of this browser: receiving what another tab has written, and choosing the tab that sends the
// outbox. The app decides what that means (Sources/WebApp/Sync).

let leads = false;
let line; // gives up this tab's place in the queue for the lock
const late = `late ${Math.random()}`; // the lock of this tab while it may wait for responses though another one leads
const lease = 20_000; // ms, `Outbox.lease`

/** Requests the lock, which the tab that was looked at last holds, because phones stop the others. `steals`: takes
    the lock from another tab. Without locks (old browsers, insecure origins) each tab sends what it knows. */
async function lead(steals) {
  if (leads) return;
  if (!navigator.locks) {
    leads = true;
    report("leads", 1);
    return;
  }
  line?.abort();
  const { signal } = line = new AbortController();
  const ask = (options, how) => navigator.locks.request("leader", options, async (lock) => {
    if (!lock || signal.aborted) return;
    leads = true;
    // The tab that led before is gone. One that led before that may still wait for a response.
    const { held } = await navigator.locks.query().catch(() => ({ held: [] }));
    if (leads) report("leads", held.some(({ name }) => name.startsWith("late") && name !== late) ? 2 : how);
    await new Promise(ignored); // until the page goes, or another tab steals it
  });
  try {
    await ask({ ifAvailable: true }, 1);
    if (!signal.aborted) await (steals ? ask({ steal: true }, 2) : ask({ signal }, 1));
  } catch (error) {
    if (signal.aborted) return;
    const hadIt = leads;
    leads = error.name === "SecurityError"; // where storage is forbidden, locks are as well
    report("leads", Number(leads));
    // Another tab stole it. A page that goes gets no lock at all, and would ask without end.
    if (!hadIt) return;
    navigator.locks.request(late, () => new Promise((end) => setTimeout(end, lease))).catch(ignored);
    lead(false);
  }
}

function listenToTabs() {
  addEventListener("storage", ({ key }) => {
    const name = key?.startsWith(memoryPrefix) && key.slice(memoryPrefix.length);
    // The current text: this tab may have written it since.
    if (name) report("rememberedElsewhere", name, recalled(name));
    else if (key === null) report("rememberedAll", remembered());
  });
  // A page in the back/forward cache gets no messages meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    report("rememberedAll", remembered());
    lead(true);
  });
  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    report("rememberedAll", remembered());
    lead(true);
  });
  addEventListener("focus", () => lead(true));
  lead(!document.hidden);
}
