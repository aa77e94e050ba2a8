/// A draft that the device stores until it is sent or discarded.
struct StoredDraft: Equatable, Sendable {
  private static let prefix = "draft"
  /// A part of the name of a draft that was undone before it was sent, while another draft had its name.
  static let copySuffix = " again "

  /// The name under which the device stores it (`ComposeStart.draftKey`).
  let key: String
  let draft: Draft

  /// Returns all drafts: a new post first, then changes of posts, then replies.
  static func all(in memory: Memory) -> [StoredDraft] {
    var all: [StoredDraft] = []
    for key in memory.keys(beginningWith: prefix) {
      guard let draft = memory[key].flatMap({ Draft(json: $0) }) else { continue }
      all.append(StoredDraft(key: key, draft: draft))
      // There are few, and the standard library's sort would add 2 KB to the app.
      var position = all.count - 1
      while position > 0, EntryList.isNewer(all[position - 1].key, than: all[position].key) {
        all.swapAt(position - 1, position)
        position -= 1
      }
    }
    return all
  }

  static func isOne(key: String) -> Bool { Array(key.utf8).starts(with: Array(prefix.utf8)) }

  /// The id of the post to change.
  private var editedID: String? {
    let start = Array((Self.prefix + " edit ").utf8)
    let key = Array(key.utf8)
    guard key.starts(with: start) else { return nil }
    let id = key.dropFirst(start.count).prefix { $0 != UInt8(ascii: " ") }
    return String(decoding: id, as: UTF8.self)
  }

  var isChange: Bool { editedID != nil }

  /// The composer's start with this draft.
  var start: ComposeStart {
    var start = ComposeStart(draft, editing: editedID, isRestored: true)
    start.key = key
    return start
  }
}
