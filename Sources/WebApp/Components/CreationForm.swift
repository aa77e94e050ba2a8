import Social

/// The form below a list that makes another circle or named album.
struct CreationForm: Equatable, Sendable {
  /// The number of those that were made here, so that the form is empty after each.
  var count = 0
  var isRunning = false
  /// The text of the last one that wasn't made, and the reason.
  var title = ""
  var problem: Message?

  /// Returns false for a blank text, and while a request runs.
  @inline(never)
  mutating func begin(_ title: String) -> Bool {
    guard !isRunning, !CleanText.showsNothing(title) else { return false }
    isRunning = true
    problem = nil
    return true
  }

  /// Notes the response to the request.
  ///
  /// - Parameters:
  ///   - title: the text for the form if nothing was made.
  ///   - isMade: true if the response could be decoded.
  @inline(never)
  mutating func finish(_ title: String, _ result: Result<Response, RequestFailure>, isMade: Bool) {
    isRunning = false
    self.title = isMade ? "" : title
    problem = isMade ? nil : result.refusal ?? LoadFailure.unreadable.message
    if isMade { count += 1 }
  }
}

extension [String] {
  /// Adds an id at the end, or removes it.
  mutating func turn(_ id: String, _ isIn: Bool) {
    removeAll { $0 == id }
    if isIn { append(id) }
  }

  /// Adds an id that is missing, or removes it.
  mutating func toggle(_ id: String) { turn(id, !contains(id)) }
}
