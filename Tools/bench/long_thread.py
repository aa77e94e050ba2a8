"""A timeline file with one long thread: a root, a chain of replies, and replies to any of them."""
import random

WORDS = "a quiet walk by the river with coffee and the first snow of this long winter before the lamps go on".split()


def file(replies, depth):
    """Returns the file, which is always the same. `depth`: the length of the chain of replies."""
    numbers = random.Random(7)
    posts = []
    for number in range(replies + 1):
        day, minute = divmod(number, 1440)
        post = {
            "id": f"p{number}", "author": f"@person{number % 50}",
            "content": f"{number}: {' '.join(numbers.choices(WORDS, k=numbers.randint(3, 40)))} @person{numbers.randrange(60)} #walk",
            "date": f"2026-11-{1 + day:02}T{minute // 60:02}:{minute % 60:02}:00Z"}
        if number:
            post["inReplyTo"] = f"p{number - 1 if number <= depth else numbers.randrange(number)}"
        posts.append(post)
    return {"timeline": posts}
