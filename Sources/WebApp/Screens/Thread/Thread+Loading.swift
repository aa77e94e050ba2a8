import Contracts
import JSON
import Social

/// Turning responses into a thread. Thousands of replies are decoded in slices between two frames. The first
/// of them show as soon as they are decoded, and take their final positions when all are.
extension Thread {
  // Anybody may answer.
  static func authors(_ state: State) -> ShownAuthors { state.postsState.file == nil ? .anybody : .home }
  static func hasFailed(_ state: State) -> Bool { state.failure != nil }

  static let sliceLength = 64

  struct Decoding: Equatable, Sendable {
    var decoder: ContextDecoder
    /// The time when the thread was requested.
    let asked: Timestamp
    var ancestors: [PostRecord] = []
    var descendants: [PostRecord] = []
    /// The ids of its posts, each once, even if a server's replies form a cycle.
    var known: Set<String>
    /// True for a cached response.
    var isCached = false

    static func == (left: Decoding, right: Decoding) -> Bool { left.known == right.known }
  }

  static func load(_ state: inout State) -> [Effect] {
    guard !state.isLoading, state.postsState.file == nil else { return [] }
    (state.isLoading, state.isQuiet, state.isOutdated) = (true, false, false)
    state.failure = nil
    return [
      .ask(Request.post, MastodonRequests.status(state.id)),
      .ask(Request.context, MastodonRequests.context(of: state.id)),
    ]
  }

  /// Loads the replies that came while no stream brought them. Nothing on the screen says so.
  static func reloadOutdated(_ state: inout State) -> [Effect] {
    guard state.isOutdated, state.hasContext, !state.isLoading else { return [] }
    let effects = load(&state)
    state.isQuiet = true
    return effects
  }

  /// Asks for the relationship to the post's author, so that the viewer can follow them there.
  static func askFollow(_ state: inout State) -> [Effect] {
    let unknown = state.postsState.requestRelationships(with: state.post.map { [$0.author] } ?? [])
    return unknown.isEmpty
      ? [] : [.ask(Request.relationships(unknown), MastodonRequests.relationships(to: unknown))]
  }

  static func received(
    _ state: inout State, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    switch LoadFailure.body(of: result) {
    case .failure(let failure):
      state.failure = failure
      state.isLoading = false
      guard failure.isGone else { return [] }
      let wasShown = state.post != nil
      (state.opened, state.ancestors, state.replies, state.depths) = (nil, [], [], [])
      (state.decoding, state.cachedAt) = (nil, nil)
      return [.forget(.post(id: state.id))] + (wasShown ? [.broadcast(.postRemoved(id: state.id))] : [])
    case .success(let body):
      guard let post = state.postsState.decoder.status(body: body) else {
        state.failure = .unreadable
        return []
      }
      // The ancestors were loaded before the post.
      let scrolls = state.opened == nil && !state.ancestors.isEmpty
      state.opened = state.postsState.store.receive(post, asked: time)
      state.cacheNotes.bodies[0] = body
      return (scrolls ? [scrollToOpened(state)] : []) + save(&state, time)
    }
  }

  static func receivedContext(
    _ state: inout State, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    switch LoadFailure.body(of: result) {
    case .failure(let failure): return failed(&state, failure)
    case .success(let body):
      guard let decoder = try? ContextDecoder(body, state.postsState.decoder) else {
        return failed(&state, .unreadable)
      }
      state.decoding = Decoding(decoder: decoder, asked: time, known: [state.id])
      state.cacheNotes.bodies[1] = body
      return save(&state, time) + decodeOn(&state)
    }
  }

  // Caching the responses with the post and its conversation on the device as they came.

  /// The greatest size in bytes of a thread that is cached.
  static let maxCachedBytes = 500_000

  private static func save(_ state: inout State, _ time: Timestamp) -> [Effect] {
    guard let key = state.storageKey, state.cacheNotes.bodies.allSatisfy({ !$0.isEmpty }) else { return [] }
    let page = CachedResponse(savedAt: time, parts: state.cacheNotes.bodies)
    state.cacheNotes.bodies = [[], []]
    return page.body.count <= maxCachedBytes ? [.save(key: key, page.bytes)] : []
  }

  /// Shows the cached response until the server has answered; does nothing if the server was faster.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard !state.hasContext, state.decoding == nil, state.failure?.isGone != true,
      let page = bytes.flatMap({ CachedResponse($0) }),
      let parts = page.parts(2), let post = state.postsState.decoder.status(body: parts[0]),
      let decoder = try? ContextDecoder(parts[1], state.postsState.decoder)
    else { return [] }
    state.cachedAt = page.savedAt
    state.opened = state.postsState.store.receive(post, asked: page.savedAt)
    state.decoding = Decoding(decoder: decoder, asked: page.savedAt, known: [state.id], isCached: true)
    return decodeOn(&state)
  }

  static func decodeOn(_ state: inout State) -> [Effect] {
    guard var decoding = state.decoding else { return [] }
    // Taken out of the state meanwhile, so that the posts are not copied.
    state.decoding = nil
    var (isFinished, isUnreadable) = (false, false)
    do throws(JSONError) {
      for _ in 0..<sliceLength {
        guard let (isAncestor, post) = try decoding.decoder.next() else {
          isFinished = true
          break
        }
        guard decoding.known.insert(post.id).inserted else { continue }
        let stored = state.postsState.store.receive(post, asked: decoding.asked)
        if isAncestor { decoding.ancestors.append(stored) } else { decoding.descendants.append(stored) }
      }
      // If none of several posts can be read, the thread is unreadable, not empty.
      isUnreadable = isFinished && decoding.known.count == 1 && decoding.decoder.unreadable > 1
    } catch {
      isUnreadable = true
    }
    if isUnreadable { return decoding.isCached ? [] : failed(&state, .unreadable) }
    let isEnough = decoding.descendants.count >= pageLength && state.replies.isEmpty && !state.hasContext
    let known = state.replies
    if isFinished || isEnough { arrange(&state, decoding) }
    guard !isFinished else {
      let isByItself = state.isQuiet && state.hasContext && !decoding.isCached
      if !decoding.isCached { (state.isLoading, state.cachedAt) = (false, nil) }
      state.hasContext = true
      return isByItself ? announce(&state, besides: known) : []
    }
    state.decoding = decoding
    return [.after(milliseconds: 0, .decodesOn)]
  }

  /// Arranges all replies that lead back to the post as a tree below it.
  private static func arrange(_ state: inout State, _ decoding: Decoding) {
    state.ancestors = decoding.ancestors
    let opened = ThreadOrder.Node(id: state.id, replyTo: nil, time: state.post?.createdAt)
    let nodes =
      [opened]
      + decoding.descendants.map { reply in
        // A server may hide the parent of a reply; the reply then answers the opened post.
        let post = reply.post
        let replyTo = post.replyTo.flatMap { decoding.known.contains($0.id) ? $0.id : nil } ?? state.id
        return ThreadOrder.Node(id: post.id, replyTo: replyTo, time: post.createdAt)
      }
    let tree = ThreadOrder.tree(below: 0, in: nodes)
    state.replies = tree.replies.map { decoding.descendants[$0 - 1] }
    state.depths = tree.depths
    for sent in state.sent where sent.at >= decoding.asked {
      add(&state, sent.post, isOwn: sent.post.post.author.id == state.postsState.session?.me.id)
    }
  }

  private static func failed(_ state: inout State, _ failure: LoadFailure) -> [Effect] {
    state.isLoading = false
    if state.failure == nil { state.failure = failure }
    return []
  }
}
