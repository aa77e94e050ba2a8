extension StorageError {
  /// What an error of PostgreSQL's means (appendix A, "PostgreSQL Error Codes").
  init(code: String, message: String, _ address: DatabaseAddress) {
    switch code {
    case "53100": self = .diskFull
    // Of connections, memory …
    case _ where code.hasPrefix("53"): self = .unavailable(message)
    // A connection that fails; a server that begins or ends its work.
    case "57P01", "57P02", "57P03",
      _ where code.hasPrefix("08"):
      self = .unavailable(message)
    // A lock that somebody holds, a time that is over, two who wait for each other.
    case "55P03", "57014", "40001", "40P01": self = .busy
    case _ where code.hasPrefix("23") || code.hasPrefix("22"): self = .constraint(message)
    case "XX001", "XX002": self = .corrupt(path: address.description)
    // Of a server that only follows another one.
    case "25006": self = .notWritable(path: address.description, reason: message)
    default: self = .failed("\(code) \(message)")
    }
  }
}
