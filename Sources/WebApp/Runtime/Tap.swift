import Contracts
import Markup

/// The taps of a screen: an enum that the view writes into `data-tap` and the app reads back.
protocol ScreenTap: Equatable, Sendable {
  var encoded: EncodedTap { get }
  /// Fails if the text isn't a tap of this screen.
  init?(_ encoded: EncodedTap)
}

/// A tap as encoded in `data-tap`: `verb:value:value`, with `:` and `%` in the values percent-encoded.
struct EncodedTap: Equatable, Sendable {
  let verb: String
  let values: [String]

  // Three initializers instead of one with a list of values, and never inlined: else the code that makes a
  // list would be in the app at every tap.
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

  /// The first value; empty without values.
  var value: String { values.first ?? "" }

  /// Returns the value at an index, as a whole number.
  func number(_ index: Int) -> Int? { values.indices.contains(index) ? wholeNumber(values[index]) : nil }

  private static let colon = UInt8(ascii: ":")
}

extension EncodedTap: ScreenTap {
  var encoded: EncodedTap { self }
  init?(_ encoded: EncodedTap) { self = encoded }
}

extension Attribute {
  @inline(never)
  static func tap(_ tap: some ScreenTap) -> Attribute { .data("data-tap", tap.encoded.text) }

  /// Returns the attribute for the tap that Escape, or any action elsewhere, triggers.
  @inline(never)
  static func dismiss(_ tap: some ScreenTap) -> Attribute { .data("data-dismiss", tap.encoded.text) }

  /// Returns the attribute for the tap that Escape triggers, unlike an action elsewhere: it ends a selection or a
  /// question within a page.
  @inline(never)
  static func escape(_ tap: EncodedTap) -> Attribute { .data("data-escape", tap.text) }

  /// Returns the attribute for the tap that the delete key triggers.
  @inline(never)
  static func remove(_ tap: some ScreenTap) -> Attribute { .data("data-remove", tap.encoded.text) }

  /// Returns the attribute for the tap that the shortcut for sending, in a field, triggers.
  @inline(never)
  static func send(_ tap: some ScreenTap) -> Attribute { .data("data-send", tap.encoded.text) }
}

/// The taps of screens that have none of their own.
enum NoTap: ScreenTap {
  var encoded: EncodedTap { switch self {} }
  init?(_ encoded: EncodedTap) { return nil }
}

/// A tap that means the same on every screen.
indirect enum AppTap: ScreenTap {
  case back
  case tab(Tab)
  /// Opens the menu behind the root.
  case menu
  /// Opens the account switcher.
  case accounts
  /// Puts the session with that key in front.
  case account(String)
  case signOut(String)
  /// The viewer's own profile.
  case myself
  /// Undoes the outbox item with this id.
  case undo(String)
  /// Opens the viewer's post with that id.
  case view(String)
  /// Unblocks or unmutes the person with that id, or follows them again.
  case restore(String, isBlock: Bool)
  case signIn
  case settings
  /// Opens the list of keyboard shortcuts, in a sheet.
  case shortcuts
  /// Turns keyboard shortcuts on or off.
  case useShortcuts(Bool)
  case editProfile
  /// The page of the viewer's own account.
  case accountPage
  /// Opens the tools of owners and moderators.
  case community
  /// Inviting others.
  case invite
  /// Begins a new post.
  case compose
  /// The pictures of the server that delivered the app.
  case images
  /// The posts that the viewer favourited or bookmarked.
  case collection(MastodonRequests.Collection)
  /// Opens the list of a person's followers, or of the people they follow.
  case people(MastodonRequests.PeopleList, id: String, handle: String)
  case search
  /// The viewer's circles.
  case circles
  /// Dismisses the announcement that shows.
  case dismissAnnouncement
  /// The profile of the person with this handle, which a text mentions.
  case handle(String)
  /// The album of the person with this handle.
  case album(String)
  /// The posts with that tag, without the `#`.
  case tagged(String)

  /// True if it replaces what lies over the root.
  var leadsElsewhere: Bool {
    switch self {
    case .back, .undo, .view, .restore, .compose, .shortcuts, .useShortcuts, .dismissAnnouncement: false
    default: true
    }
  }

  private enum Verb: String {
    case back, tab, account, myself, undo, view, unmute, unblock, settings, shortcuts, compose, images
    case followers, following, muted, blocked, members, voters, bookmarks, favourites, likers, reposters
    case handle, album, tagged, search, circles
    case menu = "open-menu"
    case accounts = "open-accounts"
    case signOut = "sign-out-of"
    case signIn = "sign-in"
    case editProfile = "edit-profile"
    case accountPage = "account-page"
    case community, invite
    case useShortcuts = "use-shortcuts"
    case dismissAnnouncement = "dismiss-announcement"
  }

  var encoded: EncodedTap {
    switch self {
    case .back: EncodedTap(Verb.back.rawValue)
    case .tab(let tab): EncodedTap(Verb.tab.rawValue, tab.rawValue)
    case .menu: EncodedTap(Verb.menu.rawValue)
    case .accounts: EncodedTap(Verb.accounts.rawValue)
    case .account(let key): EncodedTap(Verb.account.rawValue, key)
    case .signOut(let key): EncodedTap(Verb.signOut.rawValue, key)
    case .myself: EncodedTap(Verb.myself.rawValue)
    case .undo(let id): EncodedTap(Verb.undo.rawValue, id)
    case .view(let id): EncodedTap(Verb.view.rawValue, id)
    case .restore(let id, let isBlock): EncodedTap((isBlock ? Verb.unblock : .unmute).rawValue, id)
    case .signIn: EncodedTap(Verb.signIn.rawValue)
    case .settings: EncodedTap(Verb.settings.rawValue)
    case .shortcuts: EncodedTap(Verb.shortcuts.rawValue)
    case .useShortcuts(let isOn): EncodedTap(Verb.useShortcuts.rawValue, isOn ? "on" : "off")
    case .editProfile: EncodedTap(Verb.editProfile.rawValue)
    case .accountPage: EncodedTap(Verb.accountPage.rawValue)
    case .community: EncodedTap(Verb.community.rawValue)
    case .invite: EncodedTap(Verb.invite.rawValue)
    case .compose: EncodedTap(Verb.compose.rawValue)
    case .images: EncodedTap(Verb.images.rawValue)
    case .collection(let collection): EncodedTap(collection.rawValue)
    case .people(.likedBy, let id, _): EncodedTap(Verb.likers.rawValue, id)
    case .people(.repostedBy, let id, _): EncodedTap(Verb.reposters.rawValue, id)
    case .people(let list, let id, let handle): EncodedTap(list.rawValue, id, handle)
    case .search: EncodedTap(Verb.search.rawValue)
    case .circles: EncodedTap(Verb.circles.rawValue)
    case .dismissAnnouncement: EncodedTap(Verb.dismissAnnouncement.rawValue)
    case .handle(let handle): EncodedTap(Verb.handle.rawValue, handle)
    case .album(let handle): EncodedTap(Verb.album.rawValue, handle)
    case .tagged(let name): EncodedTap(Verb.tagged.rawValue, name)
    }
  }

  init?(_ tap: EncodedTap) {
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
    case .view: self = .view(tap.value)
    case .unmute: self = .restore(tap.value, isBlock: false)
    case .unblock: self = .restore(tap.value, isBlock: true)
    case .signIn: self = .signIn
    case .settings: self = .settings
    case .shortcuts: self = .shortcuts
    case .useShortcuts: self = .useShortcuts(tap.value == "on")
    case .editProfile: self = .editProfile
    case .accountPage: self = .accountPage
    case .community: self = .community
    case .invite: self = .invite
    case .compose: self = .compose
    case .images: self = .images
    case .bookmarks: self = .collection(.bookmarks)
    case .favourites: self = .collection(.favourites)
    case .search: self = .search
    case .circles: self = .circles
    case .dismissAnnouncement: self = .dismissAnnouncement
    case .handle: self = .handle(tap.value)
    case .album: self = .album(tap.value)
    case .tagged: self = .tagged(tap.value)
    case .followers, .following, .muted, .blocked, .members, .voters:
      guard let list = MastodonRequests.PeopleList(rawValue: tap.verb), tap.values.count == 2 else {
        return nil
      }
      self = .people(list, id: tap.values[0], handle: tap.values[1])
    case .likers: self = .people(.likedBy, id: tap.value, handle: "")
    case .reposters: self = .people(.repostedBy, id: tap.value, handle: "")
    case nil: return nil
    }
  }
}
