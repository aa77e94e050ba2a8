import Social
import Testing

/// Tests that large values, which are stored behind one reference, behave as values.
struct SharedTests {
  private let anna = Account(username: "anna", nick: "Anna")

  @Test func `NEW_01 a copy is a value of its own`() {
    let post = Post(id: "1", author: Profile(id: "7", account: anna), content: .text("Hello"))
    var changed = post
    changed.content = .text("Bye")
    changed.author.account.nick = "Annie"
    changed.interactions.isFavourite = true

    #expect(post.content == .text("Hello"))
    #expect(post.author.account.nick == "Anna")
    #expect(!post.interactions.isFavourite)
    #expect(changed.content == .text("Bye"))
    #expect(changed.author.account.nick == "Annie")
    #expect(changed.interactions.isFavourite)
  }

  @Test func `NEW_01 values are equal by what they hold`() {
    let one = MomentsPost(sender: anna, text: "Hello", comments: [Comment(sender: anna, text: "Yes")])
    var other = MomentsPost(
      sender: Account(username: "anna", nick: "Anna"), text: "Hello",
      comments: [Comment(sender: anna, text: "Yes")])
    #expect(one == other)
    other.comments[0].text = "No"
    #expect(one != other)
    #expect(one.comments[0].text == "Yes")
    other.comments[0].text = "Yes"
    #expect(one == other)
  }

  @Test func `NEW_01 a shared list grows for its holder alone`() {
    var texts = Holder(texts: ["a", "b"])
    let copy = texts
    texts.texts.append("c")
    texts.texts.append("d")
    #expect(texts.texts == ["a", "b", "c", "d"])
    #expect(copy.texts == ["a", "b"])
  }

  private struct Holder: Equatable {
    @Shared var texts: [String]
  }
}
