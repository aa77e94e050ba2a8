import Community
import Hummingbird
import HummingbirdTesting
import Server
import Testing

@Suite struct HealthTests {
  @Test func health_says_that_the_database_can_be_read() async throws {
    try await withServer { client in
      let response = try await client.send(.get, "/health")
      #expect(response.status == .ok)
      #expect(response.text == #"{"status":"ok","version":"\#(swiftletVersion)"}"#)
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(try await client.send(.head, "/health").status == .ok)
    }
  }

  @Test func health_says_that_the_database_cannot_be_read() async throws {
    try await withCommunity { community in
      try await ServerSetup().application(community).test(.router) { client in
        try await community.close()
        let response = try await client.send(.get, "/health")
        #expect(response.status == .serviceUnavailable)
        #expect(response.text.contains(#""status":"unavailable""#))
      }
    }
  }

  @Test func a_database_that_cannot_be_read_is_an_error_without_details() async throws {
    try await withCommunity { community in
      try await ServerSetup().application(community).test(.router) { client in
        try await community.close()
        let response = try await client.send(.get, "/user/ann")
        #expect(response.status == .internalServerError)
        #expect(response.text == #"{"error":"Internal error"}"#)
      }
    }
  }
}
