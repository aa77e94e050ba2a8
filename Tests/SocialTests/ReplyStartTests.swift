import Social
import Testing

struct ReplyStartTests {
  private func profile(_ handle: String) -> Profile {
    Profile(id: handle, account: Account(username: handle, nick: handle), handle: handle)
  }

  private func post(by author: String, mentions: [String] = []) -> Post {
    Post(
      id: "1", author: profile(author), content: .text("Hello"),
      mentions: mentions.map { Post.Mention(id: $0, username: $0, handle: $0, url: "") })
  }

  @Test func `TWT_08 a reply begins with the author's handle`() {
    #expect(ReplyStart.text(to: post(by: "anna"), writer: "me") == "@anna ")
    #expect(ReplyStart.text(to: post(by: "anna@example.org"), writer: "me") == "@anna@example.org ")
  }

  @Test func `TWT_08 a reply to a repost begins with both handles`() {
    #expect(ReplyStart.text(to: post(by: "anna"), reposter: profile("bob"), writer: "me") == "@anna @bob ")
  }

  @Test func `TWT_08 everybody is named once and the writer never`() {
    let post = post(by: "anna", mentions: ["bob", "Me", "carl", "ANNA"])
    #expect(ReplyStart.text(to: post, reposter: profile("bob"), writer: "me") == "@anna @bob @carl ")
    #expect(ReplyStart.text(to: self.post(by: "anna"), reposter: profile("me"), writer: "me") == "@anna ")
    #expect(ReplyStart.text(to: self.post(by: "me", mentions: ["anna"]), writer: "me") == "@anna ")
    #expect(ReplyStart.text(to: self.post(by: "me"), writer: "me") == "")
  }
}
