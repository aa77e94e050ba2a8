import Contracts
import JSON
import Social

/// The page as it was seen last, kept on the device.
extension Moments {
  static func storageKey(_ state: State) -> String {
    "moments " + state.origin.address.text + " " + state.username
  }

  static func save(_ state: State) -> Effect {
    var writer = JSONWriter()
    let encoder = MomentsEncoder()
    writer.object { writer in
      if let profile = state.profile {
        writer.name("profile")
        encoder.profile(profile, &writer)
      }
      writer.name("posts")
      encoder.posts(Array(state.posts.prefix(storedLength)), &writer)
    }
    return .save(key: storageKey(state), writer.bytes)
  }

  /// Shows the stored copy while the network is asked, or because it failed.
  static func showStoredCopy(_ state: inout State, _ bytes: [UInt8]?) -> [Effect] {
    guard state.posts.isEmpty || state.notice == .offlineCopy, state.notice != .nobody,
      let bytes, let json = try? JSON(parsing: bytes)
    else { return [] }
    let decoder = MomentsDecoder(origin: state.origin)
    let posts: [Post] = (json["posts"]?.array ?? []).compactMap { item in
      guard case .success(let post) = decoder.post(item) else { return nil }
      return post
    }
    guard posts.count > state.posts.count else { return [] }
    state.profile = json["profile"].flatMap { decoder.profile($0) } ?? state.profile
    state.posts = posts
    state.isStoredCopy = true
    if state.notice == .unreachable { state.notice = .offlineCopy }
    return []
  }
}
