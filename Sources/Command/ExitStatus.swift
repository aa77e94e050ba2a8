import ArgumentParser

/// The exit statuses of the program, for scripts (sysexits.h of BSD).
enum ExitStatus: Int32 {
  case usage = 64
  case unreadableData = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case temporaryFailure = 75
  case noPermission = 77

  var code: ExitCode { ExitCode(rawValue) }

  /// The section of the help texts.
  static let table = """
    Exit codes:
      0   done
      64  wrong arguments
      65  unreadable data: damaged, not JSON, or of another version of Swiftlet
      66  the source, user or folder to read from was not found
      69  unavailable: the address is in use, or the source can't be reached
      70  an error in Swiftlet itself
      73  the data folder can't be written
      74  the disk failed or is full
      75  try again later: another program holds the database
      77  no permission to use the address (ports below 1024)
    """
}

/// The error that ends a command: a sentence for people and a status for scripts.
struct Failure: Error {
  let status: ExitStatus
  let message: String
}

/// Runs a command's work and reports a failure once, on the standard error output.
func reporting(_ work: () async throws -> Void) async throws {
  do { try await work() } catch {
    let failure = Failure(describing: error)
    Terminal.error("swiftlet: " + failure.message)
    throw failure.status.code
  }
}
