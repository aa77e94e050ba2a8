import Contracts
import Social

/// The push subscription of a session, as the device stores it to renew it.
struct StoredPush: Equatable, Sendable {
  /// The memory key, after the session's prefix.
  static let memoryKey = "push"
  /// The memory key of a member's answer to the offer of notifications, after the session's prefix.
  static let answeredKey = "push answered"

  /// The server's public key, to which the browser binds the registration.
  var key: String
  var endpoint: String
  var choices: PushChoices

  init(key: String, endpoint: String, choices: PushChoices) {
    self.key = key
    self.endpoint = endpoint
    self.choices = choices
  }

  init?(text: String) {
    let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
    guard lines.count == 3, let choices = PushChoices(json: Array(lines[2])) else { return nil }
    key = String(decoding: lines[0], as: UTF8.self)
    endpoint = String(decoding: lines[1], as: UTF8.self)
    self.choices = choices
  }

  /// Takes over the time zone of the quiet hours, if there are any.
  mutating func take(zoneOf other: StoredPush) {
    if let zone = other.choices.quiet?.zone, let quiet = choices.quiet {
      choices.quiet = quiet.at(zone: zone)
    }
  }

  var text: String { key + "\n" + endpoint + "\n" + String(decoding: choices.json, as: UTF8.self) }
}
