import Contracts
import Localization
import Markup
import Social

extension PostSheet {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    var shown = state
    // Typing changes nothing that the app renders.
    shown.typed = ""
    return Page(title: environment.strings[.more], frame: [.options(shown)], cells: [])
  }

  indirect enum Cell: PageCell {
    case options(State)

    var key: String { "options" }

    func html(_ strings: Strings) -> HTML {
      HTML { html in
        guard case .options(let state) = self else { return }
        // Without the note's form the sheet itself gets the focus; otherwise the note's field has it.
        html.panel(key: key, title: strings[.more], state.note == .no ? .flag(.focus) : nil) { html in
          if state.report != .no {
            reasons(state, strings, &html)
          } else if state.note != .no {
            note(state, strings, &html)
          } else if state.asksHowLong {
            times(state, strings, &html)
          } else if state.asksDeletion {
            deletion(state, strings, &html)
          } else if state.asksAudience, case .post(let post) = state.subject {
            audiences(post, strings, &html)
          } else if state.isQuestion {
            html.element(
              "h2", .dir("auto"), text: strings[later: .unfollowWhom, state.subject.author.account.nick])
            html.element("p", .class("help"), text: strings[later: .unfollowHelp])
            row(.unfollow, strings[.unfollow], &html)
          } else {
            options(state, strings, &html)
          }
          html.element(
            "button", .class("option cancel"), .type("button"), .tap(AppTap.back), text: strings[.cancel])
        }
      }
    }

    private func options(_ state: State, _ strings: Strings, _ html: inout HTML) {
      let name = state.subject.author.account.nick
      html.element("h2", .dir("auto"), text: name)
      // Its choices come all at once, so that none moves under the finger.
      if case .held = state.subject {
        if state.showsWait { html.spinner(strings) }
        return
      }
      if state.subject.url != nil {
        row(.share, strings[.share], &html)
        row(.link, strings[.copyLink], &html)
      }
      if case .part(let post) = state.subject {
        words(of: post, state, strings, &html)
        if state.isOwn { row(.delete, strings[.delete], &html) }
      }
      if case .post(let post) = state.subject {
        words(of: post, state, strings, &html)
        if post.favouritesCount > 0 { row(.likedBy, strings[.favourites, post.favouritesCount], &html) }
        if post.repostsCount > 0 { row(.repostedBy, strings[.reposts, post.repostsCount], &html) }
        if state.context.session != nil {
          row(.bookmark, strings[post.interactions.isBookmarked ? .removeBookmark : .bookmark], &html)
          row(.thread, strings[post.interactions.isMuted ? .unmuteThread : .muteThread], &html)
        }
        if state.isOwn {
          row(.pin, strings[post.interactions.isPinned ? .unpin : .pin], &html)
          if state.context.session?.isOwnServer == true, post.attachments.contains(where: { $0.isPicture }) {
            row(.albums, strings[later: .addToAlbum] + "…", &html)
          }
          row(.edit, strings[.edit], &html)
          if state.context.session?.isOwnServer == true, !post.visibility.narrowed.isEmpty {
            row(.audience, strings[.audience] + "…", &html)
          }
          row(.delete, strings[.delete], &html)
        }
      }
      if let relationship = state.relationship, relationship.isFollowing {
        row(.notify, strings[relationship.notifies ? .notifyNoMore : .notify, name], &html)
        row(.reposts, strings[relationship.showsReposts ? .hideReposts : .showReposts, name], &html)
      }
      if state.isOther, state.relationship != nil { row(.note, strings[.noteOn, name] + "…", &html) }
      if state.isOther, state.relationship?.isBlocking == false {
        row(.circles, strings[.addToCircle, name] + "…", &html)
      }
      if state.isOther {
        let (isMuted, isBlocked) = (
          state.relationship?.isMuting == true, state.relationship?.isBlocking == true
        )
        row(
          isMuted ? .unmute : .mute, isMuted ? strings[later: .unmute, name] : strings[.mute, name] + "…",
          &html)
        row(isBlocked ? .unblock : .block, strings[isBlocked ? .unblock : .block, name], &html)
        row(.report, strings[later: .report, name], &html)
      }
      if let url = state.subject.url, isElsewhere(state) {
        html.element(
          "a", .class("option"), .href(url), .rel("noopener nofollow ugc"), .named(.target, "_blank"),
          text: strings[later: .originalPage])
      }
      if state.showsWait { html.spinner(strings) }
    }

    private func words(of post: Post, _ state: State, _ strings: Strings, _ html: inout HTML) {
      let text = post.content.plainText
      guard !text.isEmpty else { return }
      row(.words, strings[later: .copyText], &html)
      let language = post.language.flatMap { Language(range: $0) }
      guard !state.isOwn, language != strings.language else { return }
      html.translationRow(post, text, strings)
    }

    /// Returns true if the subject belongs to another server.
    private func isElsewhere(_ state: State) -> Bool {
      if case .other = state.context.origin { return true }
      return Array(state.subject.author.handle.utf8).contains(UInt8(ascii: "@"))
    }

    private func times(_ state: State, _ strings: Strings, _ html: inout HTML) {
      html.element("h2", .dir("auto"), text: strings[.mute, state.subject.author.account.nick])
      row(.hour, strings[later: .forAnHour], &html)
      row(.day, strings[later: .forADay], &html)
      row(.week, strings[later: .forAWeek], &html)
      row(.ever, strings[later: .untilUnmuted], &html)
    }

    private func audiences(_ post: Post, _ strings: Strings, _ html: inout HTML) {
      html.element("h2", text: strings[.audience])
      html.element("p", .class("help"), text: strings[later: .narrowingHelp])
      for audience in post.visibility.narrowed {
        guard let tap = Tap(rawValue: audience.rawValue) else { continue }
        html.audienceOption(audience, .tap(tap), isCurrent: false, strings)
      }
    }

    /// Writes the question before a deletion, as under a post of a Moments page.
    private func deletion(_ state: State, _ strings: Strings, _ html: inout HTML) {
      var text = ""
      if case .post(let post) = state.subject { text = post.content.plainText }
      if case .part(let post) = state.subject { text = post.content.plainText }
      html.element("h2", .class("asked"), .dir("auto"), text: text.isEmpty ? strings[.picture] : text)
      row(.deleteNow, strings[.delete], &html)
    }

    private func note(_ state: State, _ strings: Strings, _ html: inout HTML) {
      let title = strings[.noteOn, state.subject.author.account.nick]
      html.element("h2", .dir("auto"), text: title)
      html.element("p", .class("help"), text: strings[later: .noteHelp])
      if state.note == .failed {
        html.element("p", .class("problem"), .role("alert"), text: strings[.notSaved])
      }
      html.element(
        "textarea", .data("data-input", "note"), .named(.rows, "3"), .named(.maxLength, "2000"), .dir("auto"),
        .flag(.grows), .flag(.focus), .aria(.label, title), text: "\n" + state.filling)
      row(.save, strings[.save], &html)
    }

    private func rules(_ rules: [ServerRule], _ strings: Strings, _ html: inout HTML) {
      html.element("form", .class("broken-rules"), .data("data-submit", "rules")) { html in
        for rule in rules {
          html.element("label", .class("rule-choice")) { html in
            html.void("input", .type("checkbox"), .named(.name, "rule"), .named(.value, rule.id))
            html.element("span", .dir("auto"), text: rule.text)
          }
        }
        html.element("button", .class("primary"), .type("submit"), text: strings[later: .sendReport])
      }
    }

    private func reasons(_ state: State, _ strings: Strings, _ html: inout HTML) {
      html.element("h2", text: strings[later: state.rules.isEmpty ? .reportWhy : .whichRules])
      if state.report == .failed {
        html.element("p", .class("problem"), .role("alert"), text: strings[later: .reportFailed])
      }
      guard state.rules.isEmpty else { return rules(state.rules, strings, &html) }
      row(.spam, strings[later: .reportSpam], &html)
      row(.violation, strings[later: .reportViolation], &html)
      row(.other, strings[later: .reportOther], &html)
    }

    private func row(_ tap: Tap, _ text: String, _ html: inout HTML) {
      let isDangerous =
        tap == .delete || tap == .deleteNow || tap == .block || tap == .report || tap == .unfollow
      html.element(
        "button", .class("option" + (tap == .share ? " share" : isDangerous ? " danger" : "")),
        .type("button"),
        .tap(tap),
        text: text)
    }
  }
}
