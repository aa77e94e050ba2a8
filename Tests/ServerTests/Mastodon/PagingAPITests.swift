import HTTPTypes
import Testing

@testable import Server

/// Tests rule 17: the `Link` header leads through lists in both directions, without gaps or duplicates.
@Suite struct PagingAPITests {
  /// Returns the URL of a link relation, as path and query.
  private func link(_ relation: String, _ reply: MastodonClient.Reply) -> String? {
    for part in (reply.headers[.link] ?? "").split(separator: ",") {
      guard part.contains("rel=\"\(relation)\""), let start = part.firstIndex(of: "<"),
        let end = part.firstIndex(of: ">")
      else { continue }
      let url = part[part.index(after: start)..<end]
      return url.hasPrefix("http://localhost/") ? String(url.dropFirst("http://localhost".count)) : nil
    }
    return nil
  }

  private func walk(_ relation: String, from first: String, _ client: MastodonClient) async throws
    -> [[String]]
  {
    var pages: [[String]] = []
    var next: String? = first
    while let path = next, pages.count < 50 {
      let reply = try await client.get(path)
      #expect(reply.status == 200)
      if reply.ids.isEmpty { break }
      pages.append(reply.ids)
      next = link(relation, reply)
    }
    return pages
  }

  @Test func `rule 17 a hundred posts are walked in both directions`() async throws {
    try await withMembers("ann") { _, members in
      var ids: [String] = []
      for number in 1...100 { ids.append(try await members[0].publish("Post \(number)")) }
      for path in [
        "/api/v1/timelines/home", "/api/v1/timelines/public", "/api/v1/accounts/\(members[0].id)/statuses",
      ] {
        let down = try await walk("next", from: path + "?limit=7", members[0])
        #expect(down.flatMap { $0 } == ids.reversed(), "\(path)")
        let up = try await walk("prev", from: path + "?limit=7&min_id=0", members[0])
        #expect(up.reversed().flatMap { $0 } == ids.reversed(), "\(path)")
      }
    }
  }

  @Test func `rule 17 lists of other things are paged by ids of their own`() async throws {
    try await withMembers("ann", "bob", "carl", "dora", "eve") { _, members in
      let ann = members[0]
      var posts: [String] = []
      for number in 1...5 { posts.append(try await ann.publish("Post \(number)")) }
      // An order that differs from the posts' order.
      let order = [2, 0, 4, 1, 3]
      for index in order { try await ann.post("/api/v1/statuses/\(posts[index])/favourite") }
      for index in order { try await ann.post("/api/v1/statuses/\(posts[index])/bookmark") }
      for member in members[1...] { try await member.post("/api/v1/accounts/\(ann.id)/follow") }
      for member in members[1...] { try await member.post("/api/v1/statuses/\(posts[0])/favourite") }
      let expected = order.reversed().map { posts[$0] }
      for path in ["/api/v1/favourites", "/api/v1/bookmarks"] {
        #expect(try await walk("next", from: path + "?limit=2", ann).flatMap { $0 } == expected)
      }
      let followers = try await walk("next", from: "/api/v1/accounts/\(ann.id)/followers?limit=1", ann)
      #expect(followers.flatMap { $0 } == members[1...].reversed().map { $0.id })
      let fans = try await walk("next", from: "/api/v1/statuses/\(posts[0])/favourited_by?limit=2", ann)
      #expect(Set(fans.flatMap { $0 }) == Set(members.map { $0.id }))
      #expect(fans.flatMap { $0 }.count == 5)
    }
  }

  @Test func `rule 17 other parameters stay in the link`() async throws {
    try await withMembers("ann") { _, members in
      for number in 1...3 { try await members[0].publish("Post \(number)") }
      let reply = try await members[0].get(
        "/api/v1/timelines/public?local=true&limit=2&max_id=9000000000000000000")
      let next = try #require(link("next", reply))
      #expect(next.contains("local=true") && next.contains("limit=2"))
      #expect(next.split(separator: "max_id=").count == 2)
      #expect(reply.headers[.accessControlExposeHeaders]?.contains("Link") == true)
    }
  }

  @Test func `notifications are walked too`() async throws {
    try await withMembers("ann", "bob") { _, members in
      for number in 1...7 { try await members[1].publish("Hello @ann \(number)") }
      let pages = try await walk("next", from: "/api/v1/notifications?limit=3", members[0])
      #expect(pages.map { $0.count } == [3, 3, 1])
      #expect(Set(pages.flatMap { $0 }).count == 7)
    }
  }
}
