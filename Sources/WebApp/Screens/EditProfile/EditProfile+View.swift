import Contracts
import Localization
import Markup
import Social

extension EditProfile {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.editProfile]
    var frame: [Cell] = [.bar(canSave: state.canSave)]
    if let kind = state.cutter.choosing {
      let account = state.own.flatMap { own in state.draft.map { $0.applied(to: own).account } }
      frame.append(.choice(kind, isSet: kind.isSet(of: account)))
    }
    if let cutting = state.cutter.cutting {
      frame.append(.cutting(cutting.whole, cutting.kind, cutting.crop?.shape))
    }
    guard let own = state.own, let draft = state.draft, let shown = state.shown else {
      let footer = state.hasFailed ? ListFooter.failed(LoadFailure.unreadable.message) : .loading
      return Page(title: title, frame: frame, cells: [.footer(footer)])
    }
    return Page(
      title: title, frame: frame,
      cells: [
        .pictures(draft.applied(to: own).account), .words(shown, state.filling), .left(state.left),
        .rows(shown, state.filling), .flags(draft.flags),
        .end(isUntouched: state.isUntouched),
      ])
  }

  indirect enum Cell: PageCell {
    case bar(canSave: Bool)
    case choice(Kind, isSet: Bool)
    /// The picture with that id under a frame; without a shape, it is being read.
    case cutting(String, Kind, Crop.Shape?)
    case footer(ListFooter)
    case pictures(Account)
    /// The fields' initial texts, and the number of times they were filled.
    case words(ProfileDraft, Int)
    case left(Int)
    case rows(ProfileDraft, Int)
    case flags(ProfileFlags)
    case end(isUntouched: Bool)

    var key: String {
      switch self {
      case .bar: "bar"
      case .choice: "choice"
      case .cutting: "cutting"
      case .footer: "footer"
      case .pictures: "pictures"
      case .words: "words"
      case .left: "left"
      case .rows: "rows"
      case .flags: "flags"
      case .end: "end"
      }
    }

    func html(_ strings: Strings) -> HTML {
      if case .footer(let footer) = self { return ListPart.footer(footer).html(strings) }
      return HTML { html in
        switch self {
        case .footer: break
        case .bar(let canSave): bar(canSave, strings, &html)
        case .choice(let kind, let isSet): html.pictureChoice(kind, isSet: isSet, key: key, strings)
        case .cutting(let id, let kind, let shape):
          html.pictureCutting(id, kind, shape, caption: .onYourProfile, key: key, strings)
        case .pictures(let account): html.ownPictures(of: account, key: key, strings)
        case .words(let draft, _): words(draft, strings, &html)
        case .left(let left):
          html.element("p", .class(left < 0 ? "left over" : "left"), .data("data-key", key)) { html in
            html.element("span", .dir("ltr"), .aria(.hidden, "true"), text: "\(left)")
            html.element(
              "span", .class("unseen"), left <= 20 ? .role("status") : nil,
              text: left < 0 ? strings[.charactersOver, -left] : strings[.charactersLeft, left])
          }
        case .rows(let draft, _): rows(draft.rows, strings, &html)
        case .flags(let flags):
          html.element("section", .class("group"), .data("data-key", key)) { html in
            html.element("ul") { html in
              for flag in ProfileFlag.allCases {
                guard let help = flag.help else { continue }
                html.element("li") { $0.toggle(strings[help], flags[flag], .tap(Tap.flag(flag))) }
              }
            }
          }
        case .end(let isUntouched):
          html.element(
            "button", .class("discards"), .type("button"), .data("data-key", key), .tap(Tap.discard),
            isUntouched ? .flag(.disabled) : nil, text: strings[.discard])
        }
      }
    }

    private func bar(_ canSave: Bool, _ strings: Strings, _ html: inout HTML) {
      html.element("header", .class("bar"), .data("data-key", key)) { html in
        html.element(
          "a", .class("control"), .href(Links.home), .tap(AppTap.back), .aria(.label, strings[.close])
        ) {
          Icon.close.append(to: &$0)
        }
        html.element("h1", .class("title"), text: strings[.editProfile])
        html.element(
          "button", .class("primary"), .type("button"), .tap(Tap.save), canSave ? nil : .flag(.disabled),
          text: strings[.save])
      }
    }

    private func words(_ draft: ProfileDraft, _ strings: Strings, _ html: inout HTML) {
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("div", .class("lines")) { html in
          for text in ProfileText.allCases {
            switch text {
            case .nick: line(text.rawValue, draft.nick, longest: text.limit, strings[.profileName], &html)
            case .note:
              html.element("label", .class("field")) { html in
                html.element("span", text: strings[later: .bio])
                html.element(
                  "textarea", .data("data-input", text.rawValue), .named(.rows, "3"), .dir("auto"),
                  .flag(.grows),
                  text: "\n" + draft.note)
              }
            }
          }
        }
      }
    }

    private func rows(_ rows: [String], _ strings: Strings, _ html: inout HTML) {
      html.element("section", .class("group"), .data("data-key", key)) { html in
        html.element("h2", text: strings[later: .profileFields])
        html.element("div", .class("lines")) { html in
          for row in 0..<ProfileDraft.rowCount {
            html.element("div", .class("pair")) { html in
              line(
                "\(2 * row)", rows[2 * row], longest: Profile.Field.maxLength, strings[later: .fieldName],
                &html)
              line(
                "\(2 * row + 1)", rows[2 * row + 1], longest: Profile.Field.maxLength,
                strings[later: .fieldValue],
                &html)
            }
          }
        }
      }
    }

    @inline(never)
    private func line(_ name: String, _ value: String, longest: Int, _ label: String, _ html: inout HTML) {
      html.element("label", .class("field")) { html in
        html.element("span", text: label)
        html.void(
          "input", .data("data-input", name), .named(.value, value), .named(.maxLength, "\(longest)"),
          .named(.autocomplete, "off"), .dir("auto"))
      }
    }
  }
}

extension ProfileFlag {
  /// The text beside the form's switch; `nil` if the form doesn't offer it (`isInForm`).
  var help: Phrase? {
    switch self {
    case .locked: .lockedHelp
    case .discoverable: .discoverableHelp
    case .bot: nil
    }
  }
}
