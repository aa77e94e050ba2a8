import Community
import Media
import NIOCore
import Storage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Failure {
  /// Finds the status and the sentence for an error of any layer.
  init(describing error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ImportError: self.init(status: Self.status(of: error), message: error.message)
    case let error as StorageError: self.init(status: Self.status(of: error), message: error.message)
    case let error as BackupError: self.init(status: Self.status(of: error), message: error.message)
    case let error as MediaError: self.init(status: .inputOutput, message: error.message)
    case let problem as MemberProblem: self.init(status: .usage, message: problem.sentence)
    case CommunityError.invalid(let reason, _), CommunityError.notAllowed(let reason, _):
      self.init(status: .usage, message: reason + ".")
    case let error as any DescribedError: self.init(status: .internalError, message: error.message)
    default: self.init(status: .internalError, message: "\(error)")
    }
  }

  private static func status(of error: ImportError) -> ExitStatus {
    switch error {
    case .invalidUsername: .usage
    case .userNotFound, .missingFile: .noInput
    case .unreachable, .deadline, .status: .unavailable
    case .html, .malformed, .unexpected, .tooLarge: .unreadableData
    case .noRoom: .internalError
    }
  }

  private static func status(of error: BackupError) -> ExitStatus {
    switch error {
    case .exists, .notEmpty: .cannotCreate
    case .cannotRead, .nobody: .noInput
    case .cannotWrite: .inputOutput
    case .notABackup, .cutOff, .damaged: .unreadableData
    }
  }

  private static func status(of error: StorageError) -> ExitStatus {
    switch error {
    case .notWritable, .snapshotFailed: .cannotCreate
    case .lost: .noInput
    case .diskFull, .failed: .inputOutput
    case .corrupt, .newerDatabase, .olderDatabase, .changedMigration, .constraint: .unreadableData
    case .busy: .temporaryFailure
    case .unavailable: .unavailable
    case .notEmpty: .cannotCreate
    }
  }

  /// Explains why the server can't use its address.
  init(binding error: any Error, host: String, port: Int) {
    let address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE?:
      self.init(
        status: .unavailable,
        message: "\(address) is in use by another program. Stop it, or choose another port with --port.")
    case EACCES?:
      self.init(
        status: .noPermission, message: "No permission to use \(address). Ports below 1024 need privileges.")
    case EADDRNOTAVAIL?:
      self.init(
        status: .usage, message: "--host takes an address of this machine, and \(host) is none of its own.")
    default:
      guard !(error is SocketAddressError || error is SocketAddressError.UnknownHost) else {
        self.init(
          status: .usage,
          message:
            "--host takes an address of this machine or its name, and \(host) is none: 127.0.0.1, 0.0.0.0 or ::."
        )
        return
      }
      guard error is IOError else {
        self.init(describing: error)
        return
      }
      self.init(status: .unavailable, message: "The server can't use \(address): \(error).")
    }
  }
}

extension MemberProblem {
  /// The message for the terminal, without the API's prefix.
  fileprivate var sentence: String { message.replacing("Validation failed: ", with: "") + "." }
}
