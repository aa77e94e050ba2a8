import Contracts
import JSON
import Localization
import Markup
import Social

/// The poll of a new post.
extension Compose {
  /// The beginning of the options' fields, before their number.
  private static let optionField = "answer "
  private static let endField = "poll end"

  indirect enum PollTap: ScreenTap {
    /// Adds a poll to the post, or removes it.
    case toggle
    case addOption
    case several
    /// Shows who voted for what, or doesn't.
    case voters

    private enum Verb: String {
      case toggle = "poll"
      case voters = "voters"
      case addOption = "add-answer"
      case several = "several"
    }

    var encoded: EncodedTap {
      switch self {
      case .toggle: EncodedTap(Verb.toggle.rawValue)
      case .addOption: EncodedTap(Verb.addOption.rawValue)
      case .several: EncodedTap(Verb.several.rawValue)
      case .voters: EncodedTap(Verb.voters.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .toggle: self = .toggle
      case .addOption: self = .addOption
      case .several: self = .several
      case .voters: self = .voters
      case nil: return nil
      }
    }
  }

  static func tapped(_ state: inout State, _ tap: PollTap) -> [Effect] {
    switch tap {
    case .toggle: state.draft.poll = state.draft.poll == nil && state.takesPoll ? DraftPoll() : nil
    case .addOption:
      guard let count = state.draft.poll?.options.count, count < DraftPoll.maxOptions else { return [] }
      state.draft.poll?.options.append("")
    case .several: state.draft.poll?.isMultiple.toggle()
    case .voters: state.draft.poll?.showsVoters.toggle()
    }
    state.discarded = nil
    // The fields are rendered anew, with what was typed.
    state.fieldPoll = state.draft.poll
    return [store(state)]
  }

  /// Takes over what was typed or chosen in the poll. Returns `nil` if it is another field.
  static func typedPoll(_ state: inout State, _ field: String, _ text: String) -> [Effect]? {
    guard var poll = state.draft.poll else { return nil }
    if field == endField {
      guard let seconds = wholeNumber(text), DraftPoll.ends.contains(where: { $0.seconds == seconds }) else {
        return []
      }
      poll.seconds = seconds
    } else {
      let bytes = Array(field.utf8)
      guard bytes.starts(with: optionField.utf8),
        let index = wholeNumber(String(decoding: bytes.dropFirst(optionField.utf8.count), as: UTF8.self))
      else { return nil }
      guard poll.options.indices.contains(index) else { return [] }
      poll.options[index] = text
    }
    state.draft.poll = poll
    return [store(state)]
  }

  /// - Parameter takesVoters: True if the post is for circles, so that names may show.
  static func poll(_ poll: DraftPoll, takesVoters: Bool, key: String, _ strings: Strings, _ html: inout HTML)
  {
    html.element("section", .class("new-poll"), .data("data-key", key), .aria(.label, strings[later: .poll]))
    {
      html in
      for (index, option) in poll.options.enumerated() {
        let label = strings[later: .answer, "\(index + 1)"]
        html.void(
          "input", .type("text"), .data("data-input", optionField + "\(index)"), .named(.value, option),
          .dir("auto"),
          .named(.maxLength, "\(DraftPoll.maxOptionLength)"), .named(.placeholder, label),
          .aria(.label, label),
          .named(.autocomplete, "off"))
      }
      if poll.options.count < DraftPoll.maxOptions {
        html.element(
          "button", .class("poll-add"), .type("button"), .tap(PollTap.addOption),
          text: strings[later: .addAnswer])
      }
      html.element(
        "button", .class("sensitive"), .type("button"), .tap(PollTap.several),
        .aria(.pressed, poll.isMultiple ? "true" : "false"), text: strings[later: .severalAnswers])
      if takesVoters {
        html.element(
          "button", .class("sensitive"), .type("button"), .tap(PollTap.voters),
          .aria(.pressed, poll.showsVoters ? "true" : "false"), text: strings[later: .showVoters])
      }
      html.element("label", .class("poll-end")) { html in
        html.element("span", text: strings[later: .ends])
        html.element("select", .data("data-input", endField)) { html in
          for end in DraftPoll.ends {
            html.element(
              "option", .named(.value, "\(end.seconds)"),
              end.seconds == poll.seconds ? .flag(.selected) : nil,
              text: strings.length(of: end.time))
          }
        }
      }
    }
  }

  /// Writes the button that adds a poll, or removes it.
  static func pollButton(_ hasPoll: Bool?, _ strings: Strings, _ html: inout HTML) {
    html.element(
      "button", .class("tool"), .type("button"), .tap(PollTap.toggle),
      .aria(.pressed, hasPoll == true ? "true" : "false"),
      .aria(.label, strings[later: .poll]), hasPoll == nil ? .flag(.disabled) : nil
    ) { html in
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h10M4 18h6"/></svg>"#)
    }
  }
}
