import Contracts
import Markup

/// What a screen's taps are: an enum, written into `data-tap` by the view and read back from there.
protocol ScreenTap: Equatable, Sendable {
  var written: WrittenTap { get }
  /// nil if the text is no tap of this screen.
  init?(_ written: WrittenTap)
}

/// A tap as `data-tap` holds it: `verb:value:value`, with `:` and `%` of the values percent-encoded.
struct WrittenTap: Equatable, Sendable {
  let verb: String
  let values: [String]

  // Three, and not one with a list of values, and never inlined: what makes a list would be in the app at every tap.
  @inline(never)
  init(_ verb: String) {
    self.verb = verb
    values = []
  }

  @inline(never)
  init(_ verb: String, _ value: String) {
    self.verb = verb
    values = [value]
  }

  @inline(never)
  init(_ verb: String, _ value: String, _ second: String) {
    self.verb = verb
    values = [value, second]
  }

  /// Reads `text`.
  init(text: String) {
    var parts: [String] = []
    var part: [UInt8] = []
    for byte in Array(text.utf8) + [Self.colon] {
      if byte == Self.colon {
        parts.append(parts.isEmpty ? String(decoding: part, as: UTF8.self) : percentDecoded(part[...]))
        part = []
      } else {
        part.append(byte)
      }
    }
    verb = parts.removeFirst()
    values = parts
  }

  var text: String {
    var bytes = Array(verb.utf8)
    for value in values {
      bytes.append(Self.colon)
      for byte in Array(value.utf8) {
        switch byte {
        case Self.colon: bytes += Array("%3A".utf8)
        case UInt8(ascii: "%"): bytes += Array("%25".utf8)
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first value; empty where there is none.
  var value: String { values.first ?? "" }

  /// The value at an index, as a whole number.
  func number(_ index: Int) -> Int? { values.indices.contains(index) ? wholeNumber(values[index]) : nil }

  private static let colon = UInt8(ascii: ":")
}

extension WrittenTap: ScreenTap {
  var written: WrittenTap { self }
  init?(_ written: WrittenTap) { self = written }
}

extension Attribute {
  @inline(never)
  static func tap(_ tap: some ScreenTap) -> Attribute { .data("data-tap", tap.written.text) }

  /// Anything else that the reader does, or Escape, is that tap.
  @inline(never)
  static func dismiss(_ tap: some ScreenTap) -> Attribute { .data("data-dismiss", tap.written.text) }

  /// The key for removing something is that tap.
  @inline(never)
  static func remove(_ tap: some ScreenTap) -> Attribute { .data("data-remove", tap.written.text) }

  /// The shortcut for sending, in a field, is that tap.
  @inline(never)
  static func send(_ tap: some ScreenTap) -> Attribute { .data("data-send", tap.written.text) }
}

/// The taps of screens that have none of their own.
enum NoTap: ScreenTap {
  var written: WrittenTap { switch self {} }
  init?(_ written: WrittenTap) { return nil }
}

/// A tap that means the same on every screen.
indirect enum AppTap: ScreenTap {
  /// Closes the screen.
  case back
  case tab(Tab)
  /// Opens the menu behind the root.
  case menu
  /// Brings up who is signed in on this device.
  case accounts
  /// Puts the session with that key in front.
  case account(String)
  case signOut(String)
  /// One's own page.
  case myself
  /// Takes back the item of the outbox with this id.
  case undo(String)
  /// Shows again what the person with that id writes, who was blocked, or muted; or follows them again.
  case restore(String, isBlock: Bool)
  case signIn
  case settings
  /// The keys of the app, in a sheet.
  case shortcuts
  /// Keys do something, or not any more.
  case useShortcuts(Bool)
  case editProfile
  /// One's own membership.
  case accountPage
  /// A new post.
  case compose
  /// The pictures of the server that delivered the app.
  case images
  /// What the reader marked.
  case collection(MastodonRequests.Collection)
  /// Opens the list of the people who follow somebody, or whom somebody follows.
  case people(MastodonRequests.PeopleList, id: String, handle: String)
  case search
  /// Somebody whom a text names.
  case handle(String)
  /// What is tagged so, without the `#`.
  case tagged(String)

  /// It shows something in place of what lies over the root.
  var leadsElsewhere: Bool {
    switch self {
    case .back, .undo, .restore, .compose, .shortcuts, .useShortcuts: false
    default: true
    }
  }

  private enum Verb: String {
    case back, tab, account, myself, undo, unmute, unblock, settings, shortcuts, compose, images, followers, following,
      muted,
      blocked, bookmarks, favourites, likers, reposters
    case handle, tagged, search
    case menu = "open-menu"
    case accounts = "open-accounts"
    case signOut = "sign-out-of"
    case signIn = "sign-in"
    case editProfile = "edit-profile"
    case accountPage = "account-page"
    case useShortcuts = "use-shortcuts"
  }

  var written: WrittenTap {
    switch self {
    case .back: WrittenTap(Verb.back.rawValue)
    case .tab(let tab): WrittenTap(Verb.tab.rawValue, tab.rawValue)
    case .menu: WrittenTap(Verb.menu.rawValue)
    case .accounts: WrittenTap(Verb.accounts.rawValue)
    case .account(let key): WrittenTap(Verb.account.rawValue, key)
    case .signOut(let key): WrittenTap(Verb.signOut.rawValue, key)
    case .myself: WrittenTap(Verb.myself.rawValue)
    case .undo(let id): WrittenTap(Verb.undo.rawValue, id)
    case .restore(let id, let isBlock): WrittenTap((isBlock ? Verb.unblock : .unmute).rawValue, id)
    case .signIn: WrittenTap(Verb.signIn.rawValue)
    case .settings: WrittenTap(Verb.settings.rawValue)
    case .shortcuts: WrittenTap(Verb.shortcuts.rawValue)
    case .useShortcuts(let isOn): WrittenTap(Verb.useShortcuts.rawValue, isOn ? "on" : "off")
    case .editProfile: WrittenTap(Verb.editProfile.rawValue)
    case .accountPage: WrittenTap(Verb.accountPage.rawValue)
    case .compose: WrittenTap(Verb.compose.rawValue)
    case .images: WrittenTap(Verb.images.rawValue)
    case .collection(let collection): WrittenTap(collection.rawValue)
    case .people(.likedBy, let id, _): WrittenTap(Verb.likers.rawValue, id)
    case .people(.repostedBy, let id, _): WrittenTap(Verb.reposters.rawValue, id)
    case .people(let list, let id, let handle): WrittenTap(list.rawValue, id, handle)
    case .search: WrittenTap(Verb.search.rawValue)
    case .handle(let handle): WrittenTap(Verb.handle.rawValue, handle)
    case .tagged(let name): WrittenTap(Verb.tagged.rawValue, name)
    }
  }

  init?(_ tap: WrittenTap) {
    switch Verb(rawValue: tap.verb) {
    case .back: self = .back
    case .tab:
      guard let tab = Tab(rawValue: tap.value) else { return nil }
      self = .tab(tab)
    case .menu: self = .menu
    case .accounts: self = .accounts
    case .account: self = .account(tap.value)
    case .signOut: self = .signOut(tap.value)
    case .myself: self = .myself
    case .undo: self = .undo(tap.value)
    case .unmute: self = .restore(tap.value, isBlock: false)
    case .unblock: self = .restore(tap.value, isBlock: true)
    case .signIn: self = .signIn
    case .settings: self = .settings
    case .shortcuts: self = .shortcuts
    case .useShortcuts: self = .useShortcuts(tap.value == "on")
    case .editProfile: self = .editProfile
    case .accountPage: self = .accountPage
    case .compose: self = .compose
    case .images: self = .images
    case .bookmarks: self = .collection(.bookmarks)
    case .favourites: self = .collection(.favourites)
    case .search: self = .search
    case .handle: self = .handle(tap.value)
    case .tagged: self = .tagged(tap.value)
    case .followers, .following, .muted, .blocked:
      guard let list = MastodonRequests.PeopleList(rawValue: tap.verb), tap.values.count == 2 else { return nil }
      self = .people(list, id: tap.values[0], handle: tap.values[1])
    case .likers: self = .people(.likedBy, id: tap.value, handle: "")
    case .reposters: self = .people(.repostedBy, id: tap.value, handle: "")
    case nil: return nil
    }
  }
}
