/// A program that members sign in with (RFC 6749, "client").
public struct ApplicationRecord: Equatable, Sendable {
  public let id: Int64
  /// Public: which program it is.
  public let clientID: String
  /// The hash of what only the program knows.
  public let secret: String
  public let name: String
  public let website: String?
  /// Where people are sent back to: one a line.
  public let redirectURIs: String
  public let scopes: String
  /// Milliseconds.
  public let createdAt: Int64

  public init(
    id: Int64, clientID: String, secret: String, name: String, website: String?, redirectURIs: String, scopes: String,
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

  static let columns = "p.id, p.client_id, p.secret, p.name, p.website, p.redirect_uris, p.scopes, p.created_at"

  init(_ row: Row) throws(StorageError) {
    self.init(
      id: try row.integer(0), clientID: try row.text(1), secret: try row.text(2), name: try row.text(3),
      website: try row.optionalText(4), redirectURIs: try row.text(5), scopes: try row.text(6),
      createdAt: try row.integer(7))
  }
}

extension Store {
  public func insert(_ application: ApplicationRecord) async throws {
    try await driver.write { connection in
      _ = try connection.execute(
        Statement(
          """
          INSERT INTO applications (id, client_id, secret, name, website, redirect_uris, scopes, created_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          """, .integer(application.id), .text(application.clientID), .text(application.secret),
          .text(application.name), SQLValue(application.website), .text(application.redirectURIs),
          .text(application.scopes), .integer(application.createdAt)))
    }
  }

  public func application(clientID: String) async throws -> ApplicationRecord? {
    try await driver.read { connection in
      let sql = "SELECT \(ApplicationRecord.columns) FROM applications p WHERE p.client_id = $1"
      return try connection.rows(Statement(sql, .text(clientID))).first.map { try ApplicationRecord($0) }
    }
  }

  /// Whose token that is.
  public func application(ofToken token: Int64) async throws -> ApplicationRecord? {
    try await driver.read { connection in
      let sql = """
        SELECT \(ApplicationRecord.columns) FROM tokens t JOIN applications p ON p.id = t.application WHERE t.id = $1
        """
      return try connection.rows(Statement(sql, .integer(token))).first.map { try ApplicationRecord($0) }
    }
  }
}
