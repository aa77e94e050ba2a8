import Contracts
import Localization
import Markup
import Social

/// The viewer's own screen: profile, other accounts, outbox, settings, signing out.
enum Me: Screen {
  static let name: StaticString = "me"

  struct State: Equatable, Sendable {
    /// `nil` on a page that the server renders.
    var session: Session?
    /// The other sessions on this device.
    var others: [Session]
    /// The outbox, oldest first.
    var outbox: [OutboxItem]
    /// The drafts that were neither sent nor discarded.
    var drafts: [StoredDraft]
    /// True if signing out has to be confirmed.
    var asksToSignOut = false
    /// The viewer's permissions in the community.
    var permissions = Permissions(flags: 0)

    init(_ context: ScreenContext) {
      session = context.session
      others = context.sessions.all.filter { $0.key != context.session?.key }
      outbox = context.outbox.filter { $0.draft != nil }
      drafts = StoredDraft.all(in: context.memory)
      if let flags = context.memory[Me.permissionsKey].flatMap({ wholeNumber($0) }) {
        permissions = Permissions(flags: Int64(flags))
      }
    }
  }

  indirect enum Tap: ScreenTap {
    case profile
    case signOut
    case stay
    case outbox(OutboxRequest)
    /// Opens the draft that is stored under that name.
    case draft(key: String)
    /// Opens the guide for putting the app on the home screen.
    case homeScreen

    private enum Verb: String {
      case profile, stay, cancel, retry, edit, draft
      case signOut = "sign-out"
      case homeScreen = "home-screen"
    }

    var encoded: EncodedTap {
      switch self {
      case .profile: EncodedTap(Verb.profile.rawValue)
      case .signOut: EncodedTap(Verb.signOut.rawValue)
      case .stay: EncodedTap(Verb.stay.rawValue)
      case .outbox(.cancel(let id)): EncodedTap(Verb.cancel.rawValue, id)
      case .outbox(.retry(let id)): EncodedTap(Verb.retry.rawValue, id)
      case .outbox(.edit(let id)): EncodedTap(Verb.edit.rawValue, id)
      case .draft(let key): EncodedTap(Verb.draft.rawValue, key)
      case .homeScreen: EncodedTap(Verb.homeScreen.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .profile: self = .profile
      case .signOut: self = .signOut
      case .stay: self = .stay
      case .cancel: self = .outbox(.cancel(tap.value))
      case .retry: self = .outbox(.retry(tap.value))
      case .edit: self = .outbox(.edit(tap.value))
      case .draft: self = .draft(key: tap.value)
      case .homeScreen: self = .homeScreen
      case nil: return nil
      }
    }
  }

  enum Request: Equatable, Sendable { case community }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case changed(Change)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared, .hydrated, .returned: self = .appeared
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  /// The name of the stored permissions, so that they show at once and without a network.
  private static let permissionsKey = "permissions"

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      return state.session?.isOwnServer == true ? [.ask(Request.community, CommunityRequests.community)] : []
    case .received(.community, let result, _):
      guard case .success(let response) = result, let community = CommunityEntity(response.body) else {
        return []
      }
      state.permissions = community.permissions
      let flags = community.permissions.flags
      return [.remember(key: permissionsKey, flags == 0 ? nil : "\(flags)")]
    case .tapped(.profile):
      guard let me = state.session?.me else { return [] }
      return [.open(.profile(id: me.id, handle: me.handle, nil))]
    case .tapped(.signOut):
      state.asksToSignOut = true
      return []
    case .tapped(.stay):
      state.asksToSignOut = false
      return []
    case .tapped(.outbox(let request)): return [.outbox(request)]
    case .tapped(.draft(let key)):
      return state.drafts.first { $0.key == key }.map { [.open(.compose($0.start))] } ?? []
    case .tapped(.homeScreen): return [.open(.homeScreen)]
    case .changed(let change):
      apply(&state, change)
      return []
    }
  }

  private static func apply(_ state: inout State, _ change: Change) {
    switch change {
    case .itemWaiting(let item): state.outbox.update(item)
    case .itemSent(let item, _, _, _): state.outbox.remove(item.id)
    case .itemCancelled(let id): state.outbox.remove(id)
    case .profileChanged(let profile, _):
      if profile.id == state.session?.me.id { state.session?.me = profile }
    case .draftsChanged(let drafts): state.drafts = drafts
    case .sessionsChanged(let sessions): state.others = sessions.filter { $0.key != state.session?.key }
    default: return
    }
  }

  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    var cells: [Cell] = []
    if let session = state.session {
      cells.append(.profile(session))
      if !state.outbox.isEmpty { cells.append(.outbox(state.outbox)) }
      if !state.drafts.isEmpty { cells.append(.drafts(state.drafts)) }
      cells.append(.accounts(state.others))
      cells.append(.links(session.me, isOwnServer: session.isOwnServer, state.permissions))
      cells.append(.signOut)
    }
    var frame: [Cell] = [.part(.bar(environment.strings[.me], isRoot: true))]
    if state.asksToSignOut, let session = state.session {
      frame.append(.question(session, isUnsent: !state.outbox.isEmpty || !state.drafts.isEmpty))
    }
    return Page(title: environment.strings[.me], frame: frame, cells: cells)
  }

  indirect enum Cell: Equatable, Sendable {
    case part(ListPart)
    case profile(Session)
    case outbox([OutboxItem])
    case drafts([StoredDraft])
    case accounts([Session])
    case links(Profile, isOwnServer: Bool, Permissions)
    case signOut
    case question(Session, isUnsent: Bool)
  }
}

extension Me.Cell: PageCell {
  var key: String {
    switch self {
    case .part(let part): part.key
    case .profile: "profile"
    case .outbox: "outbox"
    case .drafts: "drafts"
    case .accounts: "accounts"
    case .links: "links"
    case .signOut: "sign-out"
    case .question: "question"
    }
  }

  func html(_ strings: Strings) -> HTML {
    if case .part(let part) = self { return part.html(strings) }
    return HTML { html in
      switch self {
      case .part: break
      case .profile(let session): profile(session, strings, &html)
      case .outbox(let items): outbox(items, strings, &html)
      case .drafts(let drafts): self.drafts(drafts, strings, &html)
      case .accounts(let sessions): accounts(sessions, strings, &html)
      case .links(let me, let isOwnServer, let permissions):
        links(me, isOwnServer, permissions, strings, &html)
      case .signOut: signOut(strings, &html)
      case .question(let session, let isUnsent):
        html.signOutQuestion(
          session, isUnsent: isUnsent, key: key, dismiss: Me.Tap.stay.encoded,
          .tap(AppTap.signOut(session.key)),
          strings)
      }
    }
  }

  private func profile(_ session: Session, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("card"), .data("data-key", key)) { html in
      html.element(
        "a", .class("person"), .href(Links.profile(session.me.handle)), .tap(Me.Tap.profile)
      ) { html in
        html.account(session, shownSize: "64px")
      }
      if session.isRefused {
        html.element(
          "a", .class("problem"), .href(Links.signIn), .tap(AppTap.signIn), text: strings[.needsSignIn])
      }
    }
  }

  private func accounts(_ sessions: [Session], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.accounts])
      html.element("ul") { html in
        for session in sessions { html.accountRow(session, .tap(AppTap.account(session.key))) }
        html.linkRow(strings[.addAccount], .href(Links.signIn), .tap(AppTap.signIn))
      }
    }
  }

  /// Writes the links to lists, account and settings. Only Swiftlet servers let the app change an account.
  private func links(
    _ me: Profile, _ isOwnServer: Bool, _ permissions: Permissions, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("ul") { html in
        html.element("li") { $0.people(.followers, of: me, .class("row leads"), strings[.followersTitle]) }
        html.element("li") { $0.people(.following, of: me, .class("row leads"), strings[.followingTitle]) }
        html.element("li") { $0.people(.members, of: me, .class("row leads"), strings[.membersTitle]) }
        html.linkRow(strings[.circles], .href(Links.circles), .tap(AppTap.circles))
        for collection in [MastodonRequests.Collection.bookmarks, .favourites] {
          html.linkRow(
            strings[collection.title], .href(Links.collection(collection)),
            .tap(AppTap.collection(collection)))
        }
        html.linkRow(strings[.editProfile], .href(Links.editProfile), .tap(AppTap.editProfile))
        if isOwnServer { html.linkRow(strings[.account], .href(Links.accountPage), .tap(AppTap.accountPage)) }
        if permissions.contains(.manageMembers) {
          html.linkRow(strings[later: .community], .href(Links.community), .tap(AppTap.community))
        }
        if permissions.contains(.invite) {
          html.linkRow(strings[later: .invitePeople], .href(Links.community), .tap(AppTap.invite))
        }
        html.linkRow(strings[.pictures], .href(Links.images(at: nil)), .tap(AppTap.images))
        html.element("li") { $0.people(.muted, of: me, .class("row leads"), strings[.mutedTitle]) }
        html.element("li") { $0.people(.blocked, of: me, .class("row leads"), strings[.blockedTitle]) }
        html.linkRow(strings[later: .homeScreenTitle], .href(Links.homeScreen), .tap(Me.Tap.homeScreen))
        html.linkRow(strings[.settings], .href(Links.settings), .tap(AppTap.settings))
      }
    }
  }

  private func outbox(_ items: [OutboxItem], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.waitingPosts])
      html.element("ul") { html in
        for item in items {
          html.element("li", .class("row waiting")) { html in
            let text = item.draft?.text ?? strings[item.isAdmission ? .followRequests : .deletion]
            html.element("p", .dir("auto"), text: text)
            switch item.state {
            case .waiting: html.element("p", .class("help"), text: strings[.waitingToSend])
            case .sending: html.element("p", .class("help"), text: strings[.sending])
            case .failed(let reason): html.element("p", .class("problem"), text: strings.refusal(reason))
            }
            if item.state != .sending {
              html.element("p", .class("choices")) { html in
                if case .failed = item.state, item.canRetry {
                  choice(strings[.retry], .outbox(.retry(item.id)), &html)
                }
                choice(strings[item.state == .waiting ? .undo : .edit], .outbox(.edit(item.id)), &html)
                choice(strings[.discard], .outbox(.cancel(item.id)), &html)
              }
            }
          }
        }
      }
    }
  }

  private func drafts(_ drafts: [StoredDraft], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.drafts])
      html.element("ul") { html in
        for storedDraft in drafts {
          html.element("li") { html in
            html.element(
              "button", .class("row leads"), .type("button"), .tap(Me.Tap.draft(key: storedDraft.key))
            ) {
              html in
              html.element("span", .class("kept-draft")) { html in
                html.element("span", .dir("auto"), text: beginning(storedDraft.draft, strings))
                if storedDraft.isChange {
                  html.element("span", .class("help"), text: strings[.edit])
                } else if let handle = storedDraft.draft.replyTo?.handle {
                  html.element("span", .class("help"), text: strings[.replyingTo, "@" + handle])
                }
              }
            }
          }
        }
      }
    }
  }

  /// Returns the text that stands for a draft: its own, else its warning, else that it has pictures.
  private func beginning(_ draft: Draft, _ strings: Strings) -> String {
    if !draft.text.isEmpty { return draft.text }
    return draft.warning.isEmpty ? strings[.tabMedia] : draft.warning
  }

  private func choice(_ text: String, _ tap: Me.Tap, _ html: inout HTML) {
    html.element("button", .class("choice"), .type("button"), .tap(tap), text: text)
  }

  private func signOut(_ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("ul") { html in
        html.element("li") { html in
          html.element(
            "button", .class("row centred"), .type("button"), .tap(Me.Tap.signOut), text: strings[.signOut])
        }
      }
    }
  }
}
