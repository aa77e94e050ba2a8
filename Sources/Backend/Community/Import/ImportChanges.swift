import Storage

/// The changes of an import to existing data. They are made once all new data can be shown.
struct ImportChanges: Sendable {
  typealias Change = @Sendable (ImportTransaction) throws -> Void

  private var list: [Change] = []

  mutating func add(_ change: @escaping Change) { list.append(change) }

  func carryOut(in transaction: ImportTransaction) throws {
    for change in list { try change(transaction) }
  }
}

/// The time limit of a short transaction that works through a list.
struct ImportTurn {
  private let end = ContinuousClock.now + Staging.transaction
  private var isFirst = true

  /// Returns true if there is time for another item. There always is for the first one.
  mutating func goesOn() -> Bool {
    defer { isFirst = false }
    return isFirst || ContinuousClock.now < end
  }
}
