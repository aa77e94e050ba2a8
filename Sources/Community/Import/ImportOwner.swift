import Social
import Storage

/// The account that an import is for.
struct ImportOwner: Sendable {
  let id: Int64
  let username: String
  let isNew: Bool
  /// A person of another import has the name, and gives it up when the import is complete.
  private let namesake: AccountRecord?
  /// Until then the owner's, then the namesake's.
  private let otherUsername: String

  init(named username: String, in transaction: ImportTransaction, nextID: () -> Int64) throws {
    self.username = username
    let found = try transaction.account(named: username)
    isNew = found?.isImported ?? true
    namesake = isNew ? found : nil
    id = isNew ? nextID() : found?.id ?? nextID()
    var number = 2
    if namesake != nil { while try transaction.account(named: "\(username)_\(number)") != nil { number += 1 } }
    otherUsername = "\(username)_\(number)"
  }

  /// As it is inserted.
  var firstUsername: String { namesake == nil ? username : otherUsername }

  var renamed: [ImportReport.RenamedPerson] {
    namesake.map { [.init(username: username, nick: $0.account.nick, newUsername: otherUsername)] } ?? []
  }

  func takeName(in transaction: ImportTransaction) throws {
    guard let namesake else { return }
    try transaction.rename(id, to: "\(username)_\(id)")
    try transaction.rename(namesake.id, to: otherUsername)
    try transaction.rename(id, to: username)
  }
}
