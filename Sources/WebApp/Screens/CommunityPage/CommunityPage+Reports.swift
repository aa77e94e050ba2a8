import Contracts
import Localization
import Markup
import Social

/// The markup of reports, and of the questions before actions.
extension CommunityPage.Cell {
  func report(_ row: CommunityPage.ReportRow, _ strings: Strings, _ html: inout HTML) {
    let (report, target) = (row.report, row.report.target.profile)
    html.element("section", .class("group"), .data("data-key", key)) { html in
      html.element("div", .class("report")) { html in
        person(target, strings, &html)
        let category: LaterPhrase =
          switch report.category {
          case .spam: .spam
          case .legal: .unlawful
          case .violation: .againstRules
          case .other: .otherReason
          }
        let by = strings[later: .reportedBy, report.reporter.account.nick]
        html.element("p", .class("help"), text: strings[later: category] + " · " + by + " · " + row.age)
        if !report.comment.isEmpty {
          html.element("p", .class("comment"), .dir("auto"), text: report.comment)
        }
        for rule in report.rules { html.element("p", .class("broken-rule"), .dir("auto"), text: rule) }
        for post in report.posts { excerpt(post, strings, &html) }
        history(row, strings, &html)
        notes(row, strings, &html)
        if let question = row.question {
          ask(question, target.account.nick, strings, &html)
        } else {
          html.element("p", .class("choices")) { html in
            choice(.dismissReport, .dismiss(report: report.id), strings, &html)
            choice(.warn, .ask(.warn(report: report.id)), strings, &html)
            if !report.posts.isEmpty {
              choice(.removePosts, .ask(.removePosts(report: report.id)), strings, &html)
            }
            if !report.target.isSuspended {
              choice(.suspend, .ask(.suspend(account: target.id, report: report.id)), strings, &html)
            }
            choice(.addNote, .ask(.note(report: report.id)), strings, &html)
          }
        }
      }
    }
  }

  /// Writes what is known about the member: numbers, and the latest decisions.
  private func history(_ row: CommunityPage.ReportRow, _ strings: Strings, _ html: inout HTML) {
    let history = row.report.history
    var text = strings[later: .otherReports, "\(history.otherReports)"]
    for (phrase, count) in [
      (LaterPhrase.earlierWarnings, history.warnings), (.earlierRemovals, history.removals),
      (.earlierSuspensions, history.suspensions),
    ] where count > 0 {
      text += " · " + strings[later: phrase, "\(count)"]
    }
    html.element("div", .class("history help")) { html in
      html.element("p", text: text)
      guard !history.decisions.isEmpty else { return }
      html.element("ul") { html in
        for (entry, date) in zip(history.decisions, row.dates) {
          html.element("li") { html in
            html.text(date + " · " + strings[later: action(entry.action)])
            if !entry.note.isEmpty {
              html.text(strings[.colon])
              html.element("bdi", text: entry.note)
            }
          }
        }
      }
    }
  }

  private func notes(_ row: CommunityPage.ReportRow, _ strings: Strings, _ html: inout HTML) {
    for (note, age) in zip(row.report.notes, row.noteAges) {
      html.element("div", .class("note")) { html in
        let author = note.author.map { strings.isolated($0.account.nick) } ?? strings[later: .commandLine]
        html.element("p", .class("help"), text: strings[later: .note] + " · " + author + " · " + age)
        html.element("p", .class("comment"), .dir("auto"), text: note.text)
      }
    }
  }

  /// Writes what was reported, also behind a warning: who decides has to see it.
  private func excerpt(_ post: Post, _ strings: Strings, _ html: inout HTML) {
    html.element("blockquote") { html in
      let text = post.content.plainText
      if !text.isEmpty { html.element("p", .dir("auto")) { $0.text(text, post.emojis) } }
      for attachment in post.attachments.prefix(4) where attachment.isPicture {
        let picture = attachment.picture
        html.picture(
          picture, shape: .square, shownSize: "72px", class: "picture",
          alt: picture.description.isEmpty ? strings[.picture] : picture.description)
      }
    }
  }

  /// Writes the question before an action, with the buttons that confirm it and keep everything as it is.
  func ask(_ question: CommunityPage.Question, _ nick: String, _ strings: Strings, _ html: inout HTML) {
    let (phrase, button): (LaterPhrase, LaterPhrase) =
      switch question {
      case .removePosts: (.removePostsQuestion, .removePosts)
      case .warn: (.warnQuestion, .warn)
      case .note: (.reportNoteHelp, .addNote)
      case .suspend: (.suspendQuestion, .suspend)
      case .remove: (.removeMemberQuestion, .removeMember)
      case .makeOwner: (.makeOwnerQuestion, .makeOwner)
      case .newPassword: (.newPasswordLinkHelp, .makeLink)
      case .removeClient: (.removeClientQuestion, .removeClient)
      }
    let cancel = { (html: inout HTML) in
      html.element(
        "button", .class("choice"), .type("button"), .tap(CommunityPage.Tap.cancel),
        .escape(CommunityPage.Tap.cancel.encoded), text: strings[.cancel])
    }
    html.element("div", .class("asks"), .role("group")) { html in
      html.element("p", text: strings[later: phrase, nick])
      if case .newPassword = question {
        return html.element("form", .data("data-submit", "new-password")) { html in
          formName("new-password", &html)
          html.element("label", .class("field")) { html in
            html.element("span", text: strings[.currentPassword])
            html.void(
              "input", .type("password"), .named(.name, "password"),
              .named(.autocomplete, "current-password"),
              .flag(.required))
          }
          html.element("p", .class("choices")) { html in
            html.element("button", .class("primary"), text: strings[later: button])
            cancel(&html)
          }
        }
      }
      switch question {
      case .warn, .note:
        var isNote = false
        if case .note = question { isNote = true }
        return html.element("form", .data("data-submit", "words")) { html in
          formName("words", &html)
          textArea(
            "words", isNote ? .note : .warningWords, "", longest: 1000, isRequired: true, strings, &html)
          html.element("p", .class("choices")) { html in
            html.element("button", .class("primary"), text: strings[later: button])
            cancel(&html)
          }
        }
      default: break
      }
      guard case .suspend = question else {
        return html.element("p", .class("choices")) { html in
          html.element(
            "button", .class("primary danger"), .type("button"), .tap(CommunityPage.Tap.confirm),
            .flag(.focus),
            text: strings[later: button])
          cancel(&html)
        }
      }
      html.element("form", .data("data-submit", "suspend")) { html in
        formName("suspend", &html)
        field("reason", .reason, "", longest: 1000, strings, &html)
        field("days", .suspensionDays, "", longest: 4, isNumber: true, strings, &html)
        html.element("p", .class("choices")) { html in
          html.element("button", .class("primary danger"), text: strings[later: button])
          cancel(&html)
        }
      }
    }
  }
}
