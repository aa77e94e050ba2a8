import Contracts
import Localization
import Markup
import Social

/// A post as lists and threads show it.
struct PostCell: Equatable, Sendable {
  enum Style: Equatable, Sendable {
    case plain
    /// A post with a connector down to the next one, which answers it.
    case ancestor
    /// A post that answers the one above.
    case answer
    /// The opened post of a thread.
    case large
  }

  let key: String
  var entry: TimelineEntry
  var style = Style.plain
  let origin: Origin
  let age: Age?
  /// The exact date and time.
  let moment: DateAndTime?
  let isOwn: Bool
  /// True if it is in a timeline file, which allows no actions.
  let isReadOnly: Bool
  let isUnfolded: Bool
  let isUncovered: Bool
  /// True if it is in sight at once.
  let isFirst: Bool
  /// True if the viewer has not seen it yet.
  var isUnread = false
  /// The number of indentation steps, for a reply to a reply.
  var depth = 0
  /// True if it stands pinned on top of its author's profile.
  var isPinned = false
  /// The names of others who reposted it.
  var alsoReposted: [String] = []
  /// The beginning of the parent post, if it shows above it.
  var parent: Excerpt?
  /// True if the parent stands in no row above it, and may not be loaded yet.
  var isParentElsewhere = false
  /// A square with the beginning of the parent, at the end of the row.
  var parentSquare: HTML?
  /// The author's follow button.
  var follow = FollowState.none
  /// The time until the post's poll ends.
  var pollEnd: RelativeTime?
  /// True for a member, who may vote in polls.
  var canVote = false
  /// The title of the viewer's filter that hides the post until the viewer asks for it; empty if none does.
  var filter = ""

  var post: Post { entry.post }

  struct Excerpt: Equatable, Sendable {
    let id: String
    let handle: String
    let text: String
    let emojis: [CustomEmoji]

    /// Creates the beginning of a post; text behind a warning stays hidden.
    init(_ post: Post) {
      id = post.id
      handle = post.author.handle
      emojis = post.emojis
      text = post.warning.isEmpty ? Self.withoutNames(post.content.plainText) : post.warning
    }

    /// Returns the text without the handles at its start, which address a reply.
    static func withoutNames(_ text: String) -> String {
      var rest = text[...]
      while rest.utf8.first == UInt8(ascii: "@"), let space = rest.utf8.firstIndex(of: UInt8(ascii: " ")) {
        rest = rest[rest.utf8.index(after: space)...]
      }
      return String(rest)
    }
  }
}

extension PostsState {
  /// Returns the post as the viewer's filters show it here.
  func filtered(_ post: Post) -> Post {
    guard !post.filters.isEmpty, FilterEffect(post.filters, in: filters).blurs else { return post }
    var covered = post
    covered.isSensitive = true
    return covered
  }

  /// Returns the cell of a post. `isFirst`: it is in sight at once.
  func cell(
    _ entry: TimelineEntry, key: String, style: PostCell.Style = .plain, isFirst: Bool,
    _ environment: ViewEnvironment
  ) -> PostCell {
    let post = entry.post
    var cell = PostCell(
      key: key, entry: entry, style: style, origin: origin,
      age: post.createdAt.map { environment.age($0) },
      moment: post.createdAt.map { DateAndTime($0, minutesEast: environment.minutesEast) },
      isOwn: session?.me.id == post.author.id, isReadOnly: file != nil,
      isUnfolded: unfolded.contains(post.id),
      isUncovered: uncovered.contains(post.id), isFirst: isFirst)
    if !post.filters.isEmpty {
      cell.entry.post = filtered(post)
      cell.filter = FilterEffect(post.filters, in: filters).title
    }
    if post.poll != nil {
      cell.canVote = session != nil && file == nil
      cell.showPoll(at: environment.now)
    }
    return cell
  }
}

/// A post of the outbox.
struct OutboxItemCell: Equatable, Sendable {
  let item: OutboxItem
  let writer: Profile?

  var key: String { Self.key(item.id) }

  /// Returns the key of an outbox item's cell, on every screen.
  static func key(_ id: String) -> String { "w" + id }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("article", .class("post waiting"), .data("data-key", key)) { html in
        if let writer {
          html.element("span", .class("face")) { $0.avatar(of: writer.account, shownSize: "40px") }
        }
        html.element("div", .class("body")) { html in
          if let writer {
            html.element("h2", .class("who")) { html in
              html.nick(of: writer.account)
              html.element("bdi", .class("handle"), text: "@" + writer.handle)
            }
          }
          html.element("div", .class("words"), .dir("auto")) { html in
            html.element("p") { $0.postText(item.draft?.text ?? "") }
          }
          html.pictures((item.draft?.pictures ?? []).map { $0.picture }, of: nil, strings)
          if let location = item.draft?.shownLocation { html.location(location, hasPin: true, strings) }
          html.sending(item, strings)
        }
      }
    }
  }
}

extension HTML {
  /// Writes the state of an outbox item, and the possible actions.
  mutating func sending(_ item: OutboxItem, _ strings: Strings) {
    element("p", .class("sending"), .role("status")) { html in
      switch item.state {
      case .waiting:
        html.element("span", text: strings[item.attempts == 0 ? .sending : .waitingToSend])
        html.button(.edit(item.id), .undo, strings)
      case .sending: html.element("span", text: strings[.sending])
      case .failed(let reason):
        html.element("span", .class("problem"), text: strings.refusal(reason))
        if item.canRetry { html.button(.retry(item.id), .retry, strings) }
        html.button(.edit(item.id), .edit, strings)
        html.button(.cancel(item.id), .discard, strings)
      }
    }
  }

  private mutating func button(_ request: OutboxRequest, _ phrase: Phrase, _ strings: Strings) {
    element("button", .type("button"), .tap(PostTap.outbox(request)), text: strings[phrase])
  }
}
