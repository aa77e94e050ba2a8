import HTTPTypes
import HummingbirdTesting
import JSON
import Storage
import Testing

@testable import Community

/// Answers to readers are kept until the data change, for each of them alone.
@Suite struct KeptAnswerTests {
  @Test func a_timeline_that_is_asked_for_again_costs_no_query() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, _, members in
      try await members[0].publish("Hello")
      let first = try await members[0].get("/api/v1/timelines/home")
      // The token is looked at again a moment after every change, once.
      try await Task.sleep(for: .milliseconds(200))
      _ = try await members[0].get("/api/v1/timelines/home")
      let before = community.store.statementCount
      for _ in 1...5 { #expect(try await members[0].get("/api/v1/timelines/home").text == first.text) }
      #expect(community.store.statementCount == before)
      let tag = try #require(first.headers[.eTag])
      #expect(first.headers[.cacheControl]?.contains("no-store") == true)
      #expect(try await members[0].get("/api/v1/timelines/home").headers[.eTag] == tag)
      #expect(try await members[0].get("/api/v1/timelines/home", [.ifNoneMatch: tag]).status == 304)
      #expect(try await members[1].get("/api/v1/timelines/home").ids == [])
      try await members[0].publish("More")
      #expect(try await members[0].get("/api/v1/timelines/home").ids.count == 2)
    }
  }

  @Test func packed_and_unpacked_answers_say_the_same() async throws {
    try await withMembers("ann") { _, members in
      for number in 1...20 { try await members[0].publish("Post \(number)") }
      let plain = try await members[0].get("/api/v1/timelines/home")
      var headers: HTTPFields = [.acceptEncoding: "gzip"]
      headers[.authorization] = "Bearer " + (members[0].token ?? "")
      let packed = try await members[0].client.send(.get, "/api/v1/timelines/home", headers)
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(unpacked(packed.body) == Array(plain.text.utf8))
      #expect(packed.headers[.accessControlAllowOrigin] == "*")
      #expect(packed.headers[.contentType] == "application/json; charset=utf-8")
    }
  }
}
