import Synchronization

/// Caches statement texts, one for each `Shape`, for any values. Building a long text takes as long as the
/// database needs for a page.
///
/// `Shape` is everything that the text depends on.
final class StatementForms<Shape: Hashable & Sendable>: Sendable {
  /// The maximum number of texts; when it is reached, the cache is emptied.
  static var most: Int { 32 }
  private let known = Mutex<[Shape: StatementForm]>([:])

  /// Returns the statement of a shape with these values.
  ///
  /// - Parameters:
  ///   - values: all values of the statement.
  ///   - make: builds the statement. It must bind the values as they are, and derive no others from them.
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

/// A statement that knows which of its parameters stands for which value.
struct StatementForm: Sendable {
  private let model: Statement
  /// The index of each parameter's value; `nil` if the parameter is a constant.
  private let places: [Int?]

  /// Builds the statement once.
  ///
  /// - Parameter make: receives placeholder numbers for the values, by which their parameters are recognised.
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
