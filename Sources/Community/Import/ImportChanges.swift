import Storage

/// What an import changes of what is there already: done when all that is new can be shown.
struct ImportChanges: Sendable {
  typealias Change = @Sendable (ImportTransaction) throws -> Void

  private var list: [Change] = []

  mutating func add(_ change: @escaping Change) { list.append(change) }

  func carryOut(in transaction: ImportTransaction) throws {
    for change in list { try change(transaction) }
  }
}

/// When a short transaction ends that goes through a list.
struct ImportTurn {
  private let end = ContinuousClock.now + Staging.transaction
  private var isFirst = true

  /// Whether there is time for one more. There always is for the first.
  mutating func goesOn() -> Bool {
    defer { isFirst = false }
    return isFirst || ContinuousClock.now < end
  }
}
