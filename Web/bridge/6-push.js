// Notifications while the app is closed (W3C Push API). Their messages come to the service worker. The browser's
// registration is in later/6-push.js: only the second part of the program asks for it.

Object.assign(calls, {
  push: ["iit", (...values) => inLaterBridge("register", ...values)],
  countUnread: ["ti", (...values) => inLaterBridge("countUnread", ...values)],
  tell: ["tttt", (...values) => inLaterBridge("tell", ...values)],
});

function listenToPush() {
  // Only devices with a subscription have something to renew.
  if (remembered().includes(' push":')) whole.then(() => report("pushMayHaveChanged"));
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data === "push changed") report("pushMayHaveChanged");
    else inLaterBridge("takeTaps", data);
  });
}
