import Foundation
import Server
#if canImport(Glibc)
  import Glibc
#endif

/// The program itself, as a shell would run it.
struct CommandLineProgram {
  let status: Int32
  let output: String
  let error: String

  /// - Parameter input: for its standard input.
  static func start(_ arguments: [String], input: String = "") throws -> (process: Process, output: Pipe, error: Pipe) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: (executableFolder() ?? ".") + "/swiftlet")
    process.arguments = arguments
    let output = Pipe()
    let error = Pipe()
    let standardInput = Pipe()
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // Short enough for the pipe.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    return (process, output, error)
  }

  /// Runs it to its end, on a thread that may wait.
  static func run(_ arguments: String...) async throws -> CommandLineProgram { try await run(arguments) }

  static func run(_ arguments: [String], input: String = "") async throws -> CommandLineProgram {
    try await Task.detached {
      let (process, output, error) = try start(arguments, input: input)
      let said = try output.readToEnd()
      let complained = try error.readToEnd()
      process.waitUntilExit()
      return CommandLineProgram(
        status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
        error: String(decoding: complained, as: UTF8.self))
    }.value
  }
}

extension Pipe {
  /// All that is written until the other end closes. `readDataToEndOfFile` ends the process when a signal interrupts it
  /// (EINTR), as that of another child's end does.
  func readToEnd() throws -> Data {
    var all = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &chunk, chunk.count)
      if count > 0 {
        all.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return all
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }
}
