import Contracts
import Localization
import Markup
import Social

/// Language, colours, text size, the audience of new posts, and reading the Moments pages of other servers.
enum Settings: Screen {
  static let name: StaticString = "settings"

  struct State: Equatable, Sendable {
    let isRoot: Bool
    /// True if the home timeline shows comments; `nil` for strangers, who have no home timeline.
    var showsComments: Bool?
    /// True if the viewer has an account on this server.
    var isMember = false
    /// The audience of the viewer's new posts; `nil` until it is loaded.
    var audience: Visibility?
    /// The audience before the one that is being saved.
    var savedAudience: Visibility?
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
      isMember = context.session?.isOwnServer == true
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
    /// Opens the settings of notifications.
    case notifications
    case comments(Bool)
    /// Sets the audience of new posts.
    case audience(Visibility)

    private enum Verb: String {
      case language, file, scheme, comments, audience, notifications
      case textSize = "text-size"
    }

    var encoded: EncodedTap {
      switch self {
      case .language(let language): EncodedTap(Verb.language.rawValue, language.tag)
      case .textSize(let size): EncodedTap(Verb.textSize.rawValue, size.map { "\($0.step)" } ?? "")
      case .scheme(let scheme): EncodedTap(Verb.scheme.rawValue, scheme?.rawValue ?? "")
      case .file: EncodedTap(Verb.file.rawValue)
      case .notifications: EncodedTap(Verb.notifications.rawValue)
      case .comments(let areShown): EncodedTap(Verb.comments.rawValue, areShown ? "on" : "off")
      case .audience(let audience): EncodedTap(Verb.audience.rawValue, audience.rawValue)
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
      case .notifications: self = .notifications
      case .comments: self = .comments(tap.value == "on")
      case .audience:
        guard let audience = Visibility(rawValue: tap.value) else { return nil }
        self = .audience(audience)
      case nil: return nil
      }
    }
  }

  enum Request: Equatable, Sendable {
    case preferences
    /// Saves the audience of new posts.
    case audience
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case submitted(address: String, username: String)
    case submittedFeed(address: String)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .submitted(let fields) where fields.count == 1: self = .submittedFeed(address: fields[0])
      case .submitted(let fields) where fields.count == 2:
        self = .submitted(address: fields[0], username: fields[1])
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return state.isMember ? [.ask(Request.preferences, MastodonRequests.preferences)] : []
    case .received(.preferences, let result, _):
      if case .success(let response) = result, response.isSuccess {
        state.audience = MastodonDecoder.defaultAudience(body: response.body)
      }
      return []
    case .tapped(.audience(let audience)):
      guard let saved = state.audience, audience != saved, state.savedAudience == nil else { return [] }
      (state.audience, state.savedAudience) = (audience, saved)
      return [.ask(Request.audience, MastodonRequests.setDefaultAudience(audience))]
    case .received(.audience, let result, _):
      let saved = state.savedAudience
      state.savedAudience = nil
      guard case .success(let response) = result, response.isSuccess else {
        state.audience = saved
        return [.toast(Toast(.notSaved))]
      }
      // The next post begins with it, and not with the last choice.
      return [.remember(key: Visibility.lastChoiceKey, nil)]
    case .tapped(.language(let language)): return [.setLanguage(language)]
    case .tapped(.file): return [.open(.file(.stored))]
    case .tapped(.notifications): return [.open(.notificationSettings)]
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
      .languages, .schemes(chosen: environment.appearance.scheme),
      .textSizes(chosen: environment.appearance.textSize),
    ]
    if state.showsComments != nil { cells.insert(.notifications, at: 0) }
    if let audience = state.audience { cells.append(.audience(audience)) }
    if let showsComments = state.showsComments { cells.append(.home(showsComments: showsComments)) }
    cells += [
      .otherServer(
        address: state.address, username: state.username,
        state.problem == .invalidFeedAddress ? nil : state.problem),
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
    case notifications
    case audience(Visibility)
    case home(showsComments: Bool)
    case otherServer(address: String, username: String, Problem?)
    case otherFeed(address: String, isInvalid: Bool)
    case file
    case shortcuts(areOn: Bool)
    case about
  }
}
