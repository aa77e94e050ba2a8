import Contracts
import Localization
import Markup
import Social

/// The markup of the settings, the state of the server, and the log.
extension CommunityPage.Cell {
  func settings(_ community: CommunitySettings, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[.settings])
      html.element("form", .data("data-submit", "settings")) { html in
        formName("settings", &html)
        field("title", .name, community.title, longest: 100, strings, &html)
        choices(
          "privacy", .whoMayRead, [("open", .everybody), ("members", .allMembers)], community.privacy,
          strings, &html)
        choices(
          "registration", .whoMayJoin,
          [
            ("open", .everybody), ("approval", .whoeverAsks), ("invitation", .withInvitation),
            ("closed", .nobody),
          ],
          community.registration, strings,
          &html)
        choices(
          "invitations", .whoMayInvite, [("owners", .ownersAndModerators), ("members", .allMembers)],
          community.invitations, strings, &html)
        audiences(community.audience, strings, &html)
        field("contact", .contact, community.contact, longest: 200, strings, &html)
        field("quota", .quota, community.quota, longest: 12, isNumber: true, strings, &html)
        html.element("p", .class("help"), text: strings[later: .quotaHelp])
        textArea("description", .description, community.description, longest: 1000, strings, &html)
        html.element("button", .class("primary"), text: strings[.save])
      }
    }
  }

  func pictures(_ community: Account, _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .communityPictures])
      html.ownPictures(of: community, strings)
      html.element("p", .class("help"), text: strings[later: .communityPicturesHelp])
    }
  }

  func choices(
    _ name: String, _ label: LaterPhrase, _ values: [(String, LaterPhrase)], _ chosen: String,
    _ strings: Strings, _ html: inout HTML
  ) {
    html.element("fieldset", .class("field")) { html in
      html.element("legend", text: strings[later: label])
      for (value, phrase) in values {
        radio(name, value, strings[later: phrase], isChosen: value == chosen, &html)
      }
    }
  }

  private func audiences(_ chosen: String, _ strings: Strings, _ html: inout HTML) {
    html.element("fieldset", .class("field")) { html in
      html.element("legend", text: strings[later: .audienceOfPosts])
      for audience in Visibility.withoutCircles where audience != .direct {
        let value = audience.rawValue
        radio("audience", value, strings[audience.name], isChosen: value == chosen, &html)
      }
    }
  }

  private func radio(_ name: String, _ value: String, _ text: String, isChosen: Bool, _ html: inout HTML) {
    html.element("label", .class("radio")) { html in
      html.void(
        "input", .type("radio"), .named(.name, name), .named(.value, value), isChosen ? .flag(.checked) : nil)
      html.element("span", text: text)
    }
  }

  func server(
    _ community: CommunityEntity, _ backup: String, _ isRunning: Bool, _ outcome: LaterPhrase?,
    _ push: [String], _ strings: Strings, _ html: inout HTML
  ) {
    let rows: [(LaterPhrase, String)] = [
      (.serverState, strings[later: community.isWritable ? .stateWell : .stateDiskFull]),
      (.members, "\(community.members)"), (.pictureSpace, megabytes(community.pictureBytes, strings)),
      (.databaseSpace, megabytes(community.databaseBytes, strings)),
      (.freeSpace, community.freeBytes.map { megabytes($0, strings) } ?? "–"),
      (.lastBackup, backup.isEmpty ? strings[later: .noBackup] : backup), (.version, community.version),
    ]
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("h2", text: strings[later: .server])
      html.element("ul") { html in
        for (phrase, value) in rows {
          html.element("li") { html in
            html.element("div", .class("row")) { html in
              html.element("span", text: strings[later: phrase])
              html.element("bdi", .class("help"), text: value)
            }
          }
        }
      }
      for problem in push { html.element("p", .class("report push-problem"), text: problem) }
      html.element("div", .class("report backup")) { html in
        html.element("p", .class("help"), text: strings[later: .backupHelp])
        if let notice = isRunning ? .backingUp : outcome {
          html.element("p", .role("status"), text: strings[later: notice])
        }
        html.element(
          "button", .class("primary"), .type("button"), .tap(CommunityPage.Tap.backUp),
          isRunning ? .flag(.disabled) : nil, text: strings[later: .backUpNow])
      }
    }
  }

  /// Returns `12.3 MB`, or `1.2 GB`.
  func megabytes(_ bytes: Int64, _ strings: Strings) -> String {
    let isLarge = bytes >= 1_000_000_000
    let tenths = bytes / (isLarge ? 100_000_000 : 100_000)
    let point = strings.language == .greek || strings.language == .brazilianPortuguese ? "," : "."
    return "\(tenths / 10)" + point + "\(tenths % 10) " + (isLarge ? "GB" : "MB")
  }

  func log(_ rows: [CommunityPage.LogRow], _ strings: Strings, _ html: inout HTML) {
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("ul") { html in
        for row in rows {
          html.element("li", .class("row")) { html in
            html.element("div") { html in
              html.element("p") { html in
                html.text(strings[later: action(row.entry.action)])
                html.text(strings[.colon])
                html.element("bdi", text: row.entry.target)
              }
              if !row.entry.note.isEmpty {
                html.element("p", .class("help"), .dir("auto"), text: row.entry.note)
              }
              let actor = row.entry.actor.map { strings.isolated("@" + $0) } ?? strings[later: .commandLine]
              html.element("p", .class("help"), text: actor + " · " + row.age)
            }
          }
        }
      }
    }
  }

  func action(_ name: String) -> LaterPhrase {
    switch name {
    case "suspend": .logSuspend
    case "unsuspend": .logUnsuspend
    case "remove": .logRemove
    case "role": .logRole
    case "sign_out": .logSignOut
    case "invite": .logInvite
    case "revoke_invitation": .logRevoke
    case "dismiss_report": .logDismiss
    case "warn": .logWarn
    case "remove_posts": .logRemovePosts
    case "reopen_report": .logReopen
    case "add": .logAdd
    case "approve": .logApprove
    case "reject": .logReject
    case "announce": .logAnnounce
    case "remove_announcement": .logRemoveAnnouncement
    case "password": .logPassword
    case "password_reset": .logPasswordReset
    case "backup": .logBackup
    case "add_client": .logAddClient
    case "remove_client": .logRemoveClient
    default: .logSetting
    }
  }
}

extension Strings {
  /// Returns a sentence about messages that wait. `lastSent`: the age of the last one that came; empty for
  /// none.
  func paused(_ problem: PushProblem, lastSent: String) -> String {
    var reason = problem.problem
    let status = "status ".utf8
    if reason.utf8.starts(with: status) {
      reason = "HTTP " + String(decoding: Array(reason.utf8.dropFirst(status.count)), as: UTF8.self)
    }
    let values = [problem.host, reason, "\(problem.subscriptions)", lastSent.isEmpty ? "–" : lastSent]
    return Self.fill(self[later: .pushPaused], values.map { isolated($0) })
  }
}
