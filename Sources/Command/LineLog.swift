import Community
import Logging
import Social

/// Log lines for people and programs: time, level, message, then `name=value` pairs in alphabetical order
/// (logfmt).
struct LineLog: LogHandler {
  var logLevel: Logger.Level = .info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = Timestamp.now.iso8601 + " " + event.level.rawValue + " " + event.message.description
    var values = metadata
    values.merge(event.metadata ?? [:]) { $1 }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      line += " " + (name == "hb.request.id" ? "request" : name) + "=" + Self.quoted(value.description)
    }
    LogOutput.standard.write(line)
  }

  /// Quotes a text that contains spaces, quotes or `=`, or is empty. Line breaks are escaped, so that one
  /// event stays one line.
  private static func quoted(_ text: String) -> String {
    guard text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3D }) else {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 0x20: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
