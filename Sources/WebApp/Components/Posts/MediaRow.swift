import Contracts
import Localization
import Markup
import Social

/// Pictures of a person, in lines of three or four: the media view of a profile, and the pictures of an album.
struct MediaRow: Equatable, Sendable {
  /// A multiple of three and of four, so that rows fill whole lines.
  static let length = 12

  /// One picture of a post.
  struct Tile: Equatable, Sendable {
    let postID: String
    let handle: String
    /// The index among the post's pictures; `nil` if the viewer screen can't show it.
    let index: Int?
    let picture: Picture
    let isCovered: Bool
    /// The number of the post's pictures.
    let count: Int
  }

  let row: Int
  let tiles: [Tile]

  private static let prefix = "media-"

  static func key(_ row: Int) -> String { prefix + "\(row)" }

  /// The number of rows that hold this many tiles.
  static func count(of tiles: Int) -> Int { (tiles + length - 1) / length }

  /// Returns all pictures of the posts, in order.
  static func tiles(of list: EntryList, _ postsState: PostsState) -> [Tile] {
    var tiles: [Tile] = []
    for row in list.rows.indices {
      if let item = list.item(row) { tiles += Self.tiles(of: item.post, postsState) }
    }
    return tiles
  }

  /// Returns the pictures of a post.
  static func tiles(of post: Post, _ postsState: PostsState) -> [Tile] {
    let post = postsState.filtered(post)
    let isCovered = (post.isSensitive || !post.warning.isEmpty) && !postsState.uncovered.contains(post.id)
    let count = post.attachments.count { $0.isPicture }
    var (tiles, index) = ([Tile](), 0)
    for attachment in post.attachments {
      tiles.append(
        Tile(
          postID: post.id, handle: post.author.handle, index: attachment.isPicture ? index : nil,
          picture: attachment.picture, isCovered: isCovered, count: count))
      if attachment.isPicture { index += 1 }
    }
    return tiles
  }

  init(_ row: Int, of tiles: [Tile]) {
    self.row = row
    let start = row * Self.length
    self.tiles = Array(tiles[start..<min(start + Self.length, tiles.count)])
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("article", .class("media-row"), .data("data-key", Self.key(row))) { html in
        for tile in tiles { tile.write(isFirst: row < 1, strings, &html) }
      }
    }
  }
}

/// The posts whose pictures show as tiles, as they were when the tiles were computed. An edit changes a post
/// without an action of the screen.
struct PicturedPosts: Equatable, Sendable {
  private var posts: [Post] = []

  init() {}

  init(_ list: EntryList) {
    for row in list.rows.indices { if let item = list.item(row) { posts.append(item.post) } }
  }

  /// Returns true if the list shows the same pictures still. An unchanged array compares in constant time.
  func isCurrent(in list: EntryList) -> Bool {
    var index = 0
    for row in list.rows.indices {
      guard let item = list.item(row) else { continue }
      guard index < posts.count, Self.areSame(posts[index], item.post) else { return false }
      index += 1
    }
    return index == posts.count
  }

  private static func areSame(_ one: Post, _ other: Post) -> Bool {
    one.attachments == other.attachments && one.isSensitive == other.isSensitive
      && one.warning == other.warning && one.filters == other.filters
  }
}

extension MediaRow.Tile {
  /// - Parameter isFirst: True if it is in sight at once.
  func write(isFirst: Bool, _ strings: Strings, _ html: inout HTML) {
    guard !isCovered else { return html.pictureCover(isOff: false, .tap(PostTap.cover(id: postID)), strings) }
    let tap = index.map { PostTap.picture(id: postID, index: $0) } ?? .open(id: postID)
    let number = strings[.pictureOf, "\((index ?? 0) + 1)", "\(max(count, 1))"]
    html.element(
      "a", .class(count > 1 ? "photo several" : "photo"), .href(Links.post(postID, of: handle)), .tap(tap)
    ) {
      html in
      html.picture(
        picture.withSquares, shape: .square, shownSize: "(min-width: 700px) 160px, 33vw",
        box: PictureLayout.Box(width: PictureLayout.cell, height: PictureLayout.cell), class: "picture",
        alt: picture.description.isEmpty ? number : picture.description, isFirst: isFirst)
    }
  }
}
