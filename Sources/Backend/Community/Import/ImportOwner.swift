import Social
import Storage

/// The account that receives the import.
struct ImportOwner: Sendable {
  let id: Int64
  let username: String
  let isNew: Bool
  /// A person from another import with the same username, who loses it when the import is complete.
  private let namesake: AccountRecord?
  /// The owner's name until the import is complete, and the namesake's afterwards.
  private let otherUsername: String

  init(named username: String, in transaction: ImportTransaction, nextID: () -> Int64) throws {
    self.username = username
    let found = try transaction.account(named: username)
    isNew = found?.isImported ?? true
    namesake = isNew ? found : nil
    id = isNew ? nextID() : found?.id ?? nextID()
    var number = 2
    if namesake != nil {
      while try transaction.account(named: "\(username)_\(number)") != nil { number += 1 }
    }
    otherUsername = "\(username)_\(number)"
  }

  /// The username with which the account is inserted.
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
