import AsyncHTTPClient
import Foundation
import Media
import NIOCore
import NIOHTTP1

/// The one way in which this server asks others.
///
/// http and https only; a total deadline; a limit on the bytes, counted as they come; at most five
/// redirects, each checked like the first address; private networks refused unless allowed.
struct Outbound: Sendable {
  /// Returns when the deadline of a request to an address is over. A test says itself when that is.
  typealias Wait = @Sendable (_ deadline: Duration, _ url: String) async throws -> Void

  private let clients = PinnedClients()
  let wait: Wait

  init(wait: @escaping Wait = Outbound.wait) { self.wait = wait }

  static func wait(_ deadline: Duration, _ url: String) async throws { try await Task.sleep(for: deadline) }

  static func isAddress(_ reference: String) -> Bool {
    let scheme = reference.prefix(8).lowercased()
    return scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
  }

  /// The body of a successful answer, in memory.
  func bytes(
    _ url: String, limits: OutboundLimits, allowingPrivate: Bool
  ) async throws(OutboundError) -> [UInt8] {
    try await bounded(limits.deadline, url) { () async throws in
      let body = try await self.answer(to: url, allowingPrivate: allowingPrivate).body(within: limits)
      var bytes: [UInt8] = []
      for try await buffer in body {
        guard bytes.count + buffer.readableBytes <= limits.maximumBytes else {
          throw OutboundError.tooLarge(limit: limits.maximumBytes)
        }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
      return bytes
    }
  }

  /// Writes the body of a successful answer to a new file.
  func download(
    _ url: String, to path: String, limits: OutboundLimits, allowingPrivate: Bool
  ) async throws(OutboundError) {
    try await bounded(limits.deadline, url) { () async throws in
      let body = try await self.answer(to: url, allowingPrivate: allowingPrivate).body(within: limits)
      guard FileManager.default.createFile(atPath: path, contents: nil),
        let handle = FileHandle(forWritingAtPath: path)
      else { throw OutboundError.cannotWrite }
      defer { try? handle.close() }
      var total = 0
      for try await buffer in body {
        total += buffer.readableBytes
        guard total <= limits.maximumBytes else { throw OutboundError.tooLarge(limit: limits.maximumBytes) }
        do { try handle.write(contentsOf: Data(buffer.readableBytesView)) } catch { throw OutboundError.cannotWrite }
      }
    }
  }

  /// The beginning of a web page, and the address where it was found. What is beyond the limit is not read.
  func page(
    _ url: String, limits: OutboundLimits, allowingPrivate: Bool
  ) async throws(OutboundError) -> (bytes: [UInt8], url: URL) {
    try await bounded(limits.deadline, url) { () async throws in
      let answer = try await self.answer(to: url, allowingPrivate: allowingPrivate)
      let type = answer.response.headers.first(name: "content-type")?.lowercased() ?? ""
      guard type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml") else { throw OutboundError.noPage }
      var bytes: [UInt8] = []
      for try await buffer in answer.response.body {
        let length = min(buffer.readableBytes, limits.maximumBytes - bytes.count)
        bytes += buffer.getBytes(at: buffer.readerIndex, length: length) ?? []
        if bytes.count >= limits.maximumBytes { break }
      }
      return (bytes, answer.url)
    }
  }

  func close() async { await clients.close() }

  /// A successful answer, whose body is yet to be read.
  private struct Answer {
    let response: HTTPClientResponse
    /// Behind all redirects.
    let url: URL

    func body(within limits: OutboundLimits) throws -> HTTPClientResponse.Body {
      let announced = response.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
      guard announced <= limits.maximumBytes else { throw OutboundError.tooLarge(limit: limits.maximumBytes) }
      return response.body
    }
  }

  /// Follows redirects to the answer.
  private func answer(to url: String, allowingPrivate: Bool) async throws -> Answer {
    var url = URL(address: url)
    for _ in 0...5 {
      guard let asked = url, ["http", "https"].contains(asked.scheme?.lowercased()), let host = asked.host else {
        throw OutboundError.badAddress
      }
      let addresses = await NetworkAddress.resolve(host)
      guard let address = addresses.first else { throw OutboundError.unreachable("unknown host") }
      guard allowingPrivate || !addresses.contains(where: { NetworkAddress.isPrivate($0) }) else {
        throw OutboundError.refused
      }
      var request = HTTPClientRequest(url: asked.absoluteString)
      request.headers.add(name: "user-agent", value: "Swiftlet")
      let client = await clients.client(for: host, at: address)
      // The deadline of all of it is `bounded`'s, which cancels this.
      let response = try await client.execute(request, deadline: .distantFuture)
      switch response.status.code {
      case 200..<300: return Answer(response: response, url: asked)
      case 301, 302, 303, 307, 308:
        url = response.headers.first(name: "location").flatMap { URL(address: $0, relativeTo: asked) }
      default: throw OutboundError.status(Int(response.status.code))
      }
    }
    throw OutboundError.tooManyRedirects
  }
}
