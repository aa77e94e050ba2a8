import Contracts
import JSON
import Social

extension Moments {
  enum Loading: Equatable, Sendable {
    case no
    /// The first load, while the screen is empty.
    case first
    /// The viewer pulled to refresh.
    case refresh
    /// The rest of the page that the server rendered.
    case rest
  }

  struct Decoding: Equatable, Sendable {
    var elements: JSONArrayReader
    var posts: [MomentsPost] = []
    var identifiers: Set<String> = []
    var droppedCount = 0
    /// The time when the posts were requested.
    let asked: Timestamp

    static func == (left: Decoding, right: Decoding) -> Bool {
      left.posts.count == right.posts.count && left.droppedCount == right.droppedCount
    }
  }

  enum Request: Equatable, Sendable {
    case profile
    case posts
    /// The people or tags that begin like the word in the comment.
    case completions
  }
}

/// Turning responses into posts.
extension Moments {
  /// The number of items to decode between two frames, which keeps scrolling smooth on slow phones.
  static let sliceLength = 64
  /// The number of posts that the device stores for reading offline.
  static let storedLength = 200

  /// Loads all posts, without moving what shows.
  static func reload(_ state: inout State) -> [Effect] {
    state.loading = .rest
    state.isOutdated = false
    return [ask(state, .posts)]
  }

  static func reloadOutdated(_ state: inout State) -> [Effect] {
    state.isOutdated && state.loading == .no && state.profile != nil ? reload(&state) : []
  }

  static func receivedProfile(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard state.loading != .no else { return [] }
    switch LoadFailure.body(of: result) {
    case .failure(let failure): return halfFailed(&state, .profile, failure)
    case .success(let body):
      guard let json = try? JSON(parsing: body),
        let profile = MomentsDecoder(origin: state.origin).profile(json)
      else { return halfFailed(&state, .profile, .unreadable) }
      state.receivedProfile = profile
      if state.profile == nil { state.profile = profile }
      return finishIfComplete(&state)
    }
  }

  static func receivedPosts(
    _ state: inout State, _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) -> [Effect] {
    guard state.loading != .no else { return [] }
    switch LoadFailure.body(of: result) {
    case .failure(let failure): return halfFailed(&state, .posts, failure)
    case .success(let body):
      guard let elements = try? JSONArrayReader(body) else { return halfFailed(&state, .posts, .unreadable) }
      state.decoding = Decoding(elements: elements, asked: time)
      return decodeOn(&state)
    }
  }

  static func decodeOn(_ state: inout State) -> [Effect] {
    guard var decoding = state.decoding, !decoding.elements.isAtEnd else { return [] }
    // Taken out of the state meanwhile, so that the posts are not copied.
    state.decoding = nil
    let decoder = MomentsDecoder(origin: state.origin)
    do throws(JSONError) {
      for _ in 0..<sliceLength {
        guard let item = try decoding.elements.nextIfReadable() else { break }
        decoding.add(item, decoder)
      }
    } catch {
      return halfFailed(&state, .posts, .unreadable)
    }
    let isFinished = decoding.elements.isAtEnd
    if state.records.isEmpty {
      state.records = state.writing.store.receive(decoding.posts, asked: decoding.asked)
    }
    state.decoding = decoding
    return isFinished ? finishIfComplete(&state) : [.after(milliseconds: 0, .decodesOn)]
  }

  /// Shows the result of a refresh once both responses are there, so that the page is never half new.
  private static func finishIfComplete(_ state: inout State) -> [Effect] {
    let needsProfile = state.loading == .first || state.loading == .refresh
    guard !needsProfile || state.receivedProfile != nil || state.profileFailure != nil else { return [] }
    if let failure = state.postsFailure {
      state.profile = state.receivedProfile ?? state.profile
      return failed(&state, failure)
    }
    guard let decoding = state.decoding, decoding.elements.isAtEnd else { return [] }
    let isRefresh = state.loading == .refresh
    state.profile = state.receivedProfile ?? state.profile
    state.records = state.writing.store.receive(decoding.posts, asked: decoding.asked)
    state.isComplete = true
    state.showsCached = false
    state.failure = state.profileFailure
    state.showsFailure = state.profileFailure != nil
    state.isPartial = state.profileFailure != nil
    state.profileFailure = nil
    state.isOffline = false
    state.decoding = nil
    state.receivedProfile = nil
    state.loading = .no
    var effects = [save(state)]
    if isRefresh {
      state.shownCount = pageLength
      state.isLoadingMore = false
      state.unfolded = []
      state.uncovered = []
      effects.append(.scrollToTop)
    } else if state.isLoadingMore {
      effects.append(.after(milliseconds: 0, .moreIsDue))
    }
    return effects + reloadOutdated(&state)
  }

  /// Handles the failure of one of the two requests. If only this one is at fault, the other's result still
  /// shows. The previous content stays whole.
  private static func halfFailed(_ state: inout State, _ request: Request, _ failure: LoadFailure) -> [Effect]
  {
    guard state.loading == .first, !state.showsCached else { return failed(&state, failure) }
    switch failure {
    case .unreachable, .missing: return failed(&state, failure)
    case .unreadable, .serverFailed: break
    }
    if request == .profile { state.profileFailure = failure } else { state.postsFailure = failure }
    if state.profileFailure != nil, state.postsFailure != nil { return failed(&state, failure) }
    return finishIfComplete(&state)
  }

  private static func failed(_ state: inout State, _ failure: LoadFailure) -> [Effect] {
    (state.profileFailure, state.postsFailure, state.isPartial) = (nil, nil, false)
    let isCachedOnScreen = state.loading == .rest || state.loading == .first && state.showsCached
    state.failure = failure
    state.showsFailure = true
    state.isOffline = failure == .unreachable && isCachedOnScreen
    state.loading = .no
    state.decoding = nil
    state.receivedProfile = nil
    state.isLoadingMore = false
    var effects: [Effect] = [.cancel(Request.profile), .cancel(Request.posts)]
    if failure.isGone {
      (state.profile, state.records, state.isComplete, state.showsCached) = (nil, [], false, false)
      effects.append(.forget(.person(id: nil, handle: state.username, state.origin)))
    }
    // The cached page shows its first posts; the device has more of them.
    if state.isOffline, !state.showsCached { effects.append(.load(key: storageKey(state))) }
    return effects
  }

  /// Returns the key of the cached response. A member has one of their own, as it may contain posts that
  /// strangers can't see.
  static func storageKey(_ state: State) -> String {
    CacheName.key(CacheName.moments(of: state.username, at: state.origin), of: state.session)
  }

  static func save(_ state: State) -> Effect {
    var writer = JSONWriter()
    let encoder = MomentsEncoder()
    var posts: [MomentsPost] = []
    for stored in state.records.prefix(storedLength) { posts.append(state.current(stored)) }
    writer.object { writer in
      if let profile = state.profile {
        writer.name("profile")
        encoder.profile(profile, &writer)
      }
      writer.name("posts")
      encoder.posts(posts, &writer)
    }
    return .save(key: storageKey(state), writer.bytes)
  }

  /// Shows the cached response while the network is asked, or because it failed.
  static func showCached(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard state.records.isEmpty || state.isOffline, state.failure?.isGone != true,
      let bytes, let json = try? JSON(parsing: bytes)
    else { return [] }
    let decoder = MomentsDecoder(origin: state.origin)
    let posts: [MomentsPost] = (json["posts"]?.array ?? []).compactMap { item in
      guard case .success(let post) = decoder.post(item) else { return nil }
      return post
    }
    guard posts.count > state.records.count else { return [] }
    state.profile = json["profile"].flatMap { decoder.profile($0) } ?? state.profile
    // The cached response is older than all that the store knows.
    state.records = state.writing.store.receive(posts, asked: Timestamp(milliseconds: 0))
    state.showsCached = true
    if state.failure == .unreachable { state.isOffline = true }
    return []
  }
}

extension Moments.Decoding {
  /// Adds an item. If two posts have the same id, the later one loses it.
  mutating func add(_ item: Result<JSON, JSONError>, _ decoder: MomentsDecoder) {
    guard case .success(let json) = item, case .success(var post) = decoder.post(json) else {
      droppedCount += 1
      return
    }
    if let id = post.id, !identifiers.insert(id).inserted { post.id = nil }
    posts.append(post)
  }
}
