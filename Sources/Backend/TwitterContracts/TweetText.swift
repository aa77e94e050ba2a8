import JSON
import Social

/// The text of a tweet with all that it shows, and the entities in it.
///
/// v1.1 has no word for content warnings, polls and videos. A warning stands instead of the text and hides the
/// pictures; all three add a link to the post's page.
struct TweetText {
  enum Kind {
    case tag(name: String)
    case mention(id: String, username: String, name: String)
    case link(url: String, expanded: String)
  }

  struct Entity {
    let kind: Kind
    var indices: Range<Int>
  }

  /// The link to the pictures, at the end of the text.
  struct Media {
    let pictures: [Post.Attachment]
    let page: String
    /// The link as it stands in the text.
    let url: String
    var indices: Range<Int>
  }

  private(set) var text: String
  private(set) var entities: [Entity]
  private(set) var media: Media?
  /// The range without leading handles of a reply and without the link to the pictures.
  private(set) var displayRange: Range<Int>
  private var count: Int

  init(_ post: Post, page: String) {
    let isHidden = !post.warning.isEmpty
    let body = TwitterText(isHidden ? post.warning : post.content.plain)
    text = body.text
    count = body.count
    entities = body.entities.compactMap { Self.entity($0, mentions: post.mentions) }
    let start = post.replyTo == nil ? 0 : Self.endOfHandles(entities, in: body.text)
    displayRange = min(start, count)..<count
    let pictures = isHidden ? [] : post.attachments.filter { $0.kind == .image }
    guard !pictures.isEmpty || isHidden || post.hasPoll || !post.attachments.isEmpty else { return }
    let link = TwitterText(page)
    if !text.isEmpty {
      text += " "
      count += 1
    }
    let indices = count..<count + link.count
    text += link.text
    count += link.count
    if pictures.isEmpty {
      entities.append(Entity(kind: .link(url: link.text, expanded: page), indices: indices))
      displayRange = displayRange.lowerBound..<count
    } else {
      media = Media(pictures: pictures, page: page, url: link.text, indices: indices)
    }
  }

  /// Puts `RT @username: ` before the text and moves all indices.
  func reposted(of author: Profile) -> TweetText {
    let username = author.account.username
    let start = "RT @" + username + ": "
    let offset = start.unicodeScalars.count
    var repost = self
    repost.text = start + text
    repost.entities = [
      Entity(
        kind: .mention(id: author.id, username: username, name: author.account.nick),
        indices: 3..<offset - 2)
    ]
    for var entity in entities {
      entity.indices = entity.indices.moved(by: offset)
      repost.entities.append(entity)
    }
    if let indices = media?.indices { repost.media?.indices = indices.moved(by: offset) }
    repost.displayRange = 0..<displayRange.upperBound + offset
    repost.count = count + offset
    return repost
  }

  private static func entity(_ entity: TwitterText.Entity, mentions: [Post.Mention]) -> Entity? {
    switch entity.kind {
    case .link:
      return Entity(kind: .link(url: entity.text, expanded: entity.source), indices: entity.indices)
    case .tag(let name): return Entity(kind: .tag(name: name), indices: entity.indices)
    case .mention(let username, let server):
      let handle = TagKey.lowercased(server.map { username + "@" + $0 } ?? username)
      guard let known = mentions.first(where: { TagKey.lowercased($0.handle) == handle }) else { return nil }
      return Entity(
        kind: .mention(id: known.id, username: known.username, name: known.username), indices: entity.indices)
    }
  }

  /// Returns the index after the handles and spaces with which a reply begins.
  private static func endOfHandles(_ entities: [Entity], in text: String) -> Int {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    for entity in entities {
      guard case .mention = entity.kind, entity.indices.lowerBound == end else { break }
      end = entity.indices.upperBound
      while end < scalars.count, scalars[end] == " " { end += 1 }
    }
    return end
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}

extension Content {
  /// The source text.
  var plain: String {
    switch self {
    case .text(let text), .html(let text): text
    }
  }
}
