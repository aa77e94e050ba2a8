import Contracts
import Localization
import Markup
import Social

/// The tools of owners and moderators: reports, invitations, members, settings, and the log.
enum CommunityPage: Screen {
  static let name: StaticString = "settings community-page"

  /// A part of the screen, with its permission.
  enum Section: String, CaseIterable, Sendable {
    case reports, requests, invitations, members, announcements, settings, clients, log

    var permission: Permission {
      switch self {
      case .reports: .manageReports
      case .requests: .manageMembers
      case .invitations: .invite
      case .members: .manageMembers
      case .announcements: .manageAnnouncements
      case .settings, .clients: .manageSettings
      case .log: .viewLog
      }
    }
  }

  struct State: Equatable, Sendable {
    let session: Session?
    var section: Section
    /// The state of the community; `nil` until the server has answered.
    var community: CommunityEntity?
    var reports: [OpenReport]?
    var members: [ManagedPerson]?
    var log: [LogEntry]?
    var invitations: [InvitationEntity]?
    var announcements: [AnnouncementEntity]?
    var clients = Clients()
    /// The people who asked to join.
    var waiting: [ManagedPerson]?
    /// The invitation that was just made, which the server shows once.
    var link: InvitationLink?
    /// The text of the search for members.
    var query = ""
    /// The member whose actions show.
    var unfolded: String?
    /// The action that waits for a confirmation.
    var question: Question?
    var isRunning = false
    /// The result of the last action.
    var outcome: LaterPhrase?
    var hasFailed = false
    var pages = Pages()
    /// True from the tap until the server has said what became of the backup.
    var awaitsBackup = false
    /// The result of the backup.
    var backupOutcome: LaterPhrase?
    var cutter = PictureCutter()
    /// The save of the settings that is being sent.
    var sentSave: Save?
    /// The saves that were made while another change was being sent.
    var waitingSaves: [Save] = []

    init(_ context: ScreenContext, _ section: Section = .reports) {
      session = context.session
      self.section = section
    }

    /// True if the part that shows needs scopes of administration, which the token lacks: it is older than
    /// the member's role.
    var needsSignIn: Bool {
      guard let session, section != .invitations else { return false }
      return !Array(session.scopes.utf8).split(separator: 0x20).contains {
        $0.elementsEqual("admin:write".utf8)
      }
    }

    /// The parts that the viewer's role has.
    var sections: [Section] {
      guard let community else { return [] }
      return Section.allCases.filter { section in
        if section == .requests, community.joinRequests == 0, community.settings.registration != "approval" {
          return false
        }
        return community.permissions.contains(section.permission)
      }
    }
  }

  /// An action that can't be undone easily, before it is confirmed.
  indirect enum Question: Equatable, Sendable {
    case removePosts(report: String)
    case warn(report: String)
    /// The words of a note.
    case note(report: String)
    /// `report`: the report that ends with it.
    case suspend(account: String, report: String?)
    case remove(account: String)
    case makeOwner(account: String)
    /// A link with which the member sets a new password.
    case newPassword(account: String)
    case removeClient(String)
  }

  enum Request: Equatable, Sendable {
    case community
    /// Loads a part; `query`: the words of the search for members; `after`: the query of a further page.
    case section(Section, query: String = "", after: String? = nil)
    case change
    case invite
    case newPassword
    case backup
    case client
  }

  indirect enum Tap: ScreenTap {
    case section(Section)
    case retry
    /// Loads the next page of the list.
    case more
    case unfold(String)
    case ask(Question)
    case cancel
    case confirm
    case dismiss(report: String)
    case setRole(String, Role)
    case signOut(String)
    case unsuspend(String)
    case revoke(invitation: String)
    case removeAnnouncement(String)
    /// Answers a request to join.
    case answer(String, isWelcome: Bool)
    case share, copy
    case copyKey, copySecret
    /// Lets clients take passwords, or not.
    case allowPasswords(Bool)
    case backUp
    case pictures(PictureTap)

    private enum Verb: String {
      case section, retry, more, unfold, cancel, confirm, role, unsuspend, revoke
      case share = "share-link"
      case copy = "copy-link"
      case removePosts = "remove-posts"
      case suspend, warn, note
      case remove
      case makeOwner = "make-owner"
      case dismiss = "dismiss-report"
      case signOut = "sign-out-everywhere"
      case removeAnnouncement = "remove-announcement"
      case approve, reject
      case newPassword = "new-password"
      case removeClient = "remove-client"
      case copyKey = "copy-key"
      case copySecret = "copy-secret"
      case allowPasswords = "allow-passwords"
      case backUp = "back-up"
    }

    var encoded: EncodedTap {
      switch self {
      case .section(let section): EncodedTap(Verb.section.rawValue, section.rawValue)
      case .retry: EncodedTap(Verb.retry.rawValue)
      case .more: EncodedTap(Verb.more.rawValue)
      case .unfold(let id): EncodedTap(Verb.unfold.rawValue, id)
      case .ask(.removePosts(let report)): EncodedTap(Verb.removePosts.rawValue, report)
      case .ask(.warn(let report)): EncodedTap(Verb.warn.rawValue, report)
      case .ask(.note(let report)): EncodedTap(Verb.note.rawValue, report)
      case .ask(.suspend(let account, let report)): EncodedTap(Verb.suspend.rawValue, account, report ?? "")
      case .ask(.remove(let account)): EncodedTap(Verb.remove.rawValue, account)
      case .ask(.makeOwner(let account)): EncodedTap(Verb.makeOwner.rawValue, account)
      case .ask(.newPassword(let account)): EncodedTap(Verb.newPassword.rawValue, account)
      case .ask(.removeClient(let id)): EncodedTap(Verb.removeClient.rawValue, id)
      case .cancel: EncodedTap(Verb.cancel.rawValue)
      case .confirm: EncodedTap(Verb.confirm.rawValue)
      case .dismiss(let report): EncodedTap(Verb.dismiss.rawValue, report)
      case .setRole(let account, let role): EncodedTap(Verb.role.rawValue, account, role.rawValue)
      case .signOut(let account): EncodedTap(Verb.signOut.rawValue, account)
      case .unsuspend(let account): EncodedTap(Verb.unsuspend.rawValue, account)
      case .revoke(let id): EncodedTap(Verb.revoke.rawValue, id)
      case .answer(let id, let isWelcome): EncodedTap((isWelcome ? Verb.approve : .reject).rawValue, id)
      case .removeAnnouncement(let id): EncodedTap(Verb.removeAnnouncement.rawValue, id)
      case .share: EncodedTap(Verb.share.rawValue)
      case .copy: EncodedTap(Verb.copy.rawValue)
      case .copyKey: EncodedTap(Verb.copyKey.rawValue)
      case .copySecret: EncodedTap(Verb.copySecret.rawValue)
      case .allowPasswords(let isOn): EncodedTap(Verb.allowPasswords.rawValue, isOn ? "on" : "off")
      case .backUp: EncodedTap(Verb.backUp.rawValue)
      case .pictures(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .section:
        guard let section = Section(rawValue: tap.value) else { return nil }
        self = .section(section)
      case .retry: self = .retry
      case .more: self = .more
      case .unfold: self = .unfold(tap.value)
      case .removePosts: self = .ask(.removePosts(report: tap.value))
      case .warn: self = .ask(.warn(report: tap.value))
      case .note: self = .ask(.note(report: tap.value))
      case .suspend:
        guard tap.values.count == 2 else { return nil }
        self = .ask(.suspend(account: tap.value, report: tap.values[1].isEmpty ? nil : tap.values[1]))
      case .remove: self = .ask(.remove(account: tap.value))
      case .makeOwner: self = .ask(.makeOwner(account: tap.value))
      case .newPassword: self = .ask(.newPassword(account: tap.value))
      case .removeClient: self = .ask(.removeClient(tap.value))
      case .cancel: self = .cancel
      case .confirm: self = .confirm
      case .dismiss: self = .dismiss(report: tap.value)
      case .role:
        guard tap.values.count == 2, let role = Role(rawValue: tap.values[1]) else { return nil }
        self = .setRole(tap.value, role)
      case .signOut: self = .signOut(tap.value)
      case .unsuspend: self = .unsuspend(tap.value)
      case .revoke: self = .revoke(invitation: tap.value)
      case .approve: self = .answer(tap.value, isWelcome: true)
      case .reject: self = .answer(tap.value, isWelcome: false)
      case .removeAnnouncement: self = .removeAnnouncement(tap.value)
      case .share: self = .share
      case .copy: self = .copy
      case .copyKey: self = .copyKey
      case .copySecret: self = .copySecret
      case .allowPasswords: self = .allowPasswords(tap.value == "on")
      case .backUp: self = .backUp
      case nil:
        guard let pictures = PictureTap(tap) else { return nil }
        self = .pictures(pictures)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case asksAgain
    case tapped(Tap)
    case searched(String)
    case invited(uses: String, days: String)
    /// A confirmation with a reason.
    case suspended(reason: String, days: String)
    /// The words of a warning, or of a note.
    case worded(String)
    case changed(CommunitySettings)
    case registered(SigningClientForm)
    case wrote(CommunityTextName, String)
    /// The viewer's own password, with which they confirm a link for a member's new one.
    case proved(password: String)
    /// A text for all members, and its last day, as `2026-12-24`; empty for none.
    case announced(String, until: String)
    case typed(String)
    case picked(String?)
    case prepared(id: String, PixelSize?, failure: Phrase?)
    case cropped(Crop)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared, .returned: self = .appeared
      case .timerFired(.asksAgain): self = .asksAgain
      case .typed(field: "crop", let text): self = .typed(text)
      case .picked(let id): self = .picked(id)
      case .prepared(let id, let size, let failure): self = .prepared(id: id, size, failure: failure)
      case .cropped(let crop): self = .cropped(crop)
      // The first field says which form it is.
      case .submitted(let fields):
        switch fields.first ?? "" {
        case "search" where fields.count == 2: self = .searched(fields[1])
        case "invite" where fields.count == 3: self = .invited(uses: fields[1], days: fields[2])
        case "suspend" where fields.count == 3: self = .suspended(reason: fields[1], days: fields[2])
        case "words" where fields.count >= 2: self = .worded(Self.lines(fields, from: 1))
        case "settings" where fields.count >= 9:
          self = .changed(
            CommunitySettings(
              title: fields[1], description: Self.lines(fields, from: 8), privacy: fields[2],
              registration: fields[3],
              invitations: fields[4], audience: fields[5], contact: fields[6], quota: fields[7]))
        case "announce" where fields.count >= 3:
          self = .announced(Self.lines(fields, from: 2), until: fields[1])
        case "client" where fields.count >= 7:
          self = .registered(
            SigningClientForm(
              name: fields[1], website: fields[2], isReadOnly: fields[3] == "read", key: fields[4],
              secret: fields[5], callbacks: Self.lines(fields, from: 6)))
        case "new-password" where fields.count == 2: self = .proved(password: fields[1])
        case let name where fields.count >= 2:
          guard let text = CommunityTextName(rawValue: name) else { return nil }
          self = .wrote(text, Self.lines(fields, from: 1))
        default: return nil
        }
      default: return nil
      }
    }

    /// Returns the last field, which may have several lines.
    private static func lines(_ fields: [String], from index: Int) -> String {
      var text = fields[index]
      for line in fields.dropFirst(index + 1) { text += "\n" + line }
      return text
    }
  }
}
