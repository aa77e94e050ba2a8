// The browser's registration at its push service (W3C Push API), and the notifications that show.

const canReceive = "PushManager" in window && "Notification" in window && !!navigator.serviceWorker;
const workerTime = 10_000; // ms

/** Returns the permission, or the reason why there can be none. */
function pushPermission() {
  if (canReceive) return Notification.permission;
  return navigator.standalone === false ? "home-screen" : "missing";
}

/** Registers for a server's public key. A registration is bound to one key. */
async function registerForPush(key) {
  const late = new Promise((_, reject) => { setTimeout(reject, workerTime); });
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return pushManager.subscribe(options).catch(async (error) => {
    if (error.name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

/** Takes away the notifications that show; with an account, those of that account that count as read. */
async function closeNotifications(account) {
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notification of await worker?.getNotifications() ?? []) {
    const { data } = notification;
    if (!account || data?.account === account && !data.stays) notification.close();
  }
  return worker;
}

async function endRegistration() {
  const worker = await closeNotifications();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

let ending = Promise.resolve(); // the last end of a registration, which must not end the one that follows

/** Carries out a command about the registration, and reports the outcome unless the command only ends it. Browsers ask
    the viewer only while they handle a tap, so nothing is awaited before. */
export async function register(asks, ends, key) {
  let [permission, registration] = [pushPermission(), null];
  try {
    if (asks && permission === "default") permission = await Notification.requestPermission();
    if (ends && canReceive) ending = inStorage(endRegistration).catch(ignored); // before the page is left
    await ending;
    if (key !== null && permission === "granted") registration = JSON.stringify(await registerForPush(key));
  } catch {
    permission = "failed"; // The app says so.
  }
  if (!ends || key !== null) report("pushed", permission, registration, Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
}

/** Stores how much is unread in an account, and returns the sum of all. The service worker stores what each message
    says of them. */
async function addUp(account, count) {
  const cache = await caches.open("badge");
  const unread = await (await cache.match("/badge"))?.json() ?? {};
  if (count) unread[account] = count;
  else delete unread[account];
  await cache.put("/badge", new Response(JSON.stringify(unread)));
  return Object.values(unread).reduce((sum, one) => sum + one, 0);
}

/** Shows on the icon how much is unread in all accounts of the device, one of which has that number now. Takes away the
    notifications of an account that has read everything. */
export function countUnread(account, count) {
  if (!count) closeNotifications(account).catch(ignored);
  inStorage(() => addUp(account, count)).catch(() => count).then((sum) => navigator.setAppBadge?.(sum)).catch(ignored);
}

/** Shows a notification, unless the page shows, which tells the same. It is about something that happened on this
    device, so it stays when everything of the account is read. */
async function showUnlessVisible(title, body, account, path) {
  if (!document.hidden || pushPermission() !== "granted") return;
  const { lang, dir } = document.documentElement;
  const data = { account, navigate: `${path}#for=${account}`, stays: true };
  await (await navigator.serviceWorker.ready).showNotification(title, { body, lang, dir, tag: "told " + path, data });
}

export const tell = (...values) => void showUnlessVisible(...values).catch(ignored);

const actions = ["", "reply", "like"]; // `AppEvent.NotificationAction`
const tapTime = 60_000; // ms in which a page takes what was tapped. A like has no end

/** Has the app carry out a tap on a notification: its path, the account with the notification's id and proof, and the
    action. */
function carryOut(tap) {
  const { pathname, search } = new URL(tap, location);
  const [receiver, action = ""] = search.slice(1).split("&");
  report("notified", receiver, pathname, 0, actions.indexOf(action));
}

/** Has the app carry out the taps that the service worker has stored, each in one page. `isOpen`: the page's address has
    done so, but for a like. */
async function takeStoredTaps(isOpen) {
  if (!await caches.has("taps")) return;
  const cache = await caches.open("taps");
  for (const key of await cache.keys()) {
    const time = Number(await (await cache.match(key))?.text());
    if (!await cache.delete(key)) continue;
    if (key.url.endsWith("&like") || !isOpen && Date.now() - time < tapTime) carryOut(key.url);
  }
}

/** `unstored`: a tap that the service worker couldn't store; empty if it could. */
export function takeTaps(unstored, isOpen = false) {
  if (unstored) carryOut(unstored);
  else takeStoredTaps(isOpen).catch(ignored);
}
