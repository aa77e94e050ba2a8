import Contracts
import Localization
import Markup
import Social

/// Language, colours, text size, and reading the Moments pages of other servers.
enum Settings: Screen {
  static let name: StaticString = "settings"

  struct State: Equatable, Sendable {
    let isRoot: Bool
    /// True if the home timeline shows comments; `nil` if the viewer has no home timeline.
    var showsComments: Bool?
    /// The typed texts.
    var address = ""
    var username = ""
    var feedAddress = ""
    var problem: Problem?

    /// `refused`: a typed address that isn't valid.
    init(isRoot: Bool = false, refused: String? = nil) {
      self.isRoot = isRoot
      guard let refused else { return }
      address = refused
      problem = .invalidAddress
    }

    init(_ context: ScreenContext) {
      isRoot = false
      if context.session != nil { showsComments = context.memory[ConversationGroups.hidesCommentsKey] == nil }
    }
  }

  /// The reason why the typed address can't be opened.
  enum Problem: Equatable, Sendable {
    case invalidAddress
    case invalidUsername
    case invalidFeedAddress
  }

  indirect enum Tap: ScreenTap {
    case language(Language)
    /// `nil` follows the device.
    case textSize(TextSize?)
    /// `nil` follows the device.
    case scheme(ColorScheme?)
    /// Opens the timeline file that the device stores.
    case file
    case comments(Bool)

    private enum Verb: String {
      case language, file, scheme, comments
      case textSize = "text-size"
    }

    var encoded: EncodedTap {
      switch self {
      case .language(let language): EncodedTap(Verb.language.rawValue, language.tag)
      case .textSize(let size): EncodedTap(Verb.textSize.rawValue, size.map { "\($0.step)" } ?? "")
      case .scheme(let scheme): EncodedTap(Verb.scheme.rawValue, scheme?.rawValue ?? "")
      case .file: EncodedTap(Verb.file.rawValue)
      case .comments(let areShown): EncodedTap(Verb.comments.rawValue, areShown ? "on" : "off")
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .language:
        guard let language = Language(tag: tap.value) else { return nil }
        self = .language(language)
      case .textSize:
        let size = TextSize(tap.value)
        guard tap.values.count == 1, size != nil || tap.value.isEmpty else { return nil }
        self = .textSize(size)
      case .scheme:
        let scheme = ColorScheme(rawValue: tap.value)
        guard tap.values.count == 1, scheme != nil || tap.value.isEmpty else { return nil }
        self = .scheme(scheme)
      case .file: self = .file
      case .comments: self = .comments(tap.value == "on")
      case nil: return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    typealias Request = Never

    case tapped(Tap)
    case submitted(address: String, username: String)
    case submittedFeed(address: String)

    init?(_ event: ScreenEvent) {
      switch event {
      case .submitted(let fields) where fields.count == 1: self = .submittedFeed(address: fields[0])
      case .submitted(let fields) where fields.count == 2: self = .submitted(address: fields[0], username: fields[1])
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .tapped(.language(let language)): return [.setLanguage(language)]
    case .tapped(.file): return [.open(.file(.stored))]
    case .tapped(.textSize(let size)): return [.setTextSize(size)]
    case .tapped(.scheme(let scheme)): return [.setColorScheme(scheme)]
    case .tapped(.comments(let areShown)):
      state.showsComments = areShown
      return [
        .remember(key: ConversationGroups.hidesCommentsKey, areShown ? nil : "off"),
        .broadcast(.commentsShown(areShown)),
      ]
    case .submitted(let address, let username):
      state.address = address
      state.username = username
      // A person's full address fills both fields.
      let whole = PastedAddress(username).flatMap { $0.isPlain ? $0 : nil }
      let isNamed = Array(username.utf8).contains { $0 > 0x20 }
      let name = whole?.person ?? (isNamed ? nil : PastedAddress(address)?.person) ?? username
      guard let server = ServerAddress(pasted: address) ?? whole?.server else {
        state.problem = .invalidAddress
        return []
      }
      guard Array(name.utf8).contains(where: { $0 > 0x20 }) else {
        state.problem = .invalidUsername
        return []
      }
      state.problem = nil
      return [.visit(url: Links.moments(of: name, at: .other(server)).text)]
    case .submittedFeed(let address):
      state.feedAddress = address
      let server = ServerAddress(pasted: address)
      state.problem = server == nil ? .invalidFeedAddress : nil
      return server.map { [.open(.images($0))] } ?? []
    }
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    var cells: [Cell] = [
      .languages, .schemes(chosen: environment.appearance.scheme), .textSizes(chosen: environment.appearance.textSize),
    ]
    if let showsComments = state.showsComments { cells.append(.home(showsComments: showsComments)) }
    cells += [
      .otherServer(
        address: state.address, username: state.username, state.problem == .invalidFeedAddress ? nil : state.problem),
      .otherFeed(address: state.feedAddress, isInvalid: state.problem == .invalidFeedAddress), .file,
      .shortcuts(areOn: environment.hasShortcuts), .about,
    ]
    // The bar of the server's page leads back to the site's root.
    let bar = Cell.part(.bar(environment.strings[.settings], isRoot: false))
    return Page(title: environment.strings[.settings], frame: [bar], cells: cells)
  }

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    case languages
    case schemes(chosen: ColorScheme?)
    case textSizes(chosen: TextSize?)
    case home(showsComments: Bool)
    case otherServer(address: String, username: String, Problem?)
    case otherFeed(address: String, isInvalid: Bool)
    case file
    case shortcuts(areOn: Bool)
    case about
  }
}
