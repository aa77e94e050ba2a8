import Social

/// A sentence for the reader, which is put into words when it is shown: in their language of then.
struct Message: Equatable, Sendable {
  let phrase: Phrase
  var values: [String] = []

  init(_ phrase: Phrase, _ values: String...) {
    self.phrase = phrase
    self.values = values
  }

  func text(_ strings: Strings) -> String { values.isEmpty ? strings[phrase] : strings.text(phrase, values) }
}

/// Why something could not be loaded.
enum LoadTrouble: Error, Equatable, Sendable {
  case unreachable
  case unreadable
  /// There is no such thing, or not for this person.
  case missing
  case serverFailed(status: Int)

  /// The body of a response with a status of success.
  static func body(of result: Result<Response, RequestFailure>) -> Result<[UInt8], LoadTrouble> {
    switch result {
    case .failure(.unreachable): .failure(.unreachable)
    case .failure(.tooLarge): .failure(.unreadable)
    case .success(let response) where response.isSuccess: .success(response.body)
    case .success(let response) where response.status == 404 || response.status == 410: .failure(.missing)
    case .success(let response): .failure(.serverFailed(status: response.status))
    }
  }

  /// It is gone, or no longer for this person: what was seen of it before is not theirs to keep.
  var isGone: Bool {
    switch self {
    case .missing, .serverFailed(status: 403): true
    case .unreachable, .unreadable, .serverFailed: false
    }
  }

  /// Why what shows is old, and how old it is.
  @inline(never)
  func message(loadedAt time: Timestamp?, _ reader: Reader) -> Message {
    guard self == .unreachable else { return message }
    guard let time else { return Message(.offlineCopy) }
    return Message(.offlineSince, reader.strings.text(reader.age(time)))
  }

  /// In a person's words, not a server's.
  var message: Message {
    switch self {
    case .unreachable: Message(.unreachable)
    case .unreadable, .serverFailed: Message(.unreadableAnswer)
    case .missing: Message(.notThere)
    }
  }
}
