import Community
import HTTPTypes
import Hummingbird
import JSON
import Testing

@testable import Server

@Suite struct OpenAPITests {
  @Test func `the description is made of the routes`() async throws {
    try await withAPI({ api in
      api.schemas["Thing"] = .object([
        .init("id", .identifier), .init("name", .nullable(.string), isOptional: true),
      ])
      api.add(
        APIRoute(
          .post, "/api/v1/things/:id", "Change a thing", access: .member(.writeStatuses),
          parameters: [APIParameter("name", .string, isRequired: true)], response: .reference("Thing"))
      ) { _ in .empty }
      api.add(
        APIRoute(
          .get, "/api/v1/things/:id", "A thing", access: .everybody(),
          parameters: [APIParameter("ids", .array(.identifier))], response: .nullable(.reference("Thing")))
      ) { _ in .empty }
    }) { client in
      let response = try await client.send(.get, "/api/openapi.json")
      #expect(response.headers[.contentType] == "application/json; charset=utf-8")
      let json = try JSON(parsing: response.text)
      #expect(json["openapi"]?.string == "3.0.3")
      let path = try #require(json["paths"]?["/api/v1/things/{id}"])
      let post = try #require(path["post"])
      #expect(post["x-access"]?.string == "member")
      #expect(post["security"]?.array?.first?["oauth"]?.array?.first?.string == "write:statuses")
      #expect(post["parameters"]?.array?.first?["in"]?.string == "path")
      let form = post["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
      #expect(form?["schema"]?["required"]?.array?.first?.string == "name")
      #expect(
        post["responses"]?["200"]?["content"]?["application/json"]?["schema"]?["$ref"]?.string
          == "#/components/schemas/Thing")
      let get = try #require(path["get"])
      #expect(get["x-access"]?.string == "everybody")
      #expect(get["parameters"]?.array?[1]["name"]?.string == "ids[]")
      let thing = json["components"]?["schemas"]?["Thing"]
      #expect(thing?["required"]?.array?.count == 1)
      #expect(thing?["properties"]?["name"]?["nullable"]?.bool == true)
    }
  }
}
