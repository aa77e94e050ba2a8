/// The notes for streams on their way between processes: `NOTIFY` in the transaction that makes them, so they
/// come at its commit, in the order of commits, and to this process too (decision 0070).
enum PostgresEvents {
  /// The channel of `NOTIFY`. Processes of earlier versions don't listen on it.
  static let channel = "swiftlet_events"
  /// The beginning of every message.
  static let prefix = "~"

  /// `NOTIFY` takes less than 8,000 bytes.
  private static let longest = 7_500
  /// A transaction with more messages says only that something happened.
  private static let maxMessages = 64
  private static let anything = "*"

  /// Returns the messages for the notes of one transaction.
  static func messages(_ notes: [EventNote]) -> [String] {
    var messages: [String] = []
    var message = prefix
    for note in notes.map(\.text) {
      if message.utf8.count + note.utf8.count >= longest {
        messages.append(message)
        message = prefix
      }
      message += " " + note
    }
    if message != prefix { messages.append(message) }
    return messages.count > maxMessages ? ["\(prefix) \(anything)"] : messages
  }

  /// Reads a message; notes of later versions are skipped.
  static func item(_ message: String) -> EventFeed.Item {
    let words = message.dropFirst(prefix.count).split(separator: " ")
    return words.first == anything[...] ? .interrupted : .notes(words.compactMap { EventNote($0) })
  }
}
