import Contracts
import Localization
import Markup
import Social

/// The field of a comment: suggestions of names and tags, emoji, and the bar that holds it.
extension Moments {
  indirect enum CommentTap: ScreenTap {
    /// Closes the comment bar; the draft stays.
    case leave
    case send
    /// Removes the picture from the comment that is being written.
    case removePicture
    /// Retries the upload of that picture.
    case retryPicture
    case field(FieldTap)

    private enum Verb: String {
      case leave = "uncomment"
      case send = "send-comment"
      case removePicture = "remove-picture"
      case retryPicture = "retry-picture"
    }

    var encoded: EncodedTap {
      switch self {
      case .leave: EncodedTap(Verb.leave.rawValue)
      case .send: EncodedTap(Verb.send.rawValue)
      case .removePicture: EncodedTap(Verb.removePicture.rawValue)
      case .retryPicture: EncodedTap(Verb.retryPicture.rawValue)
      case .field(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .leave: self = .leave
      case .send: self = .send
      case .removePicture: self = .removePicture
      case .retryPicture: self = .retryPicture
      case nil:
        guard let field = FieldTap(tap) else { return nil }
        self = .field(field)
      }
    }
  }

  @inline(never)
  static func tapped(_ state: inout State, _ tap: CommentTap) -> [Effect] {
    switch tap {
    case .leave:
      state.writing.commenting = nil
      return []
    case .send: return sendComment(&state)
    case .removePicture: return removePicture(&state)
    case .retryPicture: return retryPicture(state)
    case .field(.complete(let word)): return chooseCompletion(&state, word)
    case .field(.emoji):
      let panel = EmojiPanel(recent: state.commentDrafts[EmojiPanel.key])
      let isOpen = state.writing.commenting?.emojis != nil
      state.writing.commenting?.emojis = isOpen ? nil : panel
      return []
    }
  }

  @inline(never)
  static func typed(_ state: inout State, _ field: String, _ text: String) -> [Effect] {
    guard var commenting = state.writing.commenting else { return [] }
    if field == Completions.caretField {
      state.writing.commenting?.caret = wholeNumber(text)
      return []
    }
    if field == EmojiPanel.field {
      guard let recent = EmojiPanel.recent(state.commentDrafts[EmojiPanel.key], using: text) else {
        return []
      }
      state.commentDrafts[EmojiPanel.key] = recent
      return [.remember(key: EmojiPanel.key, recent)]
    }
    commenting.text = text
    var completions = commenting.completions
    let effects = Completions.typed(
      &completions, text, caret: commenting.caret, among: conversation(state, commenting))
    commenting.completions = completions
    state.writing.commenting = commenting
    return [storeDraft(&state, commenting.answered, text.isEmpty ? nil : text)] + effects
  }

  /// Returns the people of the conversation that the comment belongs to: the one who is answered, the author
  /// of the post, and those who commented or liked it, the last one first.
  private static func conversation(_ state: State, _ commenting: Commenting) -> [Profile] {
    var accounts: [Account] = []
    if let receiver = commenting.receiver { accounts.append(receiver) }
    if let post = state.post(commenting.key) { accounts += people(of: post) }
    return accounts.filter { !state.isOwn($0) }.map { Profile(id: "", account: $0) }
  }

  private static func people(of post: MomentsPost) -> [Account] {
    var accounts = [post.sender]
    for comment in post.comments.reversed() { accounts.append(comment.sender) }
    for account in post.likes.reversed() { accounts.append(account) }
    return accounts
  }

  /// Asks the server for suggestions.
  @inline(never)
  static func askCompletions(_ state: inout State) -> [Effect] {
    guard let request = state.writing.commenting?.completions?.request() else { return [] }
    return [.cancel(Request.completions), .ask(Request.completions, request)]
  }

  @inline(never)
  static func receivedCompletions(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    // A response to older letters says nothing about the new ones.
    guard var completions = state.writing.commenting?.completions, completions.isAsked else { return [] }
    if !completions.received(result, from: state.origin) {
      // The page knows other people, too.
      for stored in state.records {
        for account in people(of: stored.post) where !state.isOwn(account) {
          completions.add(Profile(id: "", account: account))
        }
      }
    }
    state.writing.commenting?.completions = completions
    return []
  }

  private static func chooseCompletion(_ state: inout State, _ word: String) -> [Effect] {
    guard let commenting = state.writing.commenting, let completions = commenting.completions else {
      return []
    }
    state.writing.commenting?.completions = nil
    if word.isEmpty { return [] }
    let text = completions.text(choosing: word, in: commenting.text, caret: commenting.caret)
    state.writing.commenting?.text = text
    state.writing.commenting?.caret = nil
    return [.setField(name: commentField, text), storeDraft(&state, commenting.answered, text)]
  }

  static let commentField = "comment"

  /// A piece of what shows while a comment is being written.
  indirect enum CommentCell: Equatable, Sendable {
    /// The bar, with the initial text of its field.
    case bar(receiver: String?, draft: String)
    /// The comment's picture. It stands in the bar, and comes and goes without the field.
    case picture(DraftPicture)
    case completions(Completions)
    case emojis(EmojiPanel)

    var key: String {
      @inline(never) get {
        switch self {
        case .bar: Moments.commentField
        case .picture: "comment-picture"
        case .completions: Completions.key
        case .emojis: EmojiPanel.key
        }
      }
    }

    @inline(never)
    func html(_ strings: Strings) -> HTML {
      let dismiss = Attribute.dismiss(CommentTap.leave)
      switch self {
      case .bar(let receiver, let draft): return Self.bar(receiver, draft, dismiss, strings)
      case .picture(let picture): return Self.chosenPicture(picture, strings)
      case .completions(let completions): return completions.html(strings, dismiss)
      case .emojis(let panel): return panel.html(strings, dismiss)
      }
    }
  }
}

extension Moments.CommentCell {
  private static func bar(
    _ receiver: String?, _ draft: String, _ dismiss: Attribute, _ strings: Strings
  ) -> HTML {
    let placeholder = receiver.map { strings[.replyTo, $0] } ?? strings[.comment]
    return HTML { html in
      html.element("div", .class("comment-bar"), .data("data-key", Moments.commentField), dismiss) { html in
        html.element(
          "button", .class("tool"), .type("button"), .flag(.picks), .aria(.label, strings[.addPicture])
        ) { Icon.picture.append(to: &$0) }
        html.element(
          "textarea", .data("data-input", Moments.commentField), .send(Moments.CommentTap.send),
          .named(.rows, "1"), .dir("auto"), .named(.placeholder, placeholder), .aria(.label, placeholder),
          .data("data-caret", ""), .flag(.focus), .flag(.grows), text: "\n" + draft)
        EmojiPanel.button(isOpen: false, strings, &html)
        html.element(
          "button", .class("primary"), .type("button"), .tap(Moments.CommentTap.send), text: strings[.send])
      }
    }
  }
}

extension Moments.Commenting {
  var isOver: Bool { CharacterCount(text).surplusStart != nil }

  var canSend: Bool {
    guard !isOver, picture?.state != .preparing else { return false }
    // A picture that can't be sent has to be removed first: sending without it would lose it unnoticed.
    return picture.map { !$0.hasFailed } ?? !Draft(text: text).isBlank
  }

  /// Adds what the style sheet has to know to the words of the page.
  @inline(never)
  func status(_ words: String) -> String {
    var words = words
    func add(_ word: String) { words += words.isEmpty ? word : " " + word }
    if !canSend { add("unsendable") }
    if emojis != nil { add(EmojiPanel.key) }
    return words
  }

  /// The picture stands before the bar, the panel under it.
  @inline(never)
  var cells: [Moments.Cell] {
    var cells: [Moments.Cell] = []
    if let completions, !completions.isEmpty { cells.append(.comment(.completions(completions))) }
    if let picture { cells.append(.comment(.picture(picture))) }
    cells.append(.comment(.bar(receiver: receiver?.nick, draft: draft)))
    if let emojis { cells.append(.comment(.emojis(emojis))) }
    return cells
  }
}
