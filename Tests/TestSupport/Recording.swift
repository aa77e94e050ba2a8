import Foundation
import JSON

/// A session of another server, from `Tests/Recordings/Streams`. Its README says which were recorded, and
/// which were composed from sources.
public struct Recording: Sendable {
  public struct Unreadable: Error {}

  public let status: Int
  /// The body in the pieces in which the server sent it: its chunks (RFC 9112, 7.1), or all of it.
  public let pieces: [[UInt8]]

  public var body: [UInt8] { Array(pieces.joined()) }

  /// Reads a response with its head.
  public init(response name: String) throws {
    let bytes = try Self.bytes(name)
    guard let end = Self.range(of: "\r\n\r\n", in: bytes[...]) else { throw Unreadable() }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Unreadable()
    }
    self.status = status
    let body = bytes[end.upperBound...]
    pieces = head.contains("transfer-encoding: chunked") ? try Self.chunks(body) : [Array(body)]
  }

  private static func chunks(_ body: ArraySlice<UInt8>) throws -> [[UInt8]] {
    var (rest, chunks) = (body, [[UInt8]]())
    while let line = range(of: "\r\n", in: rest) {
      let length = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16)
      guard let length, rest[line.upperBound...].count >= length else { throw Unreadable() }
      if length == 0 { return chunks }
      chunks.append(Array(rest[line.upperBound...].prefix(length)))
      rest = rest[line.upperBound...].dropFirst(length + 2)
    }
    throw Unreadable()
  }

  private static func range(of mark: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let mark = Array(mark.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0..<$0 + mark.count }
  }

  /// Returns the messages of a WebSocket, a line each, as the same events in a stream of server-sent ones.
  public static func events(messages name: String) throws -> [[UInt8]] {
    try bytes(name).split(separator: UInt8(ascii: "\n")).map { line in
      let message = try JSON(parsing: Array(line))
      guard let event = message["event"]?.string, let payload = message["payload"]?.string else {
        throw Unreadable()
      }
      return Array("event: \(event)\ndata: \(payload)\n\n".utf8)
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: tests.appending(path: "Recordings/Streams/" + name)))
  }
}
