import Contracts
import JSON
import Social

extension Moments {
  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      state.loading = .first
      return [.load(key: storageKey(state))] + requests(state)
    case .tookOver:
      state.loading = .rest
      return [request(state, .posts)]
    case .pulledDown: return refresh(&state)
    case .tappedRetry:
      state.notice = nil
      return state.posts.isEmpty && state.profile == nil ? reduce(&state, .appeared) : refresh(&state)
    case .reachedEnd: return reachedEnd(&state)
    case .moreIsDue:
      // Posts that are still on their way: the spinner stays until they are there.
      guard state.isLoadingMore, state.shownCount < state.posts.count || state.loading == .no else { return [] }
      return showMore(&state)
    case .tappedFold(let key): return toggleFold(&state, key)
    case .tappedPicture(let key, let index):
      guard let post = state.post(key), post.pictures.indices.contains(index) else { return [] }
      return [.open(.viewer(Viewer.Start(pictures: post.pictures, index: index)))]
    case .tappedPerson(let username):
      guard username != state.username else { return [.scrollToTop] }
      return [.open(.moments(username: username, state.origin))]
    case .tappedMenu(let key): return toggleMenu(&state, key)
    case .menuLeft(let key): return menuLeft(&state, key)
    case .tappedLike(let key): return toggleLike(&state, key)
    case .tappedComment(let key): return startComment(&state, key, answering: nil)
    case .tappedAnswer(let key, let comment): return startComment(&state, key, answering: comment)
    case .tappedOutsideComment:
      state.writing.commenting = nil
      return []
    case .typedComment(let text): return typedComment(&state, text)
    case .tappedSendComment: return sendComment(&state)
    case .tappedDelete(let key): return deletePost(state, key)
    case .tappedDeleteComment: return deleteComment(&state)
    case .tappedKeepComment:
      state.writing.asked = nil
      return []
    case .tappedCompose: return [.open(state.asker == nil ? .signIn : .compose(ComposeStart()))]
    case .heard(let fact): return heard(&state, fact)
    case .tappedSettings: return [.open(.settings)]
    case .tappedBack: return [.close]
    case .tappedNotice:
      state.notice = nil
      return []
    case .answered(let name, let result):
      switch name.verb {
      case .profile: return receivedProfile(&state, result)
      case .posts: return receivedPosts(&state, result)
      case .like: return answeredLike(&state, name.id, result)
      default: return []
      }
    case .decodesOn: return decodeOn(&state)
    case .loaded(_, let bytes): return showStoredCopy(&state, bytes)
    }
  }

  private static func requests(_ state: State) -> [Effect] {
    [request(state, .profile), request(state, .posts)]
  }

  /// In the name of whoever is signed in, who may see more than strangers.
  private static func request(_ state: State, _ name: RequestName) -> Effect {
    guard state.asker == nil else {
      return .call(
        name, name == .profile ? MomentsRequests.profile(of: state.username) : MomentsRequests.posts(of: state.username)
      )
    }
    return .request(
      name,
      url: name == .profile
        ? MomentsRequests.profile(of: state.username, at: state.origin)
        : MomentsRequests.posts(of: state.username, at: state.origin))
  }

  private static func refresh(_ state: inout State) -> [Effect] {
    guard state.loading == .no || state.loading == .rest else { return [] }
    state.loading = .refresh
    state.notice = nil
    state.decoding = nil
    state.receivedProfile = nil
    return [.cancel(.posts)] + requests(state)
  }

  private static func reachedEnd(_ state: inout State) -> [Effect] {
    guard !state.isLoadingMore, state.hasMore else { return [] }
    state.isLoadingMore = true
    var effects: [Effect] = [.after(milliseconds: spinnerMilliseconds, .moreIsDue)]
    if state.shownCount >= state.posts.count, state.loading == .no {
      state.loading = .rest
      effects.append(request(state, .posts))
    }
    return effects
  }

  private static func showMore(_ state: inout State) -> [Effect] {
    state.isLoadingMore = false
    state.shownCount = min(state.shownCount + pageLength, max(state.posts.count, pageLength))
    return []
  }

  private static func toggleFold(_ state: inout State, _ key: String) -> [Effect] {
    guard state.unfolded.remove(key) == nil else { return [.reveal(key: key)] }
    state.unfolded.insert(key)
    return []
  }
}

extension Moments.State {
  /// There are posts that do not show yet.
  var hasMore: Bool { shownCount < posts.count || !isComplete && !posts.isEmpty }

  /// The key of a post: its id, or its place where the source has none.
  func key(of post: Post, at index: Int) -> String {
    post.id.map { "p" + $0 } ?? "n\(index)"
  }

  func post(_ key: String) -> Post? {
    for (index, post) in posts.prefix(shownCount).enumerated() where self.key(of: post, at: index) == key {
      return post
    }
    return nil
  }
}
