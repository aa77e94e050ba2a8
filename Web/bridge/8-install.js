// Installing the app, where the browser offers it (`beforeinstallprompt`, W3C Manifest Incubations). Browsers ask the
// viewer only while they handle a tap, so the tap doesn't go through the app. The style sheet shows the button. All of
// this is in the first part: the browser makes its offer once, soon after the page has loaded.

let offer = null; // the browser's offer, which can be taken once

function setOffer(event) {
  offer = event;
  document.documentElement.classList.toggle("installs", !!event);
}

function listenToInstalling() {
  addEventListener("beforeinstallprompt", (event) => {
    if (matchMedia("(display-mode: standalone)").matches) return;
    event.preventDefault(); // the browser's own banner would cover the page
    setOffer(event);
  });
  addEventListener("appinstalled", () => setOffer(null));
  addEventListener("click", ({ target }) => {
    if (!offer || !target.closest?.("[data-install]")) return;
    offer.prompt()?.catch?.(ignored);
    setOffer(null);
  });
}
