import Foundation
import NIOPosix

/// Runs work that keeps a processor busy for long (encoding and compressing a whole page) outside the threads
/// that serve requests.
func offload<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await NIOThreadPool.singleton.runIfActive(work)
}

/// Removes a file, also for a task that was cancelled.
func removeFile(_ path: String) async {
  await withCheckedContinuation { continuation in
    NIOThreadPool.singleton.submit { _ in
      try? FileManager.default.removeItem(atPath: path)
      continuation.resume()
    }
  }
}
