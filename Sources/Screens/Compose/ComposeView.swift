public import Social

extension Compose {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title: Phrase =
      state.start.editedID != nil ? .composeEdit : state.draft.replyTo != nil ? .composeReply : .compose
    var frame: [Cell] = [
      .bar(title, left: state.left, canSend: state.canSend, isEdit: state.start.editedID != nil)
    ]
    if state.isChoosingAudience { frame.append(.audiences(state.draft.visibility)) }
    frame.append(
      .tools(
        state.draft.visibility, hasWarning: state.hasWarning, isEdit: state.start.editedID != nil,
        bin: state.discarded != nil ? .restores : state.isUntouched ? .empty : .discards))
    var cells: [Cell] = []
    if let quoted = state.draft.replyTo { cells.append(.quoted(quoted)) }
    if state.hasWarning { cells.append(.warning(state.fieldWarning)) }
    switch state.loading {
    case .source: cells.append(.loading)
    case .failed: cells.append(.failed)
    case .no, .change:
      cells.append(.field(state.fieldText, isReply: state.draft.replyTo != nil))
      cells.append(.marks(state.draft.text, surplusStart: state.count.surplusStart))
    }
    return Page(title: reader.strings[title], frame: frame, cells: cells)
  }

  public indirect enum Cell: Equatable, Sendable {
    case bar(Phrase, left: Int, canSend: Bool, isEdit: Bool)
    case audiences(Visibility?)
    case tools(Visibility?, hasWarning: Bool, isEdit: Bool, bin: Bin)
    case quoted(Draft.Quoted)
    /// With the text that it had at first.
    case warning(String)
    /// With the text that it had at first.
    case field(String, isReply: Bool)
    /// The text once more, under the field, with what is too much marked.
    case marks(String, surplusStart: Int?)
    case loading
    case failed
  }

  /// What the button beside the draft does.
  public enum Bin: Equatable, Sendable {
    case empty
    case discards
    /// What was thrown away comes back.
    case restores
  }
}

extension Visibility {
  var name: Phrase {
    switch self {
    case .everybody: .everybody
    case .unlisted: .unlisted
    case .followers: .followersOnly
    case .direct: .mentionedOnly
    }
  }

  var explanation: Phrase {
    switch self {
    case .everybody: .everybodyHelp
    case .unlisted: .unlistedHelp
    case .followers: .followersOnlyHelp
    case .direct: .mentionedOnlyHelp
    }
  }
}
