import JSON
import Social
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests the previews of links in `GET /user/{username}/tweets`.
@Suite struct MomentsCardTests {
  private static let copies: [MediaRecord.Copy] = [
    .init(name: "w360.webp", width: 360, height: 270, isSquare: false),
    .init(name: "s180.webp", width: 180, height: 180, isSquare: true),
    .init(name: "s360.webp", width: 360, height: 360, isSquare: true),
  ]

  /// Stores a preview as if the page of the post's link had been fetched.
  private func fetch(_ post: Int64, in community: Community) async throws {
    _ = try await community.store.write { transaction -> [Int64] in
      let media = try transaction.addMedia(
        MediaRecord(
          hash: String(repeating: "a", count: 32), mimeType: "image/png", width: 800, height: 600,
          byteSize: 9, copies: Self.copies),
        id: 77, { _ in true })
      guard let card = try transaction.link(of: post) else { return [] }
      return try transaction.set(
        card: card,
        to: LinkPreviewContent(
          title: "One & all", description: "Long", site: "The News", author: "", language: nil,
          pictureDescription: ""),
        picture: .media(media), fetchAt: 0)
    }
  }

  @Test func `NEW_22 a link's card comes with the smallest square of its picture`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      let path = "/user/ann/tweets"
      let id = try await members[0].publish("Look: https://one.example/")
      let plain = try await members[0].publish("No link")
      let secret = try await members[0].publish("https://one.example/ again", visibility: "private")
      let before = try #require(try await stranger.get(path).json.array)
      #expect(before.count == 2 && before.allSatisfy { $0["card"] == nil })
      try await fetch(try #require(Int64(id)), in: community)
      let after = try #require(try await stranger.get(path).json.array)
      #expect(after.map { $0["id"]?.string } == [plain, id], "as many see the card as the post")
      #expect(after[0]["card"] == nil)
      let card = try #require(after[1]["card"])
      #expect(card["url"]?.string == "https://one.example/" && card["title"]?.string == "One & all")
      let image = "/media/" + String(repeating: "a", count: 32) + "/s180.webp"
      #expect(card["image"]?.string?.hasSuffix(image) == true)
      #expect(card.members?.count == 3)
      let own = try #require(try await members[0].get(path).json.array)
      let hidden = try #require(own.first { $0["id"]?.string == secret })
      #expect(hidden["card"] == nil, "a link for few is never fetched")
    }
  }
}
