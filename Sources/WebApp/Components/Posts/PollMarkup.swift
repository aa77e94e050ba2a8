import Contracts
import Localization
import Markup
import Social

extension PostCell {
  /// Notes the time until the poll ends, or that it has ended by the device's clock.
  @inline(never)
  mutating func showPoll(at now: Timestamp) {
    guard let poll = post.poll, !poll.isEnded, let end = poll.expiresAt else { return }
    if now < end {
      // A poll of one day that was just made ends in a day, not in 23 hours.
      pollEnd = RelativeTime(of: end.advanced(byMilliseconds: 59_999), at: now)
    } else {
      entry.post.poll?.isEnded = true
    }
  }

  /// Writes the choices and a button; after the vote or the end, and for strangers, the result.
  @inline(never)
  func poll(_ poll: Poll, _ strings: Strings, _ html: inout HTML) {
    guard canVote, !poll.hasVoted, !poll.isEnded else { return result(of: poll, strings, &html) }
    html.element("form", .class("poll"), .data("data-submit", PollVote.form)) { html in
      for value in [PollVote.form, post.id, poll.id] {
        html.void("input", .type("hidden"), .named(.name, "vote"), .named(.value, value))
      }
      html.element("fieldset") { html in
        html.element("legend", text: strings[later: poll.isMultiple ? .chooseSeveral : .chooseOne])
        for (index, option) in poll.options.enumerated() {
          html.element("label", .class("poll-choice")) { html in
            html.void(
              "input", poll.isMultiple ? .type("checkbox") : .type("radio"), .named(.name, "choice"),
              .named(.value, "\(index)"), poll.isMultiple ? nil : .flag(.required))
            html.element("span") { $0.element("bdi", text: option.title) }
          }
        }
      }
      if poll.showsVoters { html.element("p", .class("poll-facts"), text: strings[later: .votersShow]) }
      html.element("button", .class("primary"), .type("submit"), text: strings[later: .vote])
      facts(of: poll, strings, &html)
    }
  }

  private func result(of poll: Poll, _ strings: Strings, _ html: inout HTML) {
    let whole = poll.isMultiple ? poll.votersCount : poll.options.reduce(0) { $0 + ($1.votesCount ?? 0) }
    html.element("div", .class("poll")) { html in
      html.element("ul") { html in
        for (index, option) in poll.options.enumerated() {
          html.element("li") { html in
            html.element("span", .class("poll-title")) { $0.element("bdi", text: option.title) }
            if poll.ownVotes.contains(index) {
              html.element(
                "span", .class("poll-own"), .role("img"), .aria(.label, strings[later: .yourVote]), text: "✓")
            }
            guard let count = option.votesCount else { return }
            let share = whole > 0 ? min(100, (100 * count + whole / 2) / whole) : 0
            html.element("bdi", .class("poll-share"), text: "\(share)%")
            html.element(
              "progress", .class("poll-bar"), .aria(.hidden, "true"), .named(.max, "100"),
              .named(.value, "\(share)")
            ) { _ in }
            if poll.showsVoters, count > 0 { voters(of: option, index, poll, strings, &html) }
          }
        }
      }
      facts(of: poll, strings, &html)
    }
  }

  /// Writes a button that opens the list of those who voted for the option. Strangers see no such poll.
  private func voters(
    of option: Poll.Option, _ index: Int, _ poll: Poll, _ strings: Strings, _ html: inout HTML
  ) {
    html.element(
      "button", .class("poll-voters"), .type("button"),
      .tap(AppTap.people(.voters, id: poll.id + " \(index)", handle: option.title)),
      .aria(.label, strings[later: .voterNames] + strings[.colon] + option.title),
      text: strings[later: .voterNames])
  }

  private func facts(of poll: Poll, _ strings: Strings, _ html: inout HTML) {
    html.element("p", .class("poll-facts")) { html in
      html.element("span", text: strings[.voters, poll.votersCount])
      if poll.isEnded {
        html.element("span", text: strings[later: .pollOver])
      } else if let pollEnd {
        html.element("span", text: strings[later: .endsIn, strings.length(of: pollEnd)])
      }
      if poll.options.contains(where: { $0.votesCount == nil }) {
        html.element("span", text: strings[later: .resultsAtEnd])
      }
    }
  }
}
