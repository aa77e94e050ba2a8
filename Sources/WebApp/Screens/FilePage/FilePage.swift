import Contracts
import Localization
import Social

/// A timeline in a file of the viewer: read without any server, stored on the device, and never changed.
enum FilePage: Screen {
  static let name: StaticString = "file-page"
  static let isFeed = true
  /// The key under which the device stores the file, for all who use the device.
  static let storageKey = "timeline file"
  /// The key of the file's name.
  static let nameKey = "timeline file name"
  static let pageLength = 20

  struct State: Equatable, Sendable {
    var start: FilePosts.Start
    let kind: FilePosts.Kind
    var postsState: PostsState
    /// Sorted as in the file.
    var posts: [Post] = []
    /// The file's name; empty if unknown.
    var name = ""
    var shownCount = pageLength
    var leftOut: [TimelineFile.LeftOut] = []
    var isLoading = false
    var decoding: Decoding?
    /// The reason why a file doesn't show.
    var problem: Phrase?

    init(_ start: FilePosts.Start, _ context: ScreenContext) {
      self.start = start
      guard case .posts(let kind, let file) = start else {
        kind = .whole
        postsState = PostsState(context, file: FilePosts())
        isLoading = true
        return
      }
      self.kind = kind
      postsState = PostsState(context, file: file)
      posts =
        switch kind {
        case .whole: file.all
        case .person(let handle): file.posts(by: handle)
        case .tag(let name): file.posts(tagged: name)
        }
    }

    /// The posts that show, and can therefore be tapped.
    var entries: [TimelineEntry] { posts.prefix(shownCount).map { TimelineEntry($0) } }
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    /// Removes the file from the device.
    case remove
    case post(PostTap)

    private enum Verb: String { case remove }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .remove: EncodedTap(Verb.remove.rawValue)
      case .post(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
      } else if tap.verb == Verb.remove.rawValue {
        self = .remove
      } else if let post = PostTap(tap) {
        self = .post(post)
      } else {
        return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    typealias Request = Never

    case appeared
    case given([UInt8], name: String = "")
    case loaded([UInt8]?)
    case loadedName([UInt8]?)
    case decodesOn
    case reachedEnd
    case tapped(Tap)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .given(let bytes, let name): self = .given(bytes, name: name)
      case .loaded(let key, let bytes, _): self = key == nameKey ? .loadedName(bytes) : .loaded(bytes)
      case .timerFired(.decodesOn): self = .decodesOn
      case .reachedEnd: self = .reachedEnd
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      switch state.start {
      case .stored: return loadStored
      case .given(let bytes, let name):
        // Avoids a second copy of a large file in memory.
        state.start = .stored
        return decode(&state, bytes, name, isNew: true)
      case .posts: return []
      }
    case .given(let bytes, let name):
      guard state.kind == .whole else { return [.open(.file(.given(bytes, name: name)))] }
      return decode(&state, bytes, name, isNew: true)
    case .loaded(let bytes):
      guard let bytes, state.posts.isEmpty else {
        state.isLoading = state.decoding != nil
        return []
      }
      return decode(&state, bytes, state.name, isNew: false)
    case .loadedName(let bytes):
      if let bytes, state.name.isEmpty { state.name = String(decoding: bytes, as: UTF8.self) }
      return []
    case .decodesOn: return decodeOn(&state)
    case .reachedEnd, .tapped(.list(.more)):
      if state.shownCount < state.posts.count { state.shownCount += pageLength }
      return []
    case .tapped(.post(let tap)): return state.postsState.tapped(tap, among: state.entries)
    case .tapped(.remove):
      show(&state, FilePosts(), [])
      state.name = ""
      return [.removeSaved(key: storageKey), .removeSaved(key: nameKey)]
    case .tapped(.list):
      state.problem = nil
      return []
    }
  }
}
