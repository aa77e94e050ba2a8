import Contracts
import JSON
import Social
import Testing

@Suite struct ReferencesAsGivenTests {
  @Test func `MOM_06_Without an origin, references stay as they are given`() throws {
    let item = try JSON(
      parsing:
        #"{"sender":{"nick":"n","avatar":"a b.png"},"images":[{"url":"../x.png"},{"url":""},{"url":"http://h/y"}]}"#
    )
    let post = try MomentsDecoder(importingFrom: nil).post(item).get()
    #expect(post.sender.avatar?.url == "a b.png")
    #expect(post.pictures.map(\.url) == ["../x.png", "http://h/y"])
  }
}
