extension StorageError {
  /// Translates an error of PostgreSQL (appendix A, "PostgreSQL Error Codes").
  init(code: String, message: String, _ address: DatabaseAddress) {
    switch code {
    case "53100": self = .diskFull
    // Too few resources: connections, memory …
    case _ where code.hasPrefix("53"): self = .unavailable(message)
    // A failed connection; a server that starts or shuts down.
    case "57P01", "57P02", "57P03",
      _ where code.hasPrefix("08"):
      self = .unavailable(message)
    // A lock held elsewhere, a timeout, a deadlock.
    case "55P03", "57014", "40001", "40P01": self = .busy
    case _ where code.hasPrefix("23") || code.hasPrefix("22"): self = .constraint(message)
    case "XX001", "XX002": self = .corrupt(path: address.description)
    // A standby server, which can't be written.
    case "25006": self = .notWritable(path: address.description, reason: message)
    default: self = .failed("\(code) \(message)")
    }
  }
}
