import Contracts
import JSON
import Localization

/// Decodes a file into posts, in slices between two frames. A file that can't be read changes nothing that
/// shows.
extension FilePage {
  static let sliceLength = 128

  struct Decoding: Equatable, Sendable {
    let bytes: [UInt8]
    let name: String
    /// True if the viewer has just opened it: once decoded, it replaces the stored one.
    let isNew: Bool
    var decoder: TimelineFileDecoder
    var posts = FilePosts()
    var leftOut: [TimelineFile.LeftOut] = []

    static func == (left: Decoding, right: Decoding) -> Bool {
      left.bytes == right.bytes && left.posts.all.count == right.posts.all.count
        && left.leftOut == right.leftOut
    }
  }

  static let loadStored: [Effect] = [.load(key: nameKey), .load(key: storageKey)]

  static func decode(_ state: inout State, _ bytes: [UInt8], _ name: String, isNew: Bool) -> [Effect] {
    guard let decoder = try? TimelineFileDecoder(bytes) else {
      return refuse(&state, .fileNotTimeline, isNew)
    }
    state.isLoading = true
    state.decoding = Decoding(bytes: bytes, name: name, isNew: isNew, decoder: decoder)
    return decodeOn(&state)
  }

  static func decodeOn(_ state: inout State) -> [Effect] {
    guard var decoding = state.decoding else { return [] }
    // Taken out of the state meanwhile, so that the posts are not copied.
    state.decoding = nil
    do throws(JSONError) {
      for _ in 0..<sliceLength {
        guard let item = try decoding.decoder.next() else { return finish(&state, decoding) }
        switch item {
        case .success(let post): decoding.posts.append(post)
        case .failure(let leftOut): decoding.leftOut.append(leftOut)
        }
      }
    } catch {
      return refuse(&state, .fileNotTimeline, decoding.isNew)
    }
    if state.posts.isEmpty, !decoding.isNew { show(&state, decoding.posts, []) }
    state.decoding = decoding
    return [.after(milliseconds: 0, .decodesOn)]
  }

  private static func finish(_ state: inout State, _ decoding: Decoding) -> [Effect] {
    guard !decoding.posts.all.isEmpty else { return refuse(&state, .fileEmpty, decoding.isNew) }
    let shownCount = decoding.isNew ? pageLength : state.shownCount
    let problem = decoding.isNew ? nil : state.problem
    show(&state, decoding.posts, decoding.leftOut)
    state.shownCount = shownCount
    state.problem = problem
    state.isLoading = false
    guard decoding.isNew else { return [] }
    state.name = decoding.name
    let name = Array(decoding.name.utf8)
    return [.save(key: storageKey, decoding.bytes), .save(key: nameKey, name), .scrollToTop]
  }

  static func show(_ state: inout State, _ posts: FilePosts, _ leftOut: [TimelineFile.LeftOut]) {
    state.postsState.file = posts
    state.posts = posts.all
    state.leftOut = leftOut
    state.shownCount = pageLength
    state.problem = nil
  }

  /// Reports the problem. The previous file keeps showing, or shows again.
  private static func refuse(_ state: inout State, _ problem: Phrase, _ isNew: Bool) -> [Effect] {
    state.problem = problem
    state.isLoading = isNew && state.posts.isEmpty
    return state.isLoading ? loadStored : []
  }
}
