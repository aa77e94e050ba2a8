import Contracts
import Localization
import Markup
import Social

extension CommunityPage {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let strings = environment.strings
    let title = strings[later: .community]
    var cells: [Cell] = []
    if let community = state.community {
      if state.sections.count > 1 {
        cells.append(
          .sections(
            state.sections, state.section, openReports: community.openReports,
            requests: community.joinRequests))
      }
      if state.needsSignIn {
        cells.append(.signInAgain)
      } else {
        if let outcome = state.outcome { cells.append(.outcome(outcome)) }
        cells += content(state, community, environment)
      }
    } else {
      cells.append(.footer(state.hasFailed ? .failed(LoadFailure.unreachable.message) : .loading))
    }
    var frame = [Cell.bar(title)]
    if let kind = state.cutter.choosing {
      frame.append(.choice(kind, isSet: kind.isSet(of: state.community.map { account(of: $0) })))
    }
    if let cutting = state.cutter.cutting {
      frame.append(.cutting(cutting.whole, cutting.kind, cutting.crop?.shape))
    }
    return Page(title: title, frame: frame, cells: cells)
  }

  private static func content(
    _ state: State, _ community: CommunityEntity, _ environment: ViewEnvironment
  ) -> [Cell] {
    let waiting = [Cell.footer(state.hasFailed ? .failed(LoadFailure.unreachable.message) : .loading)]
    let more: [Cell] =
      state.pages.isLoading ? [.footer(.loading)] : state.pages.next == nil ? [] : [.footer(.more)]
    func age(_ time: Timestamp?) -> String {
      time.map { environment.strings.text(environment.age($0)) } ?? ""
    }
    switch state.section {
    case .reports:
      guard let reports = state.reports else { return waiting }
      if reports.isEmpty { return [.empty(.noReports, help: .noReportsHelp)] }
      let rows = reports.map { report in
        Cell.report(
          ReportRow(
            report: report, age: age(report.createdAt), noteAges: report.notes.map { age($0.createdAt) },
            dates: report.history.decisions.map { $0.createdAt.map { date($0, environment) } ?? "" },
            question: state.question.flatMap { $0.report == report.id ? $0 : nil }))
      }
      return rows + more
    case .requests:
      guard let people = state.waiting else { return waiting }
      if people.isEmpty { return [.empty(.noRequests, help: .noRequestsHelp)] }
      return people.map { Cell.request($0, age: age($0.profile.createdAt)) } + more
    case .invitations:
      let form: [Cell] = [.invite] + (state.link.map { [.link($0)] } ?? [])
      guard let invitations = state.invitations else { return form + waiting }
      return form
        + invitations.map { invitation in
          let end = invitation.expiresAt
          let isOver =
            invitation.usesLeft == 0 || end.map { $0.milliseconds <= environment.now.milliseconds } ?? true
          return .invitation(invitation, until: isOver ? nil : end.map { date($0, environment) })
        }
    case .members:
      guard let members = state.members else { return [.search(state.query)] + waiting }
      if members.isEmpty { return [.search(state.query), .empty(.noMembers, help: .noMembersHelp)] }
      let roles = members.map { member in
        MemberRow(
          person: member, seen: age(member.lastSeenAt),
          suspensionEnd: member.suspensionEnd.map { date($0, environment) } ?? "",
          isMe: member.id == state.session?.me.id,
          isUnfolded: member.id == state.unfolded,
          question: state.question.flatMap { $0.account == member.id && $0.report == nil ? $0 : nil },
          permissions: community.permissions)
      }
      let link: [Cell] = state.link.map { [.link($0)] } ?? []
      return link + [.search(state.query)] + roles.map { Cell.member($0) } + more
    case .announcements:
      // The number of announcements makes the form a new one, whose fields are empty.
      let form = [Cell.announce(after: state.announcements?.first?.id ?? "")]
      guard let announcements = state.announcements else { return form + waiting }
      return form
        + announcements.map { announcement in
          let end = announcement.endsAt.map {
            date($0, environment, minutesEast: announcement.isAllDay ? 0 : environment.minutesEast)
          }
          return .announcement(announcement, age: age(announcement.publishedAt), until: end)
        }
    case .settings:
      let texts = CommunityTextName.allCases.map { Cell.text($0, community.texts.value(of: $0)) }
      return [.settings(community.settings), .pictures(account(of: community))] + texts + [
        .server(
          community, backup: age(community.lastBackupAt), isRunning: state.awaitsBackup,
          outcome: state.backupOutcome,
          push: community.pushProblems.map { problem in
            environment.strings.paused(problem, lastSent: age(problem.lastSentAt))
          })
      ]
    case .clients: return clients(state, waiting, age: age)
    case .log:
      guard let log = state.log else { return waiting }
      return [.log(log.map { LogRow(entry: $0, age: age($0.createdAt)) })] + more
    }
  }

  private static func date(
    _ time: Timestamp, _ environment: ViewEnvironment, minutesEast: Int? = nil
  ) -> String {
    let day = time.dayNumber(minutesEast: minutesEast ?? environment.minutesEast)
    return environment.strings.text(.dayOfYear(CalendarDate(dayNumber: day)))
  }

  /// The community's picture and cover, as those of an account.
  private static func account(of community: CommunityEntity) -> Account {
    Account(username: "", nick: community.settings.title, avatar: community.picture, cover: community.cover)
  }

  indirect enum Cell: Equatable, Sendable {
    case bar(String)
    case footer(ListFooter)
    case signInAgain
    case sections([Section], Section, openReports: Int, requests: Int)
    /// A person who asked to join, and since when.
    case request(ManagedPerson, age: String)
    case outcome(LaterPhrase)
    case empty(LaterPhrase, help: LaterPhrase)
    case report(ReportRow)
    case search(String)
    case member(MemberRow)
    case invite
    case link(InvitationLink)
    /// An invitation, and the date until which it is valid; `nil` if it has ended.
    case invitation(InvitationEntity, until: String?)
    /// The values of the form. A cell with more would be rendered anew when the free space changes, and lose
    /// what was typed.
    case settings(CommunitySettings)
    /// The form; `after` is the id of the newest announcement.
    case announce(after: String)
    case announcement(AnnouncementEntity, age: String, until: String?)
    /// The community's picture and cover, as those of an account.
    case pictures(Account)
    case choice(PictureCutter.Kind, isSet: Bool)
    /// The picture with that id under a frame, as in `EditProfile`.
    case cutting(String, PictureCutter.Kind, Crop.Shape?)
    case text(CommunityTextName, String)
    case keys(SigningClientKeys, server: String)
    /// The form; `after` is the number of clients that were registered with it.
    case newClient(after: Int, ClientProblem?)
    case client(ClientRow)
    /// The switch that lets clients take members' passwords.
    case passwords(areAllowed: Bool)
    /// The state of the server, and that of a backup from this screen.
    /// The state of the server, and of the last backup; `push`: a sentence for each problem.
    case server(
      CommunityEntity, backup: String, isRunning: Bool, outcome: LaterPhrase?, push: [String])
    case log([LogRow])
  }

  struct ReportRow: Equatable, Sendable {
    let report: OpenReport
    let age: String
    /// The ages of its notes.
    let noteAges: [String]
    /// The dates of earlier decisions about the member.
    let dates: [String]
    let question: Question?
  }

  struct MemberRow: Equatable, Sendable {
    let person: ManagedPerson
    let seen: String
    /// The date on which the suspension ends; empty without one.
    let suspensionEnd: String
    let isMe: Bool
    let isUnfolded: Bool
    let question: Question?
    let permissions: Permissions
  }

  struct LogRow: Equatable, Sendable {
    let entry: LogEntry
    let age: String
  }
}

extension CommunityPage.Question {
  /// The report that it is about; `nil` if it is about a member alone.
  var report: String? {
    switch self {
    case .removePosts(let report), .warn(let report), .note(let report): report
    case .suspend(_, let report): report
    case .remove, .makeOwner, .newPassword, .removeClient: nil
    }
  }

  var account: String? {
    switch self {
    case .removePosts, .warn, .note, .removeClient: nil
    case .suspend(let account, _), .remove(let account), .makeOwner(let account), .newPassword(let account):
      account
    }
  }
}

extension CommunityPage.Section {
  func title(_ strings: Strings) -> String {
    switch self {
    case .reports: strings[later: .reports]
    case .requests: strings[later: .requests]
    case .invitations: strings[later: .invitations]
    case .members: strings[later: .members]
    case .announcements: strings[later: .announcements]
    case .settings: strings[.settings]
    case .clients: strings[later: .clients]
    case .log: strings[later: .log]
    }
  }
}

extension CommunityPage.Cell: PageCell {
  var key: String {
    switch self {
    case .bar: "bar"
    case .footer: "footer"
    case .signInAgain: "sign-in"
    case .sections: "sections"
    case .request(let person, _): "request" + person.id
    case .outcome: "outcome"
    case .empty: "empty"
    case .report(let row): "report" + row.report.id
    case .search: "search"
    case .member(let row): "member" + row.person.id
    case .invite: "invite"
    case .link: "link"
    case .invitation(let invitation, _): "invitation" + invitation.id
    case .announce(let id): "announce" + id
    case .announcement(let announcement, _, _): "announcement" + announcement.id
    case .settings: "settings"
    case .pictures: "pictures"
    case .choice: "choice"
    case .cutting: "cutting"
    case .text(let name, _): name.rawValue
    case .keys: "keys"
    case .newClient(let count, _): "new-client\(count)"
    case .client(let row): "client" + row.client.id
    case .passwords: "passwords"
    case .server: "server"
    case .log: "log"
    }
  }

  func html(_ strings: Strings) -> HTML {
    switch self {
    case .bar(let title): ListPart.bar(title, isRoot: false).html(strings)
    case .footer(let footer): ListPart.footer(footer).html(strings)
    case .signInAgain:
      HTML { html in
        html.element("section", .class("group"), .data("data-key", key)) { html in
          html.element("p", .class("help"), text: strings[later: .signInAgain])
          html.element("ul") { $0.linkRow(strings[.signIn], .href(Links.signIn), .tap(AppTap.signIn)) }
        }
      }
    case .request(let person, let age): HTML { request(person, age, strings, &$0) }
    case .sections(let sections, let current, let reports, let requests):
      HTML { html in
        html.element("div", .class("kinds"), .data("data-key", key)) { html in
          for section in sections {
            let count = section == .reports ? reports : section == .requests ? requests : 0
            let number = count > 0 ? " \(count)" : ""
            html.kind(
              section.title(strings) + number, section == current, .tap(CommunityPage.Tap.section(section)))
          }
        }
      }
    case .outcome(let phrase):
      HTML { html in
        html.element(
          "p", .class("outcome"), .data("data-key", key), .role("status"), text: strings[later: phrase])
      }
    case .empty(let phrase, let help):
      HTML { html in
        html.element("div", .class("list-footer"), .data("data-key", key)) { html in
          html.element("h2", text: strings[later: phrase])
          html.element("p", text: strings[later: help])
        }
      }
    case .report(let row): HTML { report(row, strings, &$0) }
    case .search(let text): HTML { search(text, strings, &$0) }
    case .member(let row): HTML { member(row, strings, &$0) }
    case .invite: HTML { invite(strings, &$0) }
    case .link(let link): HTML { self.link(link, strings, &$0) }
    case .invitation(let invitation, let end): HTML { self.invitation(invitation, end, strings, &$0) }
    case .announce: HTML { announce(strings, &$0) }
    case .announcement(let announcement, let age, let end):
      HTML { self.announcement(announcement, age, end, strings, &$0) }
    case .settings(let values): HTML { settings(values, strings, &$0) }
    case .pictures(let account): HTML { pictures(account, strings, &$0) }
    case .choice(let kind, let isSet):
      HTML { $0.pictureChoice(kind, isSet: isSet, key: key, strings) }
    case .cutting(let id, let kind, let shape):
      HTML { $0.pictureCutting(id, kind, shape, key: key, strings) }
    case .text(let name, let value): HTML { text(name, value, strings, &$0) }
    case .keys(let keys, let server): HTML { self.keys(keys, server, strings, &$0) }
    case .newClient(_, let problem): HTML { newClient(problem, strings, &$0) }
    case .client(let row): HTML { client(row, strings, &$0) }
    case .passwords(let areAllowed): HTML { passwords(areAllowed, strings, &$0) }
    case .server(let community, let backup, let isRunning, let outcome, let push):
      HTML { server(community, backup, isRunning, outcome, push, strings, &$0) }
    case .log(let rows): HTML { log(rows, strings, &$0) }
    }
  }

  func person(_ person: Profile, _ strings: Strings, _ html: inout HTML) {
    let tap = Attribute.tap(AppTap.handle(person.handle))
    html.element("a", .class("person"), .href(Links.profile(person.handle)), tap) { html in
      html.avatar(of: person.account, shownSize: "40px")
      html.element("span", .class("names")) { html in
        html.nick(of: person.account)
        html.element("bdi", .class("handle"), text: "@" + person.handle)
      }
    }
  }

  func choice(_ phrase: LaterPhrase, _ tap: CommunityPage.Tap, _ strings: Strings, _ html: inout HTML) {
    html.element("button", .class("choice"), .type("button"), .tap(tap), text: strings[later: phrase])
  }

  /// Writes the field by which the app knows which form was sent.
  func formName(_ name: String, _ html: inout HTML) {
    html.void("input", .type("hidden"), .named(.name, "form"), .named(.value, name))
  }

  func field(
    _ name: String, _ label: LaterPhrase, _ value: String, longest: Int, isNumber: Bool = false,
    _ strings: Strings, _ html: inout HTML
  ) {
    html.element("label", .class("field")) { html in
      html.element("span", text: strings[later: label])
      html.void(
        "input", .named(.name, name), .named(.value, value), .named(.maxLength, "\(longest)"),
        .named(.autocomplete, "off"), isNumber ? .named(.inputMode, "numeric") : nil, .dir("auto"))
    }
  }
}
