import DatabaseTestSupport
import Foundation
import JSON
import Social
import Testing

@testable import Community
@testable import Storage

/// Compares the kinds of notifications that are written down in three places.
@Suite struct NotificationTypeTests {
  @Test func `NEW_09 the table, the API and the domain know the same kinds of notifications`() async throws {
    let kinds = Notification.Kind.allCases.map(\.rawValue).sorted()
    try await withMembers(named: []) { community, stranger, _ in
      let definition = try await community.store.driver.read { connection in
        try connection.texts(
          TestDatabase.isPostgres
            ? """
            SELECT pg_get_constraintdef(oid) FROM pg_constraint
            WHERE conrelid = 'notifications'::regclass AND contype = 'c'
            """
            : "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'notifications'")
      }
      let checked = definition.joined().matches(of: /'([^']*)'/).map { String($0.output.1) }
      #expect(checked.sorted() == kinds, "a migration has to make the table notifications anew")
      let schemas = try await stranger.get("/api/openapi.json").json["components"]?["schemas"]
      let described = schemas?["Notification"]?["properties"]?["type"]?["enum"]?.array?.compactMap(\.string)
      #expect(described?.sorted() == kinds)
    }
  }
}
