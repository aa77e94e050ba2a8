// Comments slide into their bubble on Moments. The app renders the whole post again, so a comment is new if the post before
// it had none of that writer and words: an own comment counts once, while it waits and when it is sent. The one
// with which the comment bar closes was just written, and scrolls into sight, above the button that takes it back.

const wordsOf = (comment) => Array.from(comment.querySelectorAll(":scope > .name, :scope > bdi"), (part) => part.textContent).join("\n");

function slideIn(old, post) {
  const [wasOpen, isOpen] = [old, post].map((each) => each.matches("[data-answered]") || each.querySelector("[data-answered]"));
  const before = new Set(Array.from(old.querySelectorAll(".comments > li"), wordsOf));
  for (const comment of post.querySelectorAll(".comments > li")) {
    if (before.has(wordsOf(comment))) continue;
    if (wasOpen && !isOpen) comment.scrollIntoView({ block: "nearest" });
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = isStill ? { opacity: 0 } : { opacity: 0, transform: "translateY(-8px)" };
    comment.animate([start, {}], { duration: 250, easing: "ease-out" });
  }
}

function listenToArrivals() {
  new MutationObserver((changes) => {
    for (const { removedNodes: [old], addedNodes: [post] } of changes) {
      if (post?.matches?.(".moments-post") && old?.dataset?.key === post.dataset.key) slideIn(old, post);
    }
  }).observe(document.querySelector("main"), { childList: true, subtree: true });
}
