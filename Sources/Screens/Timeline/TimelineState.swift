import Contracts
import JSON
import Social

/// Posts in the order of time: those of whom the person follows, those that mention them, those with a tag.
public enum Timeline {
  public enum Kind: Equatable, Sendable {
    case home
    case mentions
    /// Without its `#`.
    case tag(String)
  }

  /// So many lines are asked for at once.
  static let pageLength = 20
  /// So many pages of news are loaded at once; if there are more, a gap stays below them.
  static let mostPages = 4
  /// How often the newest are asked for, in milliseconds.
  static let pollMilliseconds = 60_000
  /// So many lines are kept on the device, and more if the person reads farther down.
  static let storedLength = 80
  static let mostStored = 400

  public struct State: Equatable, Sendable {
    public let kind: Kind
    let isRoot: Bool
    public internal(set) var board: StatusBoard
    public internal(set) var list = EntryList()
    public internal(set) var loading = Loading.no
    public internal(set) var isLoadingOlder = false
    var isComplete = false
    /// Between the line of this id and the next one some are missing.
    public internal(set) var gap: String?
    var isLoadingGap = false
    /// So many lines above what is read have not been seen.
    public internal(set) var newCount = 0
    public internal(set) var notice: Notice?
    /// Own posts that wait to be sent, oldest first.
    public internal(set) var waiting: [OutboxItem] = []
    /// What came of the news, until they meet what is there.
    var incoming: [MastodonDecoder.Item] = []
    var incomingPages = 0
    /// Where the person read last.
    var place: ReadingPlace?
    var isRestored = false

    public init(_ kind: Kind, _ context: ScreenContext) {
      self.kind = kind
      isRoot = context.isRoot
      board = StatusBoard(context)
      place = context.memory[Self.placeKey(kind)].flatMap { ReadingPlace($0) }
      gap = context.memory[Self.gapKey(kind)]
      if kind == .home { waiting = context.outbox.filter { $0.draft != nil } }
    }

    private static func name(_ kind: Kind) -> String {
      switch kind {
      case .home: "home"
      case .mentions: "mentions"
      case .tag(let name): "tag " + name
      }
    }

    static func placeKey(_ kind: Kind) -> String { "place " + name(kind) }
    static func gapKey(_ kind: Kind) -> String { "gap " + name(kind) }

    /// nil: nothing is kept for strangers.
    var storageKey: String? { board.session?.storageKey("timeline " + Self.name(kind)) }
  }

  public enum Loading: Equatable, Sendable {
    case no
    /// Nothing is on the screen yet.
    case first
    /// The person pulled, or tapped to try again.
    case refresh
    /// Without being asked for.
    case quiet
  }

  public enum Notice: Equatable, Sendable {
    /// No network: what was seen last is shown.
    case offlineCopy
    case trouble(LoadTrouble)
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case returned
    case choseAgain
    case pulledDown
    case reachedEnd
    case pollIsDue
    case anchored(key: String, offset: Int)
    case tapped(StatusTap)
    case tappedNew
    case tappedGap
    case tappedRetry
    case tappedNotice
    case tappedBack
    case answered(RequestName, Result<Answer, RequestFailure>)
    case loaded([UInt8]?)
    case heard(Fact)
  }
}

/// The topmost line that a person saw, and where its upper edge was, in CSS px below the screen's.
struct ReadingPlace: Equatable, Sendable {
  let key: String
  let offset: Int

  init(key: String, offset: Int) {
    self.key = key
    self.offset = offset
  }

  /// Reads `text`.
  init?(_ text: String) {
    let (offset, key) = tapParts(text)
    guard let number = Int64(digits: Array(offset.utf8)[...]).flatMap({ Int(exactly: $0) }), !key.isEmpty else {
      return nil
    }
    self.init(key: key, offset: number)
  }

  var text: String { "\(offset):" + key }

  /// Of the line, whose cell's key has a letter before it.
  var id: String { String(decoding: Array(key.utf8).dropFirst(), as: UTF8.self) }
}
