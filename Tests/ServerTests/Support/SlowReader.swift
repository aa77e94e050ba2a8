import Foundation
#if canImport(Glibc)
  import Glibc
#endif

/// Takes a little of an answer at a time; and all the rest at once at the end.
enum SlowReader {
  /// - Parameters:
  ///   - piece: bytes that are taken every tenth of a second.
  ///   - seconds: for how long.
  /// - Returns: how many bytes came before the server closed.
  static func read(port: Int, path: String, piece: Int, seconds: Double) async throws -> Int {
    // On a thread of its own: whoever waits for the system on a thread of Swift's keeps the server from working.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try take(port, path, piece, seconds) })
      }
    }
  }

  private static func take(_ port: Int, _ path: String, _ piece: Int, _ seconds: Double) throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var size: Int32 = 65_536
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request, request.count, 0) == request.count else { throw POSIXError(.EIO) }
    var bytes = 0
    var buffer = [UInt8](repeating: 0, count: piece)
    let end = Date.now.addingTimeInterval(seconds)
    while Date.now < end {
      let count = recv(socket, &buffer, piece, 0)
      if count <= 0 { return bytes }
      bytes += count
      usleep(100_000)
    }
    var rest = recv(socket, &buffer, piece, 0)
    while rest > 0 {
      bytes += rest
      rest = recv(socket, &buffer, piece, 0)
    }
    return bytes
  }
}
