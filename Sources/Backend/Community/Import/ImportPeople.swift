import Social
import Storage

/// The people of an import. Creates accounts for new ones.
struct ImportPeople: Sendable {
  let owner: Int64
  let isOwner: @Sendable (Account) -> Bool
  /// Returns the key by which a person is recognized.
  let key: @Sendable (Account) -> String
  /// Returns the key that earlier versions used.
  var formerKey: (@Sendable (Account) -> String)?
  let pictures: ImportPictures
  let now: Int64
  let nextID: @Sendable () -> Int64
  /// The accounts from earlier imports and of this one, by key.
  var known: [String: Int64]

  private var seen: Set<String> = []
  /// The last number that was tried after a username that is taken.
  private var suffixes: [String: Int] = [:]

  private(set) var count = ImportReport.Count()
  private(set) var renamed: [ImportReport.RenamedPerson] = []

  init(
    owner: Int64, isOwner: @escaping @Sendable (Account) -> Bool,
    key: @escaping @Sendable (Account) -> String,
    formerKey: (@Sendable (Account) -> String)? = nil, pictures: ImportPictures, known: [String: Int64],
    now: Int64,
    nextID: @escaping @Sendable () -> Int64
  ) {
    self.owner = owner
    self.isOwner = isOwner
    self.key = key
    self.formerKey = formerKey
    self.pictures = pictures
    self.known = known
    self.now = now
    self.nextID = nextID
  }

  /// Returns the account of a sender, and creates it if necessary.
  mutating func account(
    _ person: Account, _ changes: inout ImportChanges, in transaction: ImportTransaction
  ) throws -> Int64 {
    if isOwner(person) { return owner }
    let key = key(person)
    let isFirstTime = seen.insert(key).inserted
    if let account = known[key] ?? formerKey.flatMap({ known[$0(person)] }) {
      if isFirstTime {
        count.known += 1
        if let avatar = person.avatar.flatMap({ pictures.media($0) }) {
          changes.add { try $0.fill(avatar: avatar, of: account) }
        }
      }
      return account
    }
    let account = try make(person, in: transaction)
    known[key] = account
    try transaction.remember(person: key, account: account, owner: owner)
    try transaction.follow(account, by: owner)
    count.added += 1
    return account
  }

  private mutating func make(_ person: Account, in transaction: ImportTransaction) throws -> Int64 {
    let username = try freeUsername(CleanText.name(person.username, or: "_"), in: transaction)
    if username != person.username {
      renamed.append(.init(username: person.username, nick: person.nick, newUsername: username))
    }
    let draft = AccountDraft(
      id: nextID(), username: username, nick: CleanText.name(person.nick, or: username),
      avatar: person.avatar.map { pictures.reference($0) },
      isImported: true, createdAt: now)
    try transaction.insert(draft)
    return draft.id
  }

  /// Returns `name`, or else `name_2`, `name_3` …
  private mutating func freeUsername(_ username: String, in transaction: ImportTransaction) throws -> String {
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
