import Invalidation

/// A client that signs its requests (OAuth 1.0a), with its encrypted secret.
public struct SigningClientRecord: Equatable, Sendable {
  public let client: ClientRecord
  public let sealedSecret: String

  public init(client: ClientRecord, sealedSecret: String) {
    self.client = client
    self.sealedSecret = sealedSecret
  }

  static let columns: SQL = "\(ClientRecord.columns), s.sealed_secret"

  init(_ row: inout RowReader) throws(StorageError) {
    self.init(client: try ClientRecord(&row), sealedSecret: try row.text())
  }
}

/// The clients that sign their requests, the oldest first, and how many members are signed in with each.
struct SigningClientList {
  /// A member may have signed in several times, and counts at the first token. The plus keeps SQLite from looking
  /// through all tokens of the client for each of them.
  static let statement: Statement = """
    SELECT \(SigningClientRecord.columns), (SELECT count(*) FROM tokens t
      WHERE t.application = s.application AND t.account IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM tokens e
        WHERE e.account = t.account AND +e.application = t.application AND e.id < t.id))
    FROM signing_clients s JOIN applications p ON p.id = s.application ORDER BY s.application
    """
}

extension Store {
  public func signingClient(key: String) async throws -> SigningClientRecord? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(SigningClientRecord.columns) FROM applications p JOIN signing_clients s ON s.application = p.id
        WHERE p.client_id = \(key)
        """
      return try connection.first(sql) { row in try SigningClientRecord(&row) }
    }
  }

  /// Returns all clients that sign their requests, the oldest first, and how many members are signed in with each.
  public func signingClients() async throws -> [(record: SigningClientRecord, members: Int)] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.rows(SigningClientList.statement) { row in
        (record: try SigningClientRecord(&row), members: try row.int())
      }
    }
  }
}

extension MembershipTransaction {
  public func countSigningClients() throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM signing_clients")
  }

  /// Adds a client. Returns false if another one has its key.
  public func insert(_ record: SigningClientRecord) throws(StorageError) -> Bool {
    let isTaken = try connection.has("SELECT 1 FROM applications WHERE client_id = \(record.client.clientID)")
    guard !isTaken else { return false }
    try connection.insert(record.client)
    try connection.execute(
      """
      INSERT INTO signing_clients (application, sealed_secret) \
      VALUES (\(record.client.id), \(record.sealedSecret))
      """)
    return true
  }

  /// Removes a client and ends its sessions.
  ///
  /// - Returns: Its name and key; `nil` if no client that signs its requests has the id.
  public func removeSigningClient(_ id: Int64) throws(StorageError) -> (name: String, key: String)? {
    let sql: Statement = """
      SELECT p.name, p.client_id FROM applications p JOIN signing_clients s ON s.application = p.id
      WHERE p.id = \(id)
      """
    let found = try connection.first(sql) { row in (name: try row.text(), key: try row.text()) }
    guard let found else { return nil }
    try connection.execute("DELETE FROM applications WHERE id = \(id)")
    try connection.countAccessRevision()
    return found
  }
}
