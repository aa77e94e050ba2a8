// The tabs of this browser: what another one has written, and which one sends what waits. What that means is the app's
// (Sources/Screens/OtherTabs).

let leads = false;
let line; // ends this tab's place in the line for the lock

/** The tab that was looked at last has the lock, as phones stop the others. `steals`: it takes the lock from another one.
    Where there are no locks (old browsers, insecure origins) each tab sends what it knows of. */
async function lead(steals) {
  if (leads) return;
  if (!navigator.locks) {
    leads = true;
    tell("leads", 1);
    return;
  }
  line?.abort();
  const { signal } = line = new AbortController();
  const ask = (options, how) => navigator.locks.request("leader", options, (lock) => {
    if (!lock || signal.aborted) return;
    leads = true;
    tell("leads", how);
    return new Promise(ignored); // until the page goes, or another one steals it
  });
  try {
    await ask({ ifAvailable: true }, 1);
    if (!signal.aborted) await (steals ? ask({ steal: true }, 2) : ask({ signal }, 1));
  } catch (error) {
    if (signal.aborted) return;
    const hadIt = leads;
    leads = error.name === "SecurityError"; // where storage is forbidden, locks are as well
    tell("leads", Number(leads));
    // Another tab stole it. A page that goes gets no lock at all, and would ask without end.
    if (hadIt) lead(false);
  }
}

function listenToTabs() {
  addEventListener("storage", ({ key }) => {
    const name = key?.startsWith(memoryPrefix) && key.slice(memoryPrefix.length);
    // As it is by now: what this tab has written since counts.
    if (name) tell("rememberedElsewhere", name, recalled(name));
    else if (key === null) tell("rememberedAll", remembered());
  });
  // A page that was put aside hears nothing meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    tell("rememberedAll", remembered());
    lead(true);
  });
  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    tell("rememberedAll", remembered());
    lead(true);
  });
  addEventListener("focus", () => lead(true));
  lead(!document.hidden);
}
