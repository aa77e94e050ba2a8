import Contracts
import JSON
import Social

/// From answers to posts.
extension Moments {
  /// So many items are decoded between two frames, which keeps scrolling smooth on slow phones.
  static let sliceLength = 64
  /// So many posts are kept on the device for reading offline.
  static let storedLength = 200

  static func receivedProfile(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard state.loading != .no else { return [] }
    switch content(of: result) {
    case .failure(let notice): return failed(&state, notice)
    case .success(let body):
      guard let json = try? JSON(parsing: body), let profile = MomentsDecoder(origin: state.origin).profile(json)
      else { return failed(&state, .unreadable) }
      state.receivedProfile = profile
      if state.profile == nil { state.profile = profile }
      return finishIfComplete(&state)
    }
  }

  static func receivedPosts(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard state.loading != .no else { return [] }
    switch content(of: result) {
    case .failure(let notice): return failed(&state, notice)
    case .success(let body):
      guard let reader = try? JSONArrayReader(body) else { return failed(&state, .unreadable) }
      state.decoding = Decoding(reader: reader)
      return decodeOn(&state)
    }
  }

  static func decodeOn(_ state: inout State) -> [Effect] {
    guard var decoding = state.decoding, !decoding.reader.isAtEnd else { return [] }
    // Taken out meanwhile, so that the posts are not copied.
    state.decoding = nil
    let decoder = MomentsDecoder(origin: state.origin)
    do throws(JSONError) {
      for _ in 0..<sliceLength {
        guard let item = try decoding.reader.next() else { break }
        decoding.add(decoder.post(item))
      }
    } catch {
      return failed(&state, .unreadable)
    }
    let isFinished = decoding.reader.isAtEnd
    if state.posts.isEmpty { state.posts = decoding.posts }
    state.decoding = decoding
    return isFinished ? finishIfComplete(&state) : [.after(milliseconds: 0, .decodesOn)]
  }

  /// Shows what a refresh brought once both answers are there, so that the page never is half new.
  private static func finishIfComplete(_ state: inout State) -> [Effect] {
    guard let decoding = state.decoding, decoding.reader.isAtEnd else { return [] }
    let needsProfile = state.loading == .first || state.loading == .refresh
    guard !needsProfile || state.receivedProfile != nil else { return [] }
    let isRefresh = state.loading == .refresh
    state.profile = state.receivedProfile ?? state.profile
    state.posts = decoding.posts
    state.isComplete = true
    state.isStoredCopy = false
    state.notice = nil
    state.decoding = nil
    state.receivedProfile = nil
    state.loading = .no
    var effects = [save(state)]
    if isRefresh {
      state.shownCount = pageLength
      state.isLoadingMore = false
      state.unfolded = []
      effects.append(.scrollToTop)
    } else if state.isLoadingMore {
      effects.append(.after(milliseconds: 0, .moreIsDue))
    }
    return effects
  }

  private static func failed(_ state: inout State, _ notice: Notice) -> [Effect] {
    let isCopyOnScreen = state.loading == .rest || state.loading == .first && state.isStoredCopy
    state.notice = notice == .unreachable && isCopyOnScreen ? .offlineCopy : notice
    state.loading = .no
    state.decoding = nil
    state.receivedProfile = nil
    state.isLoadingMore = false
    var effects: [Effect] = [.cancel(.profile), .cancel(.posts)]
    if notice == .nobody { effects.append(.removeSaved(key: storageKey(state))) }
    // The page that was kept shows its first posts; the copy on the device has more of them.
    if state.notice == .offlineCopy, !state.isStoredCopy { effects.append(.load(key: storageKey(state))) }
    return effects
  }

  private static func content(of result: Result<Answer, RequestFailure>) -> Result<[UInt8], NoticeError> {
    switch result {
    case .failure(.unreachable): .failure(.unreachable)
    case .failure(.tooLarge): .failure(.unreadable)
    case .success(let answer) where answer.isSuccess: .success(answer.body)
    case .success(let answer) where answer.status == 404: .failure(.nobody)
    case .success(let answer): .failure(.serverFailed(status: answer.status))
    }
  }

  private typealias NoticeError = Notice
}

extension Moments.Notice: Error {}

extension Moments.Decoding {
  /// Two posts of one id get one key too few: the later one loses its id.
  mutating func add(_ result: Result<Post, DroppedItem>) {
    switch result {
    case .failure: droppedCount += 1
    case .success(var post):
      if let id = post.id, !identifiers.insert(id).inserted { post.id = nil }
      posts.append(post)
    }
  }
}
