import Social
import TestSupport

/// Entities that are empty, as full as possible, or full of what people and attackers type.
enum Extremes {
  static let longest = String(repeating: "朋<&\"'\u{2028}\u{0}\n", count: 1000)

  static let bareProfile = Profile(id: "1", account: Account(username: "a", nick: ""))

  static var barePost: Post { Post(id: "1", author: bareProfile, content: .text("")) }

  static func profile(_ generator: inout SeededGenerator) -> Profile {
    Profile(
      id: identifier(&generator),
      account: Account(
        username: generator.pick([
          "ada", "Ada_9", "a b", "朋友", "<script>", String(repeating: "a", count: 500),
        ]),
        nick: text(&generator), avatar: picture(&generator), cover: picture(&generator)),
      handle: generator.pick(["ada", "ada@example.net"]), url: address(&generator),
      bio: .text(text(&generator)),
      fields: (0..<generator.below(4)).map { _ in
        Profile.Field(name: text(&generator), value: .text(text(&generator)))
      },
      flags: ProfileFlags { _ in generator.chance(50) }, createdAt: moment(&generator),
      followersCount: generator.below(.max), followingCount: 0, postsCount: generator.below(9))
  }

  static func status(_ generator: inout SeededGenerator) -> Post {
    var status = Post(
      id: identifier(&generator), url: address(&generator), author: profile(&generator),
      content: .text(text(&generator)), warning: text(&generator), isSensitive: generator.chance(50),
      visibility: generator.pick(Visibility.allCases), language: generator.pick([nil, "", "zh-Hans"]),
      createdAt: moment(&generator), editedAt: moment(&generator), attachments: attachments(&generator),
      client: generator.pick([nil, "", "Toot <3"]).map { Post.Client(name: $0) })
    status.replyTo = generator.pick([
      nil, Post.Reply(id: "5", author: nil), Post.Reply(id: identifier(&generator), author: "9"),
    ])
    status.mentions = (0..<generator.below(3)).map { _ in
      Post.Mention(id: identifier(&generator), username: "ada", handle: "ada", url: address(&generator))
    }
    status.tags = (0..<generator.below(3)).map { _ in
      Post.Tag(name: generator.pick(["swift", "朋友圈", "a/b?c"]), url: address(&generator))
    }
    status.interactions.isFavourite = generator.chance(50)
    status.linkPreview = generator.chance(50) ? card(&generator) : nil
    return status
  }

  private static func card(_ generator: inout SeededGenerator) -> Post.LinkPreview {
    Post.LinkPreview(
      url: "https://example.net/a?b=c", title: text(&generator), description: text(&generator),
      site: text(&generator),
      author: text(&generator), language: generator.pick([nil, "", "el"]), picture: picture(&generator),
      blurhash: generator.pick([nil, "LEHV6n"]))
  }

  private static func attachments(_ generator: inout SeededGenerator) -> [Post.Attachment] {
    (0..<generator.below(10)).map { _ in
      Post.Attachment(
        id: identifier(&generator), kind: generator.pick([.image, .animation, .video, .audio, .unknown]),
        picture: picture(&generator) ?? Picture(url: ""), url: address(&generator))
    }
  }

  private static func picture(_ generator: inout SeededGenerator) -> Picture? {
    guard generator.chance(60) else { return nil }
    return Picture(
      url: generator.pick([
        "", "/media/1/a.jpg", "https://img.example.org/a.jpg", "javascript:alert(1)", "a.jpg",
      ]),
      size: PixelSize(width: 1 + generator.below(20_000), height: generator.below(20_000)),
      variants: (0..<generator.below(4)).compactMap { _ in
        PixelSize(width: 1 + generator.below(900), height: 1 + generator.below(900)).map {
          Picture.Variant(url: "/media/1/b.webp", size: $0, shape: generator.chance(50) ? .square : .whole)
        }
      }, description: generator.chance(50) ? "" : text(&generator),
      focus: generator.chance(50)
        ? Picture.Focus(x: generator.below(3000) - 1500, y: -generator.below(1000)) : nil)
  }

  private static func address(_ generator: inout SeededGenerator) -> String {
    generator.pick(["", "", "https://example.net/@ada", "/@ada", "javascript:alert(1)"])
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    generator.chance(5) ? longest : generator.text()
  }

  private static func identifier(_ generator: inout SeededGenerator) -> String {
    generator.pick(["1", "9223372036854775807", "117000000000000000"])
  }

  private static func moment(_ generator: inout SeededGenerator) -> Timestamp? {
    generator.chance(80) ? Timestamp(milliseconds: Int64(generator.below(4_000_000_000_000))) : nil
  }
}
