import Localization
import Markup
import Social

extension Compose {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    if let page = descriptionPage(state, environment) ?? remindPage(state, environment) { return page }
    let title: Phrase =
      state.start.editedID != nil ? .composeEdit : state.draft.replyTo != nil ? .composeReply : .compose
    var frame: [Cell] = [
      .bar(
        title, left: state.left, of: state.limits.characters, canSend: state.canSend,
        isEdit: state.start.editedID != nil)
    ]
    let circles = state.draft.circles
    if state.isChoosingAudience {
      frame.append(
        .audiences(
          circles.isEmpty ? state.audience : nil, state.audiences, circles: state.circles, chosen: circles))
    }
    if state.isChoosingCircles { frame.append(.circlePicker(state.circles, chosen: circles)) }
    if state.isChoosingLocation {
      let current = state.draft.shownLocation ?? ""
      frame.append(.locations(current, state.places, typed: state.fieldLocation))
    }
    if let reminder = state.reminder { frame.append(.reminder(reminder, circles)) }
    if let completions = state.completions, !completions.isEmpty { frame.append(.completions(completions)) }
    frame.append(
      .tools(
        hasWarning: state.hasWarning,
        takesPictures: state.loading == .no && state.draft.pictures.count < state.limits.pictures
          && state.draft.poll == nil && state.start.edited?.hasPoll != true,
        hasPoll: state.takesPoll ? state.draft.poll != nil : nil,
        bin: state.discarded != nil ? .restores : state.isUntouched ? .empty : .discards,
        showsEmojis: state.emojis != nil))
    if let emojis = state.emojis { frame.append(.emojis(emojis)) }
    var cells: [Cell] = []
    if let quoted = state.draft.replyTo { cells.append(.quoted(quoted)) }
    if let me = state.session?.me.account { cells.append(.writer(me)) }
    if state.hasWarning { cells.append(.warning(state.fieldWarning)) }
    switch state.loading {
    case .source: cells.append(.loading)
    case .failed: cells.append(.failed)
    case .no:
      cells.append(.field(state.fieldText, isReply: state.draft.replyTo != nil))
      cells.append(.marks(state.draft.text, surplusStart: state.count.surplusStart))
      if let poll = state.fieldPoll { cells.append(.poll(poll, takesVoters: state.draft.takesVoters)) }
      if !state.draft.pictures.isEmpty {
        // A post with a warning is sensitive anyway.
        cells.append(
          .pictures(
            state.draft.pictures, isSensitive: state.hasWarning ? nil : state.draft.isSensitive,
            most: state.limits.pictures))
      }
      cells += rows(state)
    }
    return Page(title: environment.strings[title], frame: frame, cells: cells)
  }

  /// Returns the rows below what is written, in the order of WeChat.
  private static func rows(_ state: State) -> [Cell] {
    var cells: [Cell] = []
    if state.choosesLocation { cells.append(.location(state.draft.shownLocation)) }
    if state.reminds { cells.append(.remind(state.remindedPeople.map { $0.nick })) }
    // The menu of a published post changes its audience.
    guard state.start.editedID == nil else { return cells }
    let circles = state.draft.circles
    cells.append(circles.isEmpty ? .audience(state.audience) : .circles(circles))
    if state.draft.replyTo != nil, state.start.draft.visibility ?? .everybody != .everybody {
      cells.append(.audienceLimit)
    }
    return cells
  }

  indirect enum Cell: Equatable, Sendable {
    case bar(Phrase, left: Int, of: Int = CharacterCount.limit, canSend: Bool, isEdit: Bool)
    /// The chosen audience, and those to choose from.
    case audiences(Visibility?, [Visibility], circles: [Circle] = [], chosen: [Post.ChosenCircle] = [])
    case circlePicker([Circle], chosen: [Post.ChosenCircle])
    /// A reminder of the audience, before the first post to a circle.
    case reminder(Compose.Reminder, [Post.ChosenCircle])
    /// `hasPoll` is `nil` if the post can't have one.
    case tools(
      hasWarning: Bool, takesPictures: Bool, hasPoll: Bool? = nil, bin: DiscardButton,
      showsEmojis: Bool = false)
    case completions(Completions)
    case emojis(EmojiPanel)
    case quoted(Draft.Quoted)
    /// The author of the new post.
    case writer(Account)
    case location(String?)
    /// The present place, and the recent ones.
    case locations(String, [String], typed: String? = nil)
    /// The names of the people who are reminded.
    case remind([String])
    /// The number of chosen people.
    case remindBar(Int)
    case remindField
    case remindPeople([Compose.RemindRow], isForNobody: Bool, isLoading: Bool)
    /// The audience; `nil` until the author's default is known.
    case audience(Visibility?)
    /// The audience of a post for circles.
    case circles([Post.ChosenCircle])
    /// The reason why a reply can't have a wider audience.
    case audienceLimit
    /// The warning's field, with its initial text.
    case warning(String)
    /// The post's field, with its initial text.
    case field(String, isReply: Bool)
    /// The text again, under the field, with the part over the limit marked.
    case marks(String, surplusStart: Int?)
    /// The fields of the poll, with their initial texts.
    case poll(DraftPoll, takesVoters: Bool)
    /// `isSensitive` is `nil` if the viewer isn't asked.
    case pictures([DraftPicture], isSensitive: Bool?, most: Int = Draft.maxPictures)
    /// The picture that is being described, its position, and the number of pictures.
    case described(DraftPicture, Int, of: Int)
    /// The description's field, with its initial text.
    case description(String)
    case loading
    case failed
  }

  /// The function of the button beside the draft.
  enum DiscardButton: Equatable, Sendable {
    case empty
    case discards
    /// Restores the discarded text.
    case restores
  }
}

extension Compose.Cell: PageCell {
  var key: String {
    switch self {
    case .bar: "bar"
    case .audiences: "audiences"
    case .circlePicker: "circle-picker"
    case .reminder: "circle-reminder"
    case .tools: "tools"
    case .completions: Completions.key
    case .emojis: EmojiPanel.key
    case .quoted: "quoted"
    case .writer: "writer"
    case .location: "location"
    case .locations: "locations"
    case .remind: "remind"
    case .remindBar: "remind-bar"
    case .remindField: "remind-field"
    case .remindPeople: "remind-people"
    case .audience, .circles: "audience"
    case .audienceLimit: "audience-limit"
    case .warning: "warning"
    case .field: "field"
    case .marks: "marks"
    case .poll: "poll"
    case .pictures: "pictures"
    case .described: "described"
    case .description: "description"
    case .loading: "loading"
    case .failed: "failed"
    }
  }

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      switch self {
      case .bar(let title, let left, let limit, let canSend, let isEdit):
        bar(title, left, limit, canSend, isEdit, strings, &html)
      case .audiences(let current, let offered, let circles, let chosen):
        audiences(current, offered, circles, chosen, strings, &html)
      case .circlePicker(let circles, let chosen): circlePicker(circles, chosen, strings, &html)
      case .reminder(let reminder, let circles): self.reminder(reminder, circles, strings, &html)
      case .tools(let hasWarning, let takesPictures, let hasPoll, let bin, let showsEmojis):
        tools(hasWarning, takesPictures, hasPoll, bin, showsEmojis, strings, &html)
      case .completions(let completions): html.append(completions.html(strings))
      case .emojis(let panel): html.append(panel.html(strings))
      case .quoted(let quoted): self.quoted(quoted, strings, &html)
      case .writer(let account):
        html.element("div", .class("mine"), .data("data-key", key)) {
          $0.avatar(of: account, shownSize: "40px")
        }
      case .location(let place):
        row(
          "place", .mapPin, strings[.location], place, .tap(Compose.LocationTap.open), strings, &html)
      case .locations(let current, let places, let typed):
        locations(current, places, typed, strings, &html)
      case .remind(let names):
        let first = names.prefix(2).map { strings.isolated($0) }
        let value = names.isEmpty ? nil : strings.names(first, of: names.count)
        row("remind", .mentions, strings[later: .remind], value, .tap(Compose.RemindTap.open), strings, &html)
      case .remindBar(let count): remindBar(count, strings, &html)
      case .remindField: remindField(strings, &html)
      case .remindPeople(let rows, let isForNobody, let isLoading):
        remindPeople(rows, isForNobody: isForNobody, isLoading: isLoading, strings, &html)
      case .audience(let visibility): audience(visibility.map { strings[$0.name] }, strings, &html)
      case .circles(let circles): audience(circles.text(strings), strings, &html)
      case .audienceLimit:
        html.element(
          "p", .class("audience-limit"), .data("data-key", key), text: strings[later: .repliesReach])
      case .warning(let text):
        field(
          "warning", text, label: strings[.contentWarning], placeholder: strings[later: .warningHelp], &html)
      case .field(let text, let isReply):
        let label = strings[isReply ? .composeReply : .whatToSay]
        field("text", text, label: label, placeholder: label, &html)
      case .marks(let text, let surplusStart): marks(text, surplusStart, &html)
      case .poll(let poll, let takesVoters):
        Compose.poll(poll, takesVoters: takesVoters, key: key, strings, &html)
      case .pictures(let pictures, let isSensitive, let most):
        self.pictures(pictures, isSensitive, most, strings, &html)
      case .described(let picture, let position, let count):
        described(picture, position, of: count, strings, &html)
      case .description(let text):
        field(
          Compose.descriptionField, text, label: strings[.describePicture],
          placeholder: strings[later: .describeHelp],
          &html)
      case .loading:
        html.element("p", .class("spinner"), .data("data-key", key), .role("status"), text: strings[.loading])
      case .failed:
        html.element(
          "button", .class("again"), .type("button"), .data("data-key", key), .tap(Compose.Tap.retry),
          text: strings[.retry])
      }
    }
  }

  private func bar(
    _ title: Phrase, _ left: Int, _ limit: Int, _ canSend: Bool, _ isEdit: Bool, _ strings: Strings,
    _ html: inout HTML
  ) {
    let isDescribing = title == .describePicture
    let sends: Attribute = isDescribing ? .tap(Compose.PictureTap.described) : .tap(Compose.Tap.send)
    html.element("header", .class("bar"), .data("data-key", key)) { html in
      html.element(
        "a", .class("control"), .href(Links.home),
        isDescribing ? .tap(Compose.PictureTap.described) : .tap(Compose.Tap.leave),
        isDescribing ? .escape(Compose.PictureTap.described.encoded) : nil, text: strings[.cancel])
      html.element("h1", .class("title"), text: strings[title])
      html.element("p", .class(left < 0 ? "left over" : left <= 20 ? "left near" : "left")) { html in
        if !isDescribing, left > -10 { ring(left, of: limit, &html) }
        html.element("span", .dir("ltr"), .aria(.hidden, "true"), text: "\(left)")
        html.element(
          "span", .class("unseen"), left <= 20 ? .role("status") : nil,
          text: left < 0 ? strings[.charactersOver, -left] : strings[.charactersLeft, left])
      }
      html.element(
        "button", .class("primary"), .type("button"), sends, canSend ? nil : .flag(.disabled),
        text: strings[isDescribing ? .done : isEdit ? .save : .publish])
    }
  }

  /// Draws the used share of the limit as an arc; the number is in its label.
  private func ring(_ left: Int, of limit: Int, _ html: inout HTML) {
    let taken = min(limit, limit - left) * 100 / limit
    html.element("svg", .class("ring"), .aria(.hidden, "true")) { html in
      html.element("circle") { _ in }
      html.element("circle", .data("pathLength", "100"), .data("stroke-dasharray", "\(taken) 100")) { _ in }
    }
  }

  private func audience(_ name: String?, _ strings: Strings, _ html: inout HTML) {
    row("audience", .globe, strings[.audience], name, .tap(Compose.Tap.audience), strings, &html)
  }

  private func audiences(
    _ current: Visibility?, _ offered: [Visibility], _ circles: [Circle], _ chosen: [Post.ChosenCircle],
    _ strings: Strings, _ html: inout HTML
  ) {
    html.sheet(key: key, title: strings[.audience], dismiss: Compose.Tap.outside.encoded, strings) { html in
      for visibility in offered {
        html.audienceOption(
          visibility, .tap(Compose.Tap.choose(visibility)), isCurrent: visibility == current, strings)
      }
      circleOptions(circles, chosen, strings, &html)
    }
  }

  private func tools(
    _ hasWarning: Bool, _ takesPictures: Bool, _ hasPoll: Bool?, _ bin: Compose.DiscardButton,
    _ showsEmojis: Bool, _ strings: Strings, _ html: inout HTML
  ) {
    html.element("div", .class("tools"), .data("data-key", key)) { html in
      html.element(
        "button", .class("tool"), .type("button"), .flag(.picks), .aria(.label, strings[.addPictures]),
        takesPictures ? nil : .flag(.disabled)
      ) { Icon.picture.append(to: &$0) }
      html.element(
        "button", .class("tool camera"), .type("button"), .data("data-pick", "camera"),
        .aria(.label, strings[.takePicture]), takesPictures ? nil : .flag(.disabled)
      ) { Icon.camera.append(to: &$0) }
      Compose.pollButton(hasPoll, strings, &html)
      EmojiPanel.button(isOpen: showsEmojis, strings, &html)
      html.element(
        "button", .class("tool"), .type("button"), .tap(Compose.Tap.warning),
        .aria(.pressed, hasWarning ? "true" : "false"), .aria(.label, strings[.contentWarning])
      ) { Icon.warning.append(to: &$0) }
      if bin == .restores {
        html.element("p", .class("discarded"), .role("status")) { html in
          html.element("span", text: strings[later: .draftDiscarded])
          html.element("button", .type("button"), .tap(Compose.Tap.restore), text: strings[.undo])
        }
      } else {
        html.element(
          "button", .class("tool"), .type("button"), .tap(Compose.Tap.discard),
          .aria(.label, strings[.discard]),
          bin == .empty ? .flag(.disabled) : nil
        ) { Icon.bin.append(to: &$0) }
      }
    }
  }

  private func quoted(_ quoted: Draft.Quoted, _ strings: Strings, _ html: inout HTML) {
    html.element("blockquote", .class("quoted"), .data("data-key", key)) { html in
      html.avatar(of: quoted.author, shownSize: "40px")
      html.element("p", .class("nick"), .dir("auto"), text: strings[.replyingTo, quoted.nick])
      html.element("p", .class("words"), .dir("auto"), text: quoted.text)
    }
  }

  private func field(
    _ name: String, _ text: String, label: String, placeholder: String, _ html: inout HTML
  ) {
    let isDescription = name == Compose.descriptionField
    html.element(
      "textarea", .class("writing"), .data("data-key", key), .data("data-input", name), .dir("auto"),
      isDescription ? .send(Compose.PictureTap.described) : .send(Compose.Tap.send),
      isDescription ? .named(.maxLength, "\(Compose.maxDescriptionLength)") : nil,
      .named(.placeholder, placeholder),
      .aria(.label, label), .named(.rows, "1"),
      name == "text" ? .data("data-caret", "") : nil, .flag(.focus), text: "\n" + text)
  }

  private func marks(_ text: String, _ surplusStart: Int?, _ html: inout HTML) {
    let bytes = Array(text.utf8)
    let start = surplusStart ?? bytes.count
    html.element("div", .class("marks"), .data("data-key", key), .dir("auto"), .aria(.hidden, "true")) {
      html in
      html.text(String(decoding: bytes[..<start], as: UTF8.self))
      if start < bytes.count { html.element("mark", text: String(decoding: bytes[start...], as: UTF8.self)) }
    }
  }
}
