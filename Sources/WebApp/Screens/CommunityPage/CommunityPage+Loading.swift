import Contracts
import Localization
import Social

extension CommunityPage {
  static func gesture(_ state: State) -> ScreenGesture { state.cutter.cutting?.crop == nil ? .none : .crop }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.retry):
      state.hasFailed = false
      let refresh = Effect.ask(Request.community, CommunityRequests.community)
      return state.sections.isEmpty || state.needsSignIn || state.section == .settings
        ? [refresh] : [refresh, load(state)]
    case .tapped(.section(let section)):
      // The secret of a registration that ends after the owner left waits for their return.
      if state.section == .clients { leaveClients(&state) }
      state.section = section
      state.pages = Pages()
      state.link = nil
      state.question = nil
      state.outcome = nil
      state.hasFailed = false
      return [load(state)]
    case .tapped(.more): return loadMore(&state)
    case .tapped(.unfold(let id)):
      state.unfolded = state.unfolded == id ? nil : id
      state.question = nil
    case .tapped(.ask(let question)): state.question = question
    case .tapped(.cancel): state.question = nil
    case .tapped(.confirm): return confirm(&state, reason: "", days: "")
    case .suspended(let reason, let days): return confirm(&state, reason: reason, days: days)
    case .worded(let text):
      switch state.question {
      case .warn(let report): return change(&state, CommunityRequests.warn(report: report, text))
      case .note(let report): return change(&state, CommunityRequests.add(note: text, report: report))
      default: return []
      }
    case .tapped(.answer(let id, let isWelcome)):
      return change(&state, CommunityRequests.answer(request: id, isWelcome))
    case .tapped(.dismiss(let report)):
      return change(&state, CommunityRequests.end(report: report, removesPosts: false))
    case .tapped(.setRole(let account, let role)):
      return change(&state, CommunityRequests.setRole(of: account, to: role))
    case .tapped(.signOut(let account)): return change(&state, CommunityRequests.signOut(account))
    case .tapped(.unsuspend(let account)): return change(&state, CommunityRequests.unsuspend(account))
    case .tapped(.revoke(let id)): return change(&state, CommunityRequests.revoke(invitation: id))
    case .tapped(.removeAnnouncement(let id)):
      return change(&state, CommunityRequests.remove(announcement: id))
    case .proved(let password):
      guard !state.isRunning, case .newPassword(let account)? = state.question else { return [] }
      state.isRunning = true
      return [.ask(Request.newPassword, CommunityRequests.newPassword(of: account, password: password))]
    case .wrote(let name, let text): return send(&state, .text(name, text))
    case .announced(let text, let end): return change(&state, CommunityRequests.announce(text, until: end))
    case .tapped(.backUp):
      guard !state.awaitsBackup else { return [] }
      (state.awaitsBackup, state.backupOutcome) = (true, nil)
      return [.ask(Request.backup, CommunityRequests.backUp)]
    case .asksAgain: return state.awaitsBackup ? [.ask(Request.community, CommunityRequests.community)] : []
    case .tapped(.pictures(let tap)):
      let result = state.cutter.tapped(tap)
      return send(&state, result)
    case .typed(let key): return state.cutter.press(key)
    case .picked(let id): return state.cutter.picked(id)
    case .prepared(let id, let size, let failure):
      let result = state.cutter.prepared(id, size, failure)
      return send(&state, result)
    case .cropped(let crop): state.cutter.cutting?.crop = crop
    case .tapped(.share): return state.link.map { [.share(url: $0.url)] } ?? []
    case .tapped(.copy): return copy(state.link?.url)
    case .tapped(.copyKey): return copy(state.clients.keys?.key)
    case .tapped(.copySecret): return copy(state.clients.keys?.secret)
    case .tapped(.allowPasswords(let areAllowed)):
      guard !state.isRunning else { return [] }
      // An open question is about another change, which this one's response must not seem to confirm.
      state.question = nil
      return change(&state, CommunityRequests.allowPasswords(areAllowed))
    case .registered(let form): return register(&state, form)
    case .invited(let uses, let days):
      guard !state.isRunning else { return [] }
      state.isRunning = true
      return [.ask(Request.invite, CommunityRequests.invite(uses: uses, days: days))]
    case .searched(let text):
      state.query = text
      state.pages = Pages()
      return [load(state)]
    case .changed(let settings): return send(&state, .settings(settings))
    case .received(let request, let result, _):
      let effects = received(&state, request, result)
      return effects + sendWaiting(&state)
    }
    return []
  }

  private static func copy(_ text: String?) -> [Effect] {
    text.map { [.copy($0), .toast(Toast(.copied))] } ?? []
  }

  private static func confirm(_ state: inout State, reason: String, days: String) -> [Effect] {
    guard let question = state.question else { return [] }
    switch question {
    case .removePosts(let report):
      return change(&state, CommunityRequests.end(report: report, removesPosts: true))
    case .suspend(let account, let report):
      return change(&state, CommunityRequests.suspend(account, reason: reason, days: days, report: report))
    case .remove(let account): return change(&state, CommunityRequests.remove(account))
    case .removeClient(let id): return change(&state, CommunityRequests.remove(client: id))
    case .warn, .note, .newPassword: return []
    case .makeOwner(let account): return change(&state, CommunityRequests.setRole(of: account, to: .owner))
    }
  }

  private static func send(
    _ state: inout State, _ result: (choice: PictureCutter.Choice?, effects: [Effect])
  ) -> [Effect] {
    guard let choice = result.choice else { return result.effects }
    return result.effects + send(&state, .picture(choice))
  }

  static func change(_ state: inout State, _ request: APIRequest) -> [Effect] {
    guard !state.isRunning else { return [] }
    state.isRunning = true
    state.outcome = nil
    return [.ask(Request.change, request)]
  }

  /// Loads what the part shows. Settings are part of the state of the community.
  private static func load(_ state: State) -> Effect {
    state.section == .settings
      ? .ask(Request.community, request(state))
      : .ask(Request.section(state.section, query: query(state)), request(state))
  }

  static func request(_ state: State) -> APIRequest {
    switch state.section {
    case .reports: CommunityRequests.reports
    case .requests: CommunityRequests.joinRequests
    case .invitations: CommunityRequests.invitations
    case .members: CommunityRequests.members(state.query)
    case .announcements: CommunityRequests.announcements
    case .settings: CommunityRequests.community
    case .clients: CommunityRequests.clients
    case .log: CommunityRequests.log
    }
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    // The response to an earlier search.
    if case .section(.members, let query, _) = request, query != state.query { return [] }
    guard case .success(let response) = result, response.isSuccess, let session = state.session else {
      return failed(&state, request, result)
    }
    let decoder = MastodonDecoder(origin: session.origin)
    switch request {
    case .backup:
      guard let community = CommunityEntity(response.body) else { return failed(&state, request, result) }
      state.community = community
      return watchBackup(&state, community)
    case .community:
      let isFirst = state.community == nil
      guard let community = CommunityEntity(response.body) else { return failed(&state, request, result) }
      state.community = community
      if state.awaitsBackup || community.isBackingUp { return watchBackup(&state, community) }
      guard !state.sections.contains(state.section), let first = state.sections.first else {
        return isFirst && state.section != .settings && !state.needsSignIn && !state.sections.isEmpty
          ? [load(state)] : []
      }
      state.section = first
      return state.needsSignIn ? [] : [load(state)]
    case .section(let section, _, let cursor):
      state.hasFailed = false
      switch section {
      case .reports, .requests, .members, .log:
        return receivedPage(&state, section, after: cursor, response, decoder)
      case .invitations: state.invitations = decoder.invitations(response.body)
      case .announcements: state.announcements = decoder.announcements(response.body)
      case .clients: state.clients.list = decoder.signingClients(response.body)
      case .settings: break
      }
    case .newPassword:
      state.isRunning = false
      state.question = nil
      state.link = InvitationLink(response.body)
    case .invite:
      state.isRunning = false
      state.link = InvitationLink(response.body)
      return [load(state)]
    case .client:
      registered(&state, response)
      return [load(state)]
    case .change:
      state.isRunning = false
      forgetKeys(&state)
      var isNote = false
      if case .note = state.question { isNote = true }
      state.question = nil
      state.outcome = state.section == .reports && !isNote ? .decided : .saved
      // The numbers of open reports and requests are part of the state of the community, as is the switch for
      // passwords.
      let save = endSave(&state)
      // The response would replace what is typed in the form, and is old once the next save has ended.
      if state.section == .settings, save.isSavedAgain { return save.effects }
      return state.section == .reports || state.section == .requests || state.section == .clients
        ? [load(state), .ask(Request.community, CommunityRequests.community)] + save.effects
        : [load(state)] + save.effects
    }
    return []
  }

  /// The time after which the app asks again what became of a backup.
  private static let backupInterval = 1_000

  private static func watchBackup(_ state: inout State, _ community: CommunityEntity) -> [Effect] {
    state.awaitsBackup = community.isBackingUp
    if community.isBackingUp { return [.after(milliseconds: backupInterval, .asksAgain)] }
    state.backupOutcome = community.hasBackupFailed ? .backupFailed : .backupMade
    return []
  }

  private static func failed(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    if request == .backup {
      state.awaitsBackup = false
    } else if request == .community, state.awaitsBackup {
      return [.after(milliseconds: 5 * backupInterval, .asksAgain)]
    }
    var sent: [Effect] = []
    switch request {
    case .change, .invite, .newPassword, .client:
      state.isRunning = false
      sent = endSave(&state).effects
    // Another change may be running.
    case .backup: break
    case .section(let section, _, let cursor):
      guard missesPage(&state, section, after: cursor) else {
        state.hasFailed = true
        return []
      }
    case .community:
      state.hasFailed = true
      return []
    }
    if request == .client, explain(&state, result) { return [] }
    switch result {
    case .success(let response): return [.toast(Toast(Message(.refusedBy, response.errorText)))] + sent
    case .failure: return [.toast(Toast(Message(.unreachable)))] + sent
    }
  }
}
