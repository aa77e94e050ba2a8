import Foundation
import Server
#if canImport(Glibc)
  import Glibc
#endif

/// The program, run as by a shell.
struct CommandLineProgram {
  let status: Int32
  let output: String
  let error: String

  /// - Parameter input: The text for its standard input.
  static func start(_ arguments: [String], input: String = "") throws -> (
    process: Process, output: Pipe, error: Pipe
  ) {
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
    // The input fits the pipe's buffer.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    return (process, output, error)
  }

  /// Runs the program to its end, on a thread that may block.
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
  /// Reads until the other end closes. `readDataToEndOfFile` crashes if a signal interrupts it (EINTR), for
  /// example when another child process ends.
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
