import Foundation
import Server

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
      let said = output.fileHandleForReading.readDataToEndOfFile()
      let complained = error.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return CommandLineProgram(
        status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
        error: String(decoding: complained, as: UTF8.self))
    }.value
  }
}
