import Social
import TestSupport

/// Random posts with everything that the contract can carry.
struct RandomPosts {
  private var generator: SeededGenerator
  private var lastID = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func post() -> MomentsPost {
    let pictures = (0..<generator.below(10)).map { _ in picture() }
    var comments: [Comment] = []
    for _ in 0..<generator.below(4) {
      let answered = comments.filter { $0.id != nil }
      let reply = answered.isEmpty || generator.chance(50) ? nil : generator.pick(answered)
      comments.append(
        Comment(
          id: identifier(), sender: account(), text: words(),
          replyTo: reply.flatMap { reply in reply.id.map { Comment.Reply(id: $0, sender: reply.sender) } },
          picture: generator.chance(30) ? picture() : nil, createdAt: moment(), language: language()))
    }
    let visibility: Visibility = generator.chance(50) ? .everybody : generator.pick(Visibility.allCases)
    return MomentsPost(
      id: identifier(), sender: account(),
      text: pictures.isEmpty ? words() : generator.chance(50) ? words() : "",
      pictures: pictures, comments: comments, likes: (0..<generator.below(3)).map { _ in account() },
      createdAt: moment(), location: generator.chance(30) ? name() : nil,
      language: language(),
      editedAt: generator.chance(30) ? moment() : nil,
      linkPreview: generator.chance(30) ? linkPreview() : nil, visibility: visibility,
      circles: visibility == .circles ? (0..<generator.below(3)).map { _ in circle() } : [],
      hasPoll: generator.chance(20))
  }

  private mutating func circle() -> Post.ChosenCircle {
    Post.ChosenCircle(
      id: "\(generator.below(99))", name: name(), isExcepted: generator.chance(50),
      isOfFollowers: generator.chance(50))
  }

  private mutating func linkPreview() -> MomentsPost.LinkPreview {
    MomentsPost.LinkPreview(
      url: url(), title: name(), picture: generator.chance(50) ? Picture(url: url()) : nil)
  }

  mutating func account(hasCover: Bool = false) -> Account {
    var avatar = picture()
    avatar.size = nil
    avatar.description = ""
    avatar.focus = nil
    var cover = avatar
    cover.url = url()
    return Account(
      username: name(), nick: name(), avatar: generator.chance(70) ? avatar : nil,
      cover: hasCover ? cover : nil)
  }

  private mutating func picture() -> Picture {
    Picture(
      url: url(), size: generator.chance(70) ? size() : nil,
      variants: (0..<generator.below(3)).compactMap { _ in
        let shape: Picture.Variant.Shape = generator.chance(50) ? .whole : .square
        return size().map { Picture.Variant(url: url(), size: $0, shape: shape) }
      }, description: generator.chance(50) ? CleanText.text(generator.text()) : "",
      focus: generator.chance(50)
        ? Picture.Focus(x: generator.below(2001) - 1000, y: generator.below(2001) - 1000) : nil)
  }

  private mutating func size() -> PixelSize? {
    PixelSize(width: 1 + generator.below(1_048_575), height: 1 + generator.below(1_048_575))
  }

  /// Returns text that isn't blank, because the post would be invalid without text.
  private mutating func words() -> String { CleanText.text(generator.text() + "x" + generator.text()) }

  private mutating func language() -> String? {
    generator.chance(30) ? generator.pick(["en", "zh-Hans", "ar"]) : nil
  }

  private mutating func name() -> String { CleanText.name(words()) }

  private mutating func url() -> String {
    generator.pick([
      "/media/\(generator.below(99)).jpg", "/a?b=c&d#e", "https://img.example.org/\(generator.below(99)).jpg",
      "http://example.org/a", "https://example.org.evil.example/a", "https://example.org//evil.example/a",
      "/朋友圈.jpg",
    ])
  }

  private mutating func identifier() -> String? {
    lastID += 1
    return generator.chance(80) ? "\(lastID)" : nil
  }

  private mutating func moment() -> Timestamp? {
    generator.chance(80) ? Timestamp(milliseconds: Int64(generator.below(4_000_000_000_000))) : nil
  }
}
