// What screen readers hear of things that come by themselves. The element is in the page before it has words: readers
// tell of changes only.

const announcer = document.createElement("p");
announcer.className = "unseen";
announcer.setAttribute("role", "status");
document.body.append(announcer);
const timeToHear = 5_000; // ms; afterwards nobody finds old words at the end of the page
let silence; // the timer that removes them

export function announce(words) {
  announcer.textContent = words;
  clearTimeout(silence);
  silence = setTimeout(() => { announcer.textContent = ""; }, timeToHear);
}
