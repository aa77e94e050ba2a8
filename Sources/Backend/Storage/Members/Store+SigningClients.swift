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

extension Store {
  /// Adds a client. Returns false if another one has its key.
  public func insert(_ record: SigningClientRecord) async throws -> Bool {
    try await driver.write { connection in
      let isTaken = try connection.has(
        "SELECT 1 FROM applications WHERE client_id = \(record.client.clientID)")
      guard !isTaken else { return false }
      try connection.insert(record.client)
      try connection.execute(
        """
        INSERT INTO signing_clients (application, sealed_secret) \
        VALUES (\(record.client.id), \(record.sealedSecret))
        """)
      return true
    }
  }

  public func signingClient(key: String) async throws -> SigningClientRecord? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(SigningClientRecord.columns) FROM applications p JOIN signing_clients s ON s.application = p.id
        WHERE p.client_id = \(key)
        """
      return try connection.first(sql) { row in try SigningClientRecord(&row) }
    }
  }

  /// Returns all clients that sign their requests, the oldest first.
  public func signingClients() async throws -> [SigningClientRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(SigningClientRecord.columns) FROM signing_clients s JOIN applications p ON p.id = s.application
        ORDER BY p.id
        """
      return try connection.rows(sql) { row in try SigningClientRecord(&row) }
    }
  }

  /// Removes a client and ends its sessions. Returns false if no client that signs its requests has the key.
  public func removeSigningClient(key: String) async throws -> Bool {
    try await driver.write { connection in
      let count = try connection.execute(
        """
        DELETE FROM applications
        WHERE client_id = \(key) AND id IN (SELECT application FROM signing_clients)
        """)
      if count > 0 { try connection.countAccessRevision() }
      return count > 0
    }
  }
}
