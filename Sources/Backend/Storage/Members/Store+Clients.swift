import Invalidation

/// A client that members sign in with (RFC 6749, "client").
public struct ClientRecord: Equatable, Sendable {
  public let id: Int64
  /// The public id of the client.
  public let clientID: String
  /// The hash of the client's secret.
  public let secret: String
  public let name: String
  public let website: String?
  /// The URIs that may receive an authorization code, one a line.
  public let redirectURIs: String
  public let scopes: String
  /// Milliseconds.
  public let createdAt: Int64

  public init(
    id: Int64, clientID: String, secret: String, name: String, website: String?, redirectURIs: String,
    scopes: String,
    createdAt: Int64
  ) {
    self.id = id
    self.clientID = clientID
    self.secret = secret
    self.name = name
    self.website = website
    self.redirectURIs = redirectURIs
    self.scopes = scopes
    self.createdAt = createdAt
  }

  static let columns: SQL =
    "p.id, p.client_id, p.secret, p.name, p.website, p.redirect_uris, p.scopes, p.created_at"

  init(_ row: inout RowReader) throws(StorageError) {
    self.init(
      id: try row.integer(), clientID: try row.text(), secret: try row.text(), name: try row.text(),
      website: try row.optionalText(), redirectURIs: try row.text(), scopes: try row.text(),
      createdAt: try row.integer())
  }
}

extension Store {
  public func insert(_ client: ClientRecord) async throws {
    try await driver.write { try $0.insert(client) }
  }

  public func client(clientID: String) async throws -> ClientRecord? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement =
        "SELECT \(ClientRecord.columns) FROM applications p WHERE p.client_id = \(clientID)"
      return try connection.first(sql) { row in try ClientRecord(&row) }
    }
  }

  /// Returns the client that a token belongs to.
  public func client(ofToken token: Int64) async throws -> ClientRecord? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT \(ClientRecord.columns) FROM tokens t JOIN applications p ON p.id = t.application \
        WHERE t.id = \(token)
        """
      return try connection.first(sql) { row in try ClientRecord(&row) }
    }
  }
}

extension DatabaseConnection {
  func insert(_ client: ClientRecord) throws(StorageError) {
    try execute(
      """
      INSERT INTO applications (id, client_id, secret, name, website, redirect_uris, scopes, created_at)
      VALUES (\(client.id), \(client.clientID), \(client.secret), \(client.name), \
      \(client.website), \(client.redirectURIs), \(client.scopes), \(client.createdAt))
      """)
  }
}
