import Contracts
import Localization
import Markup
import Social

/// Loading the posts that replies answer. A notification names only the id of such a post.
extension Notifications {
  /// Asks for those that aren't known, each once.
  static func askParents(_ state: inout State) -> [Effect] {
    let wanted = state.parents.request(for: state.items, in: state.postsState.store)
    return wanted.isEmpty ? [] : [.ask(Request.parents(wanted), MastodonRequests.statuses(wanted))]
  }

  /// Applies the response, and asks for the rest.
  static func receivedParents(
    _ state: inout State, _ ids: [String], _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    state.parents.received(ids, result, state.postsState, time) ? askParents(&state) : []
  }

  /// The parents of the replies in the list.
  struct Parents: Equatable, Sendable {
    /// The number of posts that Mastodon returns at once (methods/statuses).
    static let maxRequested = 20

    private var records: [PostRecord] = []
    /// The ids of those that are known, that were requested, or that the server doesn't show.
    private var asked: Set<String> = []
    /// The ids of those whose response hasn't come yet.
    private var expected: [String] = []
    private var failures = 0

    /// The posts that can be tapped.
    var entries: [TimelineEntry] { records.map { TimelineEntry($0.post) } }

    /// Returns the ids to request.
    mutating func request(for items: [Notification], in store: EntityStore) -> [String] {
      guard failures < Self.maxFailures else { return [] }
      var wanted: [String] = []
      for item in items where item.kind == .mention && wanted.count < Self.maxRequested {
        guard let id = item.post?.replyTo?.id, asked.insert(id).inserted else { continue }
        if let known = store[id] { records.append(known) } else { wanted.append(id) }
      }
      expected += wanted
      return wanted
    }

    /// The number of refusals after which the server isn't asked any more.
    private static let maxFailures = 3

    /// Applies the response. Posts that the viewer may not see are missing. If the request failed it is
    /// repeated later, unless the server doesn't know it.
    ///
    /// - Returns: true if the server has answered with posts.
    mutating func received(
      _ ids: [String], _ result: Result<Response, RequestFailure>, _ postsState: PostsState, _ time: Timestamp
    ) -> Bool {
      expected.removeAll { ids.contains($0) }
      guard case .success(let body) = LoadFailure.body(of: result),
        let items = postsState.decoder.timeline(body)
      else {
        if case .success(let response) = result {
          failures = response.isFinal ? Self.maxFailures : failures + 1
        }
        asked.subtract(ids)
        return false
      }
      for item in items { records.append(postsState.store.receive(item.entry.post, asked: time)) }
      return true
    }

    /// Returns the square that shows a reply's parent at the end of its row: a picture, or else the beginning
    /// of the text. It is empty while the parent is loading, so that nothing moves when that arrives. Returns
    /// `nil` for a parent that was deleted, and for one that the viewer may not or doesn't want to see.
    func square(of reply: Post, _ postsState: PostsState, _ strings: Strings) -> HTML? {
      guard let id = reply.replyTo?.id else { return nil }
      guard let record = records.first(where: { $0.id == id }) else {
        return expected.contains(id)
          ? HTML { $0.element("span", .class("parent-square"), .aria(.hidden, "true"), text: "") } : nil
      }
      let parent = postsState.filtered(record.post)
      let filter = FilterEffect(parent.filters, in: postsState.filters)
      let (excerpt, picture) = (PostCell.Excerpt(parent), parent.firstPicture)
      guard !postsState.store.hides(parent, in: .list), !filter.hides, filter.title.isEmpty,
        !excerpt.text.isEmpty || picture != nil
      else { return nil }
      var content = excerpt.text
      if content.isEmpty { content = picture?.description ?? "" }
      if content.isEmpty { content = strings[.picture] }
      let name = strings[.replyingTo, "@" + excerpt.handle] + strings[.colon] + content
      return HTML { html in
        html.element(
          "a", .class("parent-square"), .href(Links.post(id, of: excerpt.handle)),
          .tap(PostTap.open(id: id)), .aria(.label, name)
        ) { html in
          if let picture {
            html.picture(picture, shape: .square, shownSize: "68px", class: "picture", alt: "")
          } else {
            html.element("span", .dir("auto")) { $0.text(excerpt.text, excerpt.emojis) }
          }
        }
      }
    }
  }
}

extension Post {
  /// The picture that stands for the post: its first one, unless it is covered.
  var firstPicture: Picture? {
    isSensitive || !warning.isEmpty ? nil : attachments.first { $0.isPicture }?.picture
  }
}
