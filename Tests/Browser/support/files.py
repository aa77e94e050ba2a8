"""Timeline files, and ways to give them to the app."""
import json
import random

GIVE = """
const [bytes, name, type] = arguments;
const transfer = new DataTransfer();
transfer.items.add(new File([bytes], name, { type }));
"""

DROP = GIVE + """
for (const kind of ["dragover", "drop"]) {
  document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}
"""

CHOOSE = GIVE + """
const fields = document.querySelectorAll(".screen:not(.leaves, [data-other-root]) [data-file]");
const field = fields[fields.length - 1];
field.files = transfer.files;
field.dispatchEvent(new Event("input", { bubbles: true }));
"""


def drop(browser, text, name="timeline.json", type="application/json"):
    """Drops a file somewhere on the app."""
    browser.js(DROP, text if isinstance(text, str) else json.dumps(text), name, type)


def drag(browser, kind):
    """Drags a file over the page, or out of it."""
    browser.js(GIVE + "document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));"
               .replace("kind", json.dumps(kind)), "{}", "timeline.json", "application/json")


def choose(browser, text):
    """Chooses a file in the field of the screen in front."""
    browser.js(CHOOSE, text if isinstance(text, str) else json.dumps(text), "timeline.json", "application/json")


def post(id, author="@anna", content="Hello", date=None, **more):
    item = {"id": id, "author": author, "content": content} | more
    return item | ({"date": date} if date is not None else {})


def long_file(replies=5000, depth=500, seed=7):
    """Returns a file with a root, a chain of replies below it, and replies to any of them."""
    numbers = random.Random(seed)
    words = "a quiet walk by the river with coffee and the first snow of this long winter".split()
    posts = []
    for number in range(replies + 1):
        text = " ".join(numbers.choices(words, k=numbers.randint(3, 40)))
        item = post(f"p{number}", f"@person{number % 50}", f"{number}: {text} @person{numbers.randrange(60)} #walk")
        minute, second = divmod(number, 60)
        item["date"] = f"2026-11-{1 + minute // 1440:02}T{minute // 60 % 24:02}:{minute % 60:02}:{second:02}Z"
        if number:
            item["inReplyTo"] = f"p{number - 1}" if number <= depth else f"p{numbers.randrange(number)}"
        posts.append(item)
    return {"timeline": posts}
