import Logging

/// Writes down that a session or a token is used.
struct UseNote: Sendable {
  private let logger: Logger

  init(_ logger: Logger) { self.logger = logger }

  /// Writes in the background. A failed write is repeated an hour later.
  ///
  /// - Parameter name: the noun for the log.
  func write(_ name: String, _ note: @escaping @Sendable () async throws -> Void) {
    Task { [logger] in
      do { try await note() } catch {
        logger.debug("A use is not noted", metadata: ["of": "\(name)", "error": "\(error)"])
      }
    }
  }
}
