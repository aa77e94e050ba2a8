import Foundation
#if canImport(Glibc)
  import Glibc
#endif

/// A client that reads a response in small pieces, and the rest at once at the end.
final class SlowReader: Sendable {
  private let socket: Int32

  /// Connects and sends the request.
  init(port: Int, path: String) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
    let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard connected == 0, send(socket, request, request.count, 0) == request.count else {
      close(socket)
      throw POSIXError(.ECONNREFUSED)
    }
  }

  deinit { close(socket) }

  /// Reads whole pieces until the response ends.
  ///
  /// - Parameters:
  ///   - count: The number of pieces; `nil` reads all.
  ///   - step: Runs after each piece.
  /// - Returns: The number of bytes read.
  func take(_ count: Int?, piecesOf size: Int, step: @escaping @Sendable () -> Void = {}) async -> Int {
    // Uses a thread of its own, because blocking one of Swift's threads would stop the server.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var taken = 0
        var buffer = [UInt8](repeating: 0, count: size)
        for _ in 0..<(count ?? .max) {
          let bytes = recv(socket, &buffer, size, Int32(MSG_WAITALL))
          taken += max(0, bytes)
          step()
          if bytes < size { break }
        }
        continuation.resume(returning: taken)
      }
    }
  }
}
