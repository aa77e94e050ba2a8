import Foundation
import Media
import Synchronization

/// Sends all of this server's requests to other servers.
///
/// It allows only http and https and has a total deadline. It counts bytes as they arrive and stops at the
/// limit. It follows at most five redirects and checks each like the first address. It refuses private
/// networks unless they are allowed.
struct Outbound: Sendable {
  /// Returns when the deadline of a request is over. Tests decide themselves when that is.
  typealias Wait = @Sendable (_ deadline: Duration, _ url: String) async throws -> Void

  /// The number of bytes that are read from the body of a redirect or an error, so that the connection can be
  /// used again.
  private static let maxSkipped = 65536

  let connections = Connections()
  let wait: Wait

  init(wait: @escaping Wait = Outbound.wait) { self.wait = wait }

  static func wait(_ deadline: Duration, _ url: String) async throws { try await Task.sleep(for: deadline) }

  static func isAddress(_ reference: String) -> Bool {
    let scheme = reference.prefix(8).lowercased()
    return scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
  }

  /// Fetches the body of a successful response into memory.
  func bytes(
    _ url: String, limits: OutboundLimits, allowingPrivate: Bool
  ) async throws(OutboundError) -> [UInt8] {
    try await bounded(limits.deadline, url) { () async throws in
      let body = Collected()
      _ = try await answer(to: url, within: limits.deadline, allowingPrivate: allowingPrivate) { head, part in
        try limits.check(head, body.count + part.count)
        body.append(part)
        return true
      }
      return body.bytes
    }
  }

  /// Writes the body of a successful response to a new file.
  func download(
    _ url: String, to path: String, limits: OutboundLimits, allowingPrivate: Bool
  ) async throws(OutboundError) {
    try await bounded(limits.deadline, url) { () async throws in
      guard FileManager.default.createFile(atPath: path, contents: nil),
        let handle = FileHandle(forWritingAtPath: path)
      else { throw OutboundError.cannotWrite }
      defer { try? handle.close() }
      _ = try await answer(to: url, within: limits.deadline, allowingPrivate: allowingPrivate) { head, part in
        do {
          try limits.check(head, Int(handle.offset()) + part.count)
          try handle.write(contentsOf: Data(part))
        } catch let error as OutboundError {
          throw error
        } catch {
          throw OutboundError.cannotWrite
        }
        return true
      }
    }
  }

  /// Fetches the beginning of a web page, up to the limit, and the address at which it was found.
  func page(
    _ url: String, limits: OutboundLimits, allowingPrivate: Bool
  ) async throws(OutboundError) -> (bytes: [UInt8], url: URL) {
    try await bounded(limits.deadline, url) { () async throws in
      let body = Collected()
      let (head, found) = try await answer(to: url, within: limits.deadline, allowingPrivate: allowingPrivate)
      {
        head, part in
        guard head.isPage else { throw OutboundError.noPage }
        body.append(UnsafeRawBufferPointer(rebasing: part.prefix(limits.maxBytes - body.count)))
        return body.count < limits.maxBytes
      }
      guard head.isPage else { throw OutboundError.noPage }
      return (body.bytes, found)
    }
  }

  func close() { connections.close() }

  /// Follows redirects to a successful response and passes its body to `take`. Returns the final address.
  private func answer(
    to url: String, within deadline: Duration, allowingPrivate: Bool,
    _ take: @escaping @Sendable (ResponseHead, UnsafeRawBufferPointer) throws -> Bool
  ) async throws -> (ResponseHead, url: URL) {
    var url = URL(address: url)
    for _ in 0...5 {
      guard let asked = url, ["http", "https"].contains(asked.scheme?.lowercased()), let host = asked.host
      else {
        throw OutboundError.badAddress
      }
      let address = try await Self.address(of: host, allowingPrivate: allowingPrivate)
      // The deadline of all of it is `bounded`'s, which cancels this.
      let head = try await connections.ask(asked.absoluteString, host: host, at: address, within: deadline) {
        var skipped = 0
        return { head, part in
          if (200..<300).contains(head.status) { return try take(head, part) }
          skipped += part.count
          return skipped < Self.maxSkipped
        }
      }
      switch head.status {
      case 200..<300: return (head, asked)
      case 301, 302, 303, 307, 308:
        url = head.location.isEmpty ? nil : URL(address: head.location, relativeTo: asked)
      default: throw OutboundError.status(head.status)
      }
    }
    throw OutboundError.tooManyRedirects
  }

  /// Resolves a host, and refuses it if any of its addresses is private.
  static func address(of host: String, allowingPrivate: Bool) async throws -> String {
    let addresses = await NetworkAddress.resolve(host)
    guard let address = addresses.first else { throw OutboundError.unreachable("unknown host") }
    guard allowingPrivate || !addresses.contains(where: { NetworkAddress.isPrivate($0) }) else {
      throw OutboundError.refused
    }
    return address
  }

  /// Runs `work`, cancels it at the deadline, and converts every error.
  func bounded<Value: Sendable>(
    _ deadline: Duration, _ url: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(OutboundError) -> Value {
    do {
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
          try await wait(deadline, url)
          throw OutboundError.deadline
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw OutboundError.cancelled }
        return value
      }
    } catch let error as OutboundError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .unreachable("\(error)")
    }
  }
}

extension OutboundLimits {
  fileprivate func check(_ head: ResponseHead, _ count: Int) throws(OutboundError) {
    guard max(count, head.length ?? 0) <= maxBytes else { throw .tooLarge(limit: maxBytes) }
  }
}

extension ResponseHead {
  fileprivate var isPage: Bool {
    let type = type.lowercased()
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
  }
}

/// A body that arrives on different threads, one at a time.
private final class Collected: Sendable {
  private let content = Mutex<[UInt8]>([])

  var bytes: [UInt8] { content.withLock { $0 } }
  var count: Int { content.withLock { $0.count } }

  func append(_ part: UnsafeRawBufferPointer) { content.withLock { $0.append(contentsOf: part) } }
}
