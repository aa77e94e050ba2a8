import Localization
import Markup
import Social

/// A post as an album shows it: up to four of its pictures as a mosaic, and the beginning of its text.
struct AlbumEntry: Equatable, Sendable {
  /// The number of pictures in a mosaic.
  static let maxPictures = 4

  let post: Post
  let pictures: [Picture]
  /// The number of the post's pictures.
  let count: Int

  init(_ post: Post, _ postsState: PostsState) {
    let post = postsState.filtered(post)
    self.post = post
    let all = post.attachments.filter { $0.isPicture }
    let isCovered = post.isSensitive || !post.warning.isEmpty
    pictures = isCovered ? [] : all.prefix(Self.maxPictures).map { $0.picture }
    count = all.count
  }

  func write(isFirst: Bool, _ strings: Strings, _ html: inout HTML) {
    html.element(
      "a", .class(pictures.isEmpty ? "album-post text-only" : "album-post"),
      .href(Links.post(post.id, of: post.author.handle)), .tap(PostTap.open(id: post.id))
    ) { html in
      if !pictures.isEmpty {
        html.element("span", .class("mosaic of\(pictures.count)")) { html in
          for (index, picture) in pictures.enumerated() {
            html.picture(
              picture.withSquares, shape: .square, shownSize: "88px", class: "picture",
              alt: picture.description.isEmpty
                ? strings[.pictureOf, "\(index + 1)", "\(count)"] : picture.description,
              isFirst: isFirst)
          }
        }
      }
      html.element("span", .class("album-words")) { html in
        let words = words(strings)
        if !words.isEmpty {
          html.element("span", .class("album-text"), .dir("auto"), post.language.map { .lang($0) }) {
            $0.text(words, post.emojis)
          }
        }
        if count > 1, !pictures.isEmpty {
          html.element("span", .class("album-count"), text: strings[.photos, count])
        }
        post.visibility.append(to: &html, post.circles, strings)
      }
    }
  }

  /// The warning, or the text; without both the kind of what is attached.
  private func words(_ strings: Strings) -> String {
    if !post.warning.isEmpty { return post.warning }
    let text = post.content.plainText
    if !text.isEmpty { return text }
    if post.hasPoll { return strings[later: .poll] }
    if let other = post.attachments.first(where: { !$0.isPicture }) { return strings[other.kind.name] }
    return pictures.isEmpty && count > 0 ? strings[.sensitivePictures] : ""
  }
}
