import Foundation

extension Outbound {
  /// The number of bytes that are read and thrown away of a response, so that the connection can be used again.
  private static let maxAnswer = 16_384

  /// Sends a body with POST, and returns the head of the response, whatever its status. Follows no redirect,
  /// because the address is known to its owner alone.
  func send(
    _ body: OutboundBody, to url: String, within deadline: Duration, allowingPrivate: Bool
  ) async throws(OutboundError) -> ResponseHead {
    try await bounded(deadline, url) { () async throws in
      guard let asked = URL(address: url), ["http", "https"].contains(asked.scheme?.lowercased()),
        let host = asked.host
      else { throw OutboundError.badAddress }
      let address = try await Self.address(of: host, allowingPrivate: allowingPrivate)
      return try await connections.ask(
        asked.absoluteString, host: host, at: address, sending: body, within: deadline
      ) {
        var skipped = 0
        return { _, part in
          skipped += part.count
          return skipped < Self.maxAnswer
        }
      }
    }
  }
}
