import Contracts
import Social

extension ProfilePage {
  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tappedRetry: return load(&state)
    case .pulledDown:
      guard !state.isRefreshing else { return [] }
      state.isRefreshing = true
      for index in state.lists.indices { state.lists[index].isComplete = false }
      state.list.isLoading = false
      return load(&state)
    case .reachedEnd: return loadOlder(&state)
    case .chose(let selection):
      state.selection = selection
      return state.list.entries.isEmpty && !state.list.isComplete ? loadOlder(&state) : []
    case .tappedFollow: return toggleFollow(&state)
    case .tappedBack: return [.close]
    case .tapped(let tap):
      if case .profile(let id) = tap, id == state.id { return [.scrollToTop] }
      return state.board.tapped(tap, among: state.list.entries.entries)
    case .answered(let name, let result): return answered(&state, name, result)
    case .heard(let fact):
      hear(&state, fact)
      return []
    }
  }

  private static func answered(
    _ state: inout State, _ name: RequestName, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    switch name.verb {
    case .profile: received(&state, result)
    case .relationship: receivedRelationship(&state, result)
    case .follow: followed(&state, result)
    case .older: receivedPosts(&state, name.id, result)
    default: state.board.answered(name, result, among: state.list.entries.entries)
    }
  }

  // MARK: Loading

  private static func load(_ state: inout State) -> [Effect] {
    state.trouble = nil
    state.list.trouble = nil
    guard let id = state.id else {
      return state.handle.map { [.call(.profile, MastodonRequests.lookup($0))] } ?? []
    }
    return [.call(.profile, MastodonRequests.account(id))] + loadRest(&state, id)
  }

  /// What needs the id.
  private static func loadRest(_ state: inout State, _ id: String) -> [Effect] {
    let isKnown = state.board.session == nil || state.isOwn
    let relationship: [Effect] =
      isKnown ? [] : [.call(RequestName(.relationship), MastodonRequests.relationship(to: id))]
    return relationship + loadPosts(&state, id, before: nil)
  }

  private static func loadPosts(_ state: inout State, _ id: String, before: String?) -> [Effect] {
    guard !state.list.isLoading else { return [] }
    state.list.isLoading = true
    let selection = state.selection
    let name = RequestName(.older, "\(selection.index)" + (before == nil ? "" : "+"))
    return [.call(name, MastodonRequests.statuses(of: id, selection, .init(before: before)))]
  }

  private static func loadOlder(_ state: inout State) -> [Effect] {
    guard let id = state.id, !state.list.isComplete else { return [] }
    return loadPosts(&state, id, before: state.list.entries.lastID)
  }

  private static func received(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    switch LoadTrouble.body(of: result) {
    case .failure(let trouble):
      state.trouble = trouble
      state.isRefreshing = false
      return []
    case .success(let body):
      guard let profile = state.board.decoder.profile(body: body) else {
        state.trouble = .unreadable
        return []
      }
      let wasKnown = state.id != nil
      state.profile = profile
      state.id = profile.id
      return [.tell(.profileChanged(profile))] + (wasKnown ? [] : loadRest(&state, profile.id))
    }
  }

  /// `name`: the index of the selection, with a plus for what comes below what is there.
  private static func receivedPosts(
    _ state: inout State, _ name: String, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    let bytes = Array(name.utf8)
    guard let digit = bytes.first, state.lists.indices.contains(Int(digit) - 0x30) else { return [] }
    let index = Int(digit) - 0x30
    guard state.lists[index].isLoading else { return [] }
    state.lists[index].isLoading = false
    state.isRefreshing = false
    switch LoadTrouble.body(of: result) {
    case .failure(let trouble): state.lists[index].trouble = trouble
    case .success(let body):
      guard let items = state.board.decoder.timeline(body) else {
        state.lists[index].trouble = .unreadable
        return []
      }
      state.lists[index].trouble = nil
      if bytes.count == 1 { state.lists[index].entries.removeAll() }
      if state.lists[index].entries.append(items) == 0 { state.lists[index].isComplete = true }
    }
    return []
  }

  private static func receivedRelationship(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    if case .success(let body) = LoadTrouble.body(of: result), state.sentFollow == nil {
      state.relationship = state.board.decoder.relationship(body: body) ?? state.relationship
    }
    return []
  }

  // MARK: Following

  private static func toggleFollow(_ state: inout State) -> [Effect] {
    guard state.board.session != nil else { return [.open(.signIn)] }
    guard let id = state.id, let relationship = state.relationship else { return [] }
    let wanted = !relationship.isFollowing && !relationship.isRequested
    set(&state, wanted)
    guard state.sentFollow == nil else { return [] }
    state.sentFollow = wanted
    return [.call(RequestName(.follow), MastodonRequests.follow(id, wanted))]
  }

  private static func set(_ state: inout State, _ follows: Bool) {
    guard var relationship = state.relationship else { return }
    let was = relationship.isFollowing
    let asks = follows && state.profile?.isLocked == true
    relationship.isFollowing = follows && !asks
    relationship.isRequested = asks
    state.relationship = relationship
    count(&state, from: was, to: relationship.isFollowing)
  }

  private static func count(_ state: inout State, from was: Bool, to isFollowing: Bool) {
    guard was != isFollowing, let profile = state.profile else { return }
    state.profile?.followersCount = max(0, profile.followersCount + (isFollowing ? 1 : -1))
  }

  private static func followed(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    guard let sent = state.sentFollow, let relationship = state.relationship, let id = state.id else { return [] }
    let wanted = relationship.isFollowing || relationship.isRequested
    state.sentFollow = nil
    guard case .success(let body) = LoadTrouble.body(of: result),
      let answer = state.board.decoder.relationship(body: body)
    else {
      set(&state, !sent)
      return [.toast(Toast(.followFailed, state.profile?.account.nick ?? ""))]
    }
    guard wanted == sent else {
      state.sentFollow = wanted
      return [.call(RequestName(.follow), MastodonRequests.follow(id, wanted))]
    }
    state.relationship = answer
    count(&state, from: relationship.isFollowing, to: answer.isFollowing)
    return [.tell(.relationshipChanged(answer))]
  }

  private static func hear(_ state: inout State, _ fact: Fact) {
    state.board.hear(fact)
    for index in state.lists.indices { state.lists[index].entries.hear(fact) }
    switch fact {
    case .relationshipChanged(let relationship):
      if relationship.id == state.id, state.sentFollow == nil { state.relationship = relationship }
    case .profileChanged(let profile): if profile.id == state.id { state.profile = profile }
    default: return
    }
  }
}
