import Localization
import Markup
import Social

/// A notice that people commented on a post, in place of the comments, which stand under the post.
struct CommentsCell: Equatable, Sendable {
  static let maxFaces = 3

  let key: String
  /// The people who commented, latest first, each once: those who show, and the number of all.
  let people: [Account]
  let count: Int
  /// The post, if it is loaded.
  let post: Post?
  let postID: String
  /// The age of the latest comment.
  let age: Age?

  /// Creates the cell.
  ///
  /// - Parameter comments: the latest first.
  init(key: String, _ comments: [Post], on post: Post?, id: String, _ environment: ViewEnvironment) {
    var people: [Profile] = []
    for comment in comments where !people.contains(where: { $0.id == comment.author.id }) {
      people.append(comment.author)
    }
    self.key = key
    self.people = people.prefix(Self.maxFaces).map { $0.account }
    count = people.count
    self.post = post
    postID = id
    age = comments.first?.createdAt.map { environment.age($0) }
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element(
        "article", .class("post under-posts"), .data("data-key", key), .tap(PostTap.open(id: postID))
      ) {
        html in
        html.element("div", .class("faces")) { html in
          for person in people { html.avatar(of: person, shownSize: "28px") }
        }
        html.element("div", .class("body")) { html in
          html.element("h2", .class("who")) { html in
            html.element(
              "a", .class("commented"),
              .href(Links.post(postID, of: post?.author.handle ?? people.first?.username ?? "")),
              .tap(PostTap.open(id: postID))
            ) { $0.text(Strings.fill(strings[.commentsBy], [names(strings)]), people.flatMap { $0.emojis }) }
            if let age { html.element("span", .class("time"), text: strings.short(age)) }
          }
          beginning(&html)
        }
      }
    }
  }

  private func names(_ strings: Strings) -> String {
    strings.names(people.map { strings.isolated($0.nick) }, of: count)
  }

  /// Writes the beginning of the post. Its line is there before the post is loaded, so that nothing below
  /// moves.
  private func beginning(_ html: inout HTML) {
    html.element("p", .class("beginning"), .dir("auto")) { html in
      guard let post else { return }
      html.nick(of: post.author.account)
      html.text(" " + PostCell.Excerpt(post).text, post.emojis)
    }
  }
}
