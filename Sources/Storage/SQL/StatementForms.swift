import Synchronization

/// Statements of which each text is made once, for whatever values: to put a long one together takes as long as the
/// database does for a page.
///
/// `Shape` is all that decides about the text.
final class StatementForms<Shape: Hashable & Sendable>: Sendable {
  /// When there would be more, all are made anew.
  static var most: Int { 32 }
  private let known = Mutex<[Shape: StatementForm]>([:])

  /// - Parameters:
  ///   - values: all that the statement is to hold.
  ///   - make: the statement that holds those values, and none that are made of them.
  func statement(_ shape: Shape, _ values: [Int64], make: ([Int64]) -> Statement) -> Statement {
    if let form = known.withLock({ $0[shape] }) { return form.statement(values) }
    let form = StatementForm(valueCount: values.count, make)
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[shape] = form
    }
    return form.statement(values)
  }
}

/// A statement, and which of its parameters stands for which value.
struct StatementForm: Sendable {
  private let model: Statement
  /// For each parameter the place of its value; nil: it always is the same.
  private let places: [Int?]

  /// - Parameter make: gets numbers that stand for the values, so that they are known again.
  init(valueCount: Int, _ make: ([Int64]) -> Statement) {
    let first = Int64.min
    model = make((0..<valueCount).map { first + Int64($0) })
    places = model.arguments.map { argument in
      guard case .integer(let number) = argument, number < first + Int64(valueCount) else { return nil }
      return Int(number - first)
    }
  }

  func statement(_ values: [Int64]) -> Statement {
    var arguments = model.arguments
    for (index, place) in places.enumerated() {
      if let place { arguments[index] = .integer(values[place]) }
    }
    return model.with(arguments)
  }
}
