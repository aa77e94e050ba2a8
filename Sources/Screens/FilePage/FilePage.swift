public import Contracts
public import Social

/// A timeline that somebody keeps in a file: read without any server, kept on the device, and never written to.
public enum FilePage {
  /// Where the device keeps the file, for everybody who uses it.
  static let storageKey = "timeline file"
  static let pageLength = 20

  public indirect enum Kind: Equatable, Sendable {
    case whole
    /// A handle.
    case person(String)
    /// Without its `#`, in lower case.
    case tag(String)
  }

  /// What a screen begins with.
  public indirect enum Start: Equatable, Sendable {
    /// The file that the device keeps.
    case kept
    /// A file that the person has just given.
    case given([UInt8])
    /// Some posts of a file that is open.
    case posts(Kind, FilePosts)
  }

  public struct State: Equatable, Sendable {
    var start: Start
    let kind: Kind
    public internal(set) var board: StatusBoard
    /// In the order of the file.
    public internal(set) var lines: [Status] = []
    public internal(set) var shownCount = pageLength
    public internal(set) var leftOut: [TimelineFile.LeftOut] = []
    public internal(set) var isLoading = false
    var decoding: Decoding?
    /// Why a file is not shown.
    public internal(set) var problem: Phrase?

    public init(_ start: Start, _ context: ScreenContext) {
      self.start = start
      guard case .posts(let kind, let file) = start else {
        kind = .whole
        board = StatusBoard(context, file: FilePosts())
        isLoading = true
        return
      }
      self.kind = kind
      board = StatusBoard(context, file: file)
      lines =
        switch kind {
        case .whole: file.all
        case .person(let handle): file.posts(by: handle)
        case .tag(let name): file.posts(tagged: name)
        }
    }

    /// What shows, and so can be tapped.
    var entries: [TimelineEntry] { lines.prefix(shownCount).map { TimelineEntry($0) } }
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case given([UInt8])
    case loaded([UInt8]?)
    case decodesOn
    case reachedEnd
    case tapped(StatusTap)
    case tappedRemove
    case tappedNotice
    case tappedBack
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      switch state.start {
      case .kept: return [.load(key: storageKey)]
      case .given(let bytes):
        // So that a large file is not kept in memory twice.
        state.start = .kept
        return decode(&state, bytes, isNew: true)
      case .posts: return []
      }
    case .given(let bytes): return decode(&state, bytes, isNew: true)
    case .loaded(let bytes):
      guard let bytes, state.lines.isEmpty else {
        state.isLoading = state.decoding != nil
        return []
      }
      return decode(&state, bytes, isNew: false)
    case .decodesOn: return decodeOn(&state)
    case .reachedEnd:
      if state.shownCount < state.lines.count { state.shownCount += pageLength }
      return []
    case .tapped(let tap): return state.board.tapped(tap, among: state.entries)
    case .tappedRemove:
      show(&state, FilePosts(), [])
      return [.removeSaved(key: storageKey)]
    case .tappedNotice:
      state.problem = nil
      return []
    case .tappedBack: return [.close]
    }
  }
}

extension FilePage.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .given(let bytes): self = .given(bytes)
    case .loaded(_, let bytes): self = .loaded(bytes)
    case .timerFired(.decodesOn): self = .decodesOn
    case .reachedEnd, .tapped("more"): self = .reachedEnd
    case .tapped("remove"): self = .tappedRemove
    case .tapped("notice"): self = .tappedNotice
    case .tapped("back"): self = .tappedBack
    case .tapped(let tap):
      guard let tap = StatusTap(tap) else { return nil }
      self = .tapped(tap)
    default: return nil
    }
  }
}
