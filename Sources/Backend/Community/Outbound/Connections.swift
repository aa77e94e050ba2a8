import CCurl
import Synchronization

/// The status and headers of a response.
struct ResponseHead: Sendable {
  let status: Int
  /// The content type as the server sent it; "" if it sent none.
  let type: String
  let location: String
  /// The field `Retry-After` as the server sent it; "" if it sent none.
  let retryAfter: String
  /// The length of the body in bytes, if the server announced it.
  let length: Int?

  fileprivate init(_ head: SwiftletHead) {
    status = Int(head.status)
    type = String(cString: head.type)
    location = String(cString: head.location)
    retryAfter = String(cString: head.retryAfter)
    length = head.length < 0 ? nil : Int(head.length)
  }
}

/// A body to send with POST, and its header fields.
struct OutboundBody: Sendable {
  var fields: [(name: String, value: String)]
  var bytes: [UInt8]
}

/// Receives a part of a body. It ends the request by throwing or by returning false.
typealias TakePart = (ResponseHead, UnsafeRawBufferPointer) throws -> Bool

/// Connections to other servers through libcurl (decision 0037). Each connects to the address that was
/// checked, so that the name can't change to another machine after the check (DNS rebinding). Connections
/// stay open for the next request to the same host.
final class Connections: Sendable {
  private static let maxKept = 64

  private struct Idle {
    var connections: [(key: String, connection: Connection)] = []
    var isClosed = false
  }

  private let idle = Mutex(Idle())

  /// Asks `url`, whose host resolved to `address`, and returns at the end of the response. Follows no
  /// redirect.
  ///
  /// - Parameters:
  ///   - body: `nil` for a GET.
  ///   - limit: bounds the time of this one request.
  func ask(
    _ url: String, host: String, at address: String, sending body: OutboundBody? = nil,
    within limit: Duration,
    _ take: @escaping @Sendable () -> TakePart
  ) async throws -> ResponseHead {
    let key = host + " " + address
    if let missing = swiftlet_fetch_load() {
      throw OutboundError.unreachable("\(String(cString: missing)); libcurl is in Debian's package libcurl4")
    }
    guard let connection = taken(key) ?? Connection() else {
      throw OutboundError.unreachable("no memory is left")
    }
    let head = try await connection.ask(url, at: address, sending: body, within: limit, take)
    // One that was cancelled, or failed, is not used again.
    if !Task.isCancelled { keep(connection, key) }
    return head
  }

  func close() {
    idle.withLock { $0 = Idle(isClosed: true) }
  }

  private func taken(_ key: String) -> Connection? {
    idle.withLock { idle in
      guard let index = idle.connections.lastIndex(where: { $0.key == key }) else { return nil }
      return idle.connections.remove(at: index).connection
    }
  }

  private func keep(_ connection: Connection, _ key: String) {
    idle.withLock { idle in
      guard !idle.isClosed else { return }
      idle.connections.append((key, connection))
      if idle.connections.count > Self.maxKept { idle.connections.removeFirst() }
    }
  }
}

/// A libcurl handle. One request uses it at a time, on a thread that waits for it. Only `cancel` is called
/// from other threads.
private final class Connection: Sendable {
  // The documentation of the functions says which of them other threads may call.
  nonisolated(unsafe) private let fetch: OpaquePointer

  init?() {
    guard let fetch = swiftlet_fetch_new() else { return nil }
    self.fetch = fetch
  }

  deinit { swiftlet_fetch_free(fetch) }

  func ask(
    _ url: String, at address: String, sending body: OutboundBody?, within limit: Duration,
    _ take: @escaping @Sendable () -> TakePart
  ) async throws -> ResponseHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        OutboundThread.run {
          continuation.resume(with: Result { try self.run(url, address, body, limit, take()) })
        }
      }
    } onCancel: {
      swiftlet_fetch_cancel(fetch)
    }
  }

  /// Occupies the thread until the response has come.
  private func run(
    _ url: String, _ address: String, _ body: OutboundBody?, _ limit: Duration, _ take: @escaping TakePart
  ) throws -> ResponseHead {
    let receiver = Receiver(take)
    guard let body else { return try run(url, address, nil, limit, receiver) }
    let fields = body.fields.map { $0.name + ": " + $0.value }.joined(separator: "\n")
    // One more byte, so that an empty body has an address too.
    return try fields.withCString { fields in
      try (body.bytes + [0]).withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { throw OutboundError.unreachable("no memory is left") }
        var post = SwiftletPost(fields: fields, bytes: start, count: body.bytes.count)
        return try run(url, address, &post, limit, receiver)
      }
    }
  }

  private func run(
    _ url: String, _ address: String, _ post: UnsafePointer<SwiftletPost>?, _ limit: Duration,
    _ receiver: Receiver
  ) throws -> ResponseHead {
    let result = swiftlet_fetch_run(
      fetch, url, address, post, Int(limit / .milliseconds(1)),
      { context, head, bytes, count in
        guard let context else { return 1 }
        let part = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        return Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().receive(head.pointee, part)
          ? 0 : 1
      }, Unmanaged.passUnretained(receiver).toOpaque())
    if let failure = withExtendedLifetime(receiver, { $0.failure }) { throw failure }
    switch result {
    case SWIFTLET_FETCH_CANCELLED: throw OutboundError.cancelled
    case SWIFTLET_FETCH_TIMED_OUT: throw OutboundError.deadline
    case SWIFTLET_FETCH_FAILED:
      throw OutboundError.unreachable(String(cString: swiftlet_fetch_message(fetch)))
    default: return ResponseHead(swiftlet_fetch_head(fetch).pointee)
    }
  }
}

/// Receives the parts of a body from libcurl.
private final class Receiver {
  private let take: TakePart
  private(set) var failure: (any Error)?

  init(_ take: @escaping TakePart) { self.take = take }

  /// Returns true if the request should continue.
  func receive(_ head: SwiftletHead, _ part: UnsafeRawBufferPointer) -> Bool {
    do { return try take(ResponseHead(head), part) } catch {
      failure = error
      return false
    }
  }
}
