import Social
import Storage

/// The people of an import inside its transaction: whoever is not there yet is made.
struct ImportPeople {
  let transaction: ImportTransaction
  let owner: Int64
  let ownerKey: (Account) -> Bool
  /// By what somebody is known again.
  let key: (Account) -> String
  /// The same by what earlier versions knew people.
  let formerKey: ((Account) -> String)?
  let pictures: ImportPictures
  let now: Int64
  let nextID: () -> Int64

  private var known: [String: Int64]
  private var seen: Set<String> = []
  /// The number that was last tried behind a username that is taken.
  private var suffixes: [String: Int] = [:]

  private(set) var count = ImportReport.Count()
  private(set) var renamed: [ImportReport.RenamedPerson] = []

  init(
    transaction: ImportTransaction, owner: Int64, isOwner: @escaping (Account) -> Bool,
    key: @escaping (Account) -> String, formerKey: ((Account) -> String)? = nil, pictures: ImportPictures, now: Int64,
    nextID: @escaping () -> Int64
  ) throws {
    self.transaction = transaction
    self.owner = owner
    ownerKey = isOwner
    self.key = key
    self.formerKey = formerKey
    self.pictures = pictures
    self.now = now
    self.nextID = nextID
    known = try transaction.people(of: owner)
  }

  /// The account of a sender.
  mutating func account(_ person: Account) throws -> Int64 {
    if ownerKey(person) { return owner }
    let key = key(person)
    let isFirstTime = seen.insert(key).inserted
    if let account = known[key] ?? formerKey.flatMap({ known[$0(person)] }) {
      if isFirstTime {
        count.known += 1
        if let avatar = person.avatar.flatMap({ pictures.media($0) }) {
          try transaction.fill(avatar: avatar, of: account)
        }
      }
      return account
    }
    let account = try make(person)
    known[key] = account
    try transaction.remember(person: key, account: account, owner: owner)
    try transaction.follow(account, by: owner)
    count.added += 1
    return account
  }

  private mutating func make(_ person: Account) throws -> Int64 {
    let username = try freeUsername(person.username)
    if username != person.username {
      renamed.append(.init(username: person.username, nick: person.nick, newUsername: username))
    }
    let draft = AccountDraft(
      id: nextID(), username: username, nick: person.nick, avatar: person.avatar.map { pictures.reference($0) },
      isImported: true, createdAt: now)
    try transaction.insert(draft)
    return draft.id
  }

  /// `name`, else `name_2`, `name_3` …
  mutating func freeUsername(_ username: String) throws -> String {
    let key = username.lowercased()
    var number = suffixes[key] ?? 1
    while true {
      let candidate = number == 1 ? username : "\(username)_\(number)"
      number += 1
      if try transaction.account(named: candidate) == nil {
        suffixes[key] = number
        return candidate
      }
    }
  }
}

extension ImportTransaction {
  /// The account that an import is for, if there is one. A person of another import who has the name gives it up.
  func owner(named username: String, _ renamed: inout [ImportReport.RenamedPerson]) throws -> Int64? {
    guard let found = try account(named: username) else { return nil }
    guard found.isImported else { return found.id }
    var number = 2
    while try account(named: "\(username)_\(number)") != nil { number += 1 }
    let newUsername = "\(username)_\(number)"
    try rename(found.id, to: newUsername)
    renamed.append(.init(username: username, nick: found.account.nick, newUsername: newUsername))
    return nil
  }
}
