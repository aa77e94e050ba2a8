import GRDB
import Invalidation

/// Gathers what a connection's transaction changes, as the rules say.
///
/// The rules become triggers of this connection alone (`CREATE TEMP TRIGGER`). So they aren't part of the
/// schema, and also see changes made by foreign keys. It is used only on the writer's queue.
final class SQLiteChanges: @unchecked Sendable {
  private var notice = ChangeNotice()

  /// Forgets the changes of a transaction that was rolled back.
  func begin() { notice = ChangeNotice() }

  func take() -> ChangeNotice {
    defer { notice = ChangeNotice() }
    return notice
  }

  /// Gathers changes on this connection from now on.
  func install(_ rules: [InvalidationRule], on database: Database) throws {
    database.add(
      function: DatabaseFunction("note_change", argumentCount: 2) { [unowned self] values in
        note(values)
        return nil
      })
    for (number, rule) in rules.enumerated() {
      try database.execute(sql: "DROP TRIGGER IF EXISTS temp.change_\(number)")
      try database.execute(sql: rule.trigger(named: "change_\(number)"))
    }
  }

  private func note(_ values: [DatabaseValue]) {
    guard values.count == 2, case .int64(let number) = values[0].storage,
      let kind = UInt8(exactly: number).flatMap({ CacheTagKind(rawValue: $0) })
    else { return }
    switch values[1].storage {
    case .int64(let id): notice.insert(kind: kind, id: id)
    case .string(let text): notice.insert(kind: kind, id: CacheTag.hash(text))
    // A repost has no conversation.
    case .null, .double, .blob: break
    }
  }
}

extension InvalidationRule {
  fileprivate func trigger(named name: String) -> String {
    let columns = columns.isEmpty ? "" : " OF " + columns.joined(separator: ", ")
    let condition = condition.map { " WHEN \($0)" } ?? ""
    let notes = tags.map { "SELECT note_change(\($0.kind.rawValue), \($0.id));" }.joined(separator: " ")
    let head = "CREATE TEMP TRIGGER \(name) AFTER \(event.rawValue)\(columns) ON main.\(table)"
    return "\(head)\(condition) BEGIN \(notes) END"
  }
}
