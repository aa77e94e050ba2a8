// What only the second part of the program needs: pictures, streams, the registration for notifications, suggestions and
// emoji while somebody writes. It comes with that part: Tools/build-assets.py joins the files of this folder, in the order of
// their names, into one module.

// Parts of the bridge. They are passed, not imported: the bridge's file holds this one's name, which has the hash of
// its content, so this file can't hold the bridge's.
let dismiss, endGesture, fetches, focus, ignored, inStorage, keyNumbers, lead, passFile, recalled, remember, remembered,
  report, requests, screenOf, setBlob, tapped, top;

export function connect(bridge) {
  ({
    dismiss, endGesture, fetches, focus, ignored, inStorage, keyNumbers, lead, passFile, recalled, remember, remembered,
    report, requests, screenOf, setBlob, tapped, top,
  } = bridge);
}
