import Contracts
import Markup

/// Language, size of text, and reading the Moments of another server.
public enum Settings {
  public struct State: Equatable, Sendable {
    public var isRoot: Bool
    /// As typed.
    public internal(set) var address = ""
    public internal(set) var username = ""
    public internal(set) var feedAddress = ""
    public internal(set) var problem: Problem?

    /// `refused`: an address that was typed, and is none.
    public init(isRoot: Bool = false, refused: String? = nil) {
      self.isRoot = isRoot
      guard let refused else { return }
      address = refused
      problem = .invalidAddress
    }
  }

  /// Why the typed address can't be opened.
  public enum Problem: Equatable, Sendable {
    case invalidAddress
    case invalidUsername
    case invalidFeedAddress
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case tappedBack
    case choseLanguage(Language)
    /// nil: as the device says.
    case choseTextSize(TextSize?)
    case submitted(address: String, username: String)
    case submittedFeed(address: String)
    case tappedFile
  }

  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return []
    case .tappedBack: return [.close]
    case .choseLanguage(let language): return [.speak(language)]
    case .tappedFile: return [.open(.file(.kept))]
    case .choseTextSize(let size): return [.setTextSize(size)]
    case .submitted(let address, let username):
      state.address = address
      state.username = username
      guard let server = ServerAddress(address) else {
        state.problem = .invalidAddress
        return []
      }
      guard Array(username.utf8).contains(where: { $0 > 0x20 }) else {
        state.problem = .invalidUsername
        return []
      }
      state.problem = nil
      return [.visit(url: Links.moments(of: username, at: .other(server)).text)]
    case .submittedFeed(let address):
      state.feedAddress = address
      let server = ServerAddress(address)
      state.problem = server == nil ? .invalidFeedAddress : nil
      return server.map { [.open(.images($0))] } ?? []
    }
  }

  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    Page(
      title: reader.strings[.settings],
      frame: [.bar(isRoot: state.isRoot)],
      cells: [
        .languages,
        .textSizes(chosen: reader.textSize),
        .otherServer(
          address: state.address, username: state.username,
          state.problem == .invalidFeedAddress ? nil : state.problem),
        .otherFeed(address: state.feedAddress, isInvalid: state.problem == .invalidFeedAddress),
        .file,
        .about,
      ])
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar(isRoot: Bool)
    case languages
    case textSizes(chosen: TextSize?)
    case otherServer(address: String, username: String, Problem?)
    case otherFeed(address: String, isInvalid: Bool)
    case file
    case about
  }
}

extension Settings.Action {
  /// Reads what the view wrote into `data-tap`.
  public init?(tap: String) {
    if tap == "back" {
      self = .tappedBack
    } else if tap == "file" {
      self = .tappedFile
    } else if tap == "text-size:" {
      self = .choseTextSize(nil)
    } else if case ("text-size", let text) = tapParts(tap), let size = TextSize(text) {
      self = .choseTextSize(size)
    } else if let language = Language.allCases.first(where: { tap == "language:" + $0.tag }) {
      self = .choseLanguage(language)
    } else {
      return nil
    }
  }
}

extension Settings.Action {
  init?(_ event: ScreenEvent) {
    switch event {
    case .tapped(let tap): self.init(tap: tap)
    case .submitted(let fields) where fields.count == 1: self = .submittedFeed(address: fields[0])
    case .submitted(let fields) where fields.count == 2: self = .submitted(address: fields[0], username: fields[1])
    default: return nil
    }
  }
}
