import HTTPTypes
import Social
import TestSupport
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests many strangers at one address, such as a school, who read the same thread (29.13).
@Suite struct SharedThreadTests {
  private static let viewers = 16
  private static let requests = 320
  /// The statements for one response while the posts are cached: its dependencies, ancestors, descendants,
  /// and audience.
  private static let statements = 4

  @Test func `NEW_16 320 requests for a thread by 16 at once share one response`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutMinutes) { community, stranger, members in
      let posts = try await Self.thread(replies: 60, by: members)
      let path = "/api/v1/statuses/\(posts[0])/context"
      #expect(
        try await stranger.get("/api/v1/statuses/\(posts[1])/context").status == 200,
        "the posts are remembered")
      let before = community.store.statementCount
      // A parameter that the route doesn't know makes no other response.
      #expect(try await Self.ask(stranger) { number in "\(path)?reload=\(number)" } == [200: Self.requests])
      #expect(try await Self.ask(stranger) { _ in path } == [200: Self.requests])
      #expect(community.store.statementCount - before == Self.statements)
    }
  }

  @Test func `NEW_16 requests for all posts of a thread wait in a queue, and another thread is served`()
    async throws
  {
    try await withThread(replies: 40) { members, stranger, posts in
      let other = try await members[0].publish("Another thread")
      let statuses = try await Self.ask(stranger) { number in
        "/api/v1/statuses/\(number % 20 == 19 ? other : posts[number % posts.count])/context"
      }
      #expect(statuses == [200: Self.requests])
    }
  }

  @Test func `NEW_16 strangers at once read a long page of the Moments contract`() async throws {
    try await withThread(replies: 10) { members, stranger, _ in
      for member in members { try await member.publish("I am \(member.username)") }
      let statuses = try await Self.ask(stranger) { number in
        "/user/\(members[number % 5].username)/tweets?covered=\(number % 2 == 0)&reload=\(number)"
      }
      #expect(statuses == [200: Self.requests])
    }
  }

  @Test func `The next page's address has no parameters that the route doesn't know`() async throws {
    try await withThread(replies: 2) { _, stranger, posts in
      let path = "/api/v1/timelines/public"
      let first = try await stranger.get(path + "?secret=1&limit=1&id[]=2&only%5Fmedia=false")
      #expect(first.headers[.link]?.contains("secret") == false)
      #expect(first.headers[.link]?.contains("limit=1&") == true)
      #expect(try await stranger.get(path + "?limit=1&secret=%FF").status == 400)
      #expect(try await stranger.get(path + "?limit=many&secret=1").status == 422)
      #expect(
        try await stranger.get("/api/v1/statuses?x=1&id%5B%5D=\(posts[0])&id[]=\(posts[1])").ids == [
          posts[0], posts[1],
        ])
    }
  }

  /// The number of requests by the status of their responses.
  private static func ask(
    _ client: MastodonClient, _ path: @escaping @Sendable (Int) -> String
  ) async throws -> [Int: Int] {
    try await withThrowingTaskGroup(of: [Int].self) { tasks in
      for viewer in 0..<viewers {
        tasks.addTask {
          var statuses: [Int] = []
          for number in 0..<(requests / viewers) {
            statuses.append(try await client.get(path(number * viewers + viewer)).status)
          }
          return statuses
        }
      }
      return try await tasks.reduce(into: [:]) { all, statuses in
        for status in statuses { all[status, default: 0] += 1 }
      }
    }
  }

  private func withThread(
    replies: Int,
    _ body:
      @escaping @Sendable (_ members: [MastodonClient], _ stranger: MastodonClient, _ posts: [String])
      async throws ->
      Void
  ) async throws {
    try await withMembers(named: ["ann", "bob", "cat", "dan", "eve"]) { _, stranger, members in
      try await body(members, stranger, Self.thread(replies: replies, by: members))
    }
  }

  private static func thread(replies: Int, by members: [MastodonClient]) async throws -> [String] {
    var posts = [try await members[0].publish("What do you see?")]
    for number in 1...replies {
      let author = members[number % members.count]
      posts.append(try await author.publish("Reply \(number)", replyTo: posts[number / 2]))
    }
    return posts
  }
}

/// Tests members and strangers who read and write at the same time.
@Suite struct PrivateViewTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `NEW_16 a member's own view is never given to another, however requests are interleaved`(
    _ seed: UInt64
  ) async throws {
    try await withMembers(named: ["ann", "bob", "cat", "dan"]) { _, stranger, all in
      let members = Array(all.prefix(3))
      var chance = SeededGenerator(seed: seed)
      let root = try await all[3].publish("Everybody")
      var readers: [String: Set<String>] = [:]
      for round in 0..<12 {
        // A reply for its author, one other member and the author of the root: its text names the first two.
        let author = chance.pick(members)
        let other = chance.pick(members)
        let secret = "secret-\(round)-of-\(author.username)-for-\(other.username)"
        readers[secret] = [author.username, other.username, "dan"]
        let bookmark = chance.pick(members)
        let requests = (0..<24).map { _ in (chance.below(4), chance.below(3), chance.below(3)) }
        try await withThrowingTaskGroup(of: Void.self) { [readers] tasks in
          tasks.addTask {
            try await author.publish("@\(other.username) \(secret)", visibility: "direct", replyTo: root)
            let action = round % 2 == 0 ? "bookmark" : "unbookmark"
            try await bookmark.post("/api/v1/statuses/\(root)/\(action)")
          }
          for (number, (viewer, path, reload)) in requests.enumerated() {
            tasks.addTask {
              for _ in 0..<(number % 5) { await Task.yield() }
              let client = viewer == 3 ? stranger : members[viewer]
              let paths = [
                "/api/v1/statuses/\(root)/context", "/user/dan/tweets",
                "/api/v1/accounts/\(author.id)/statuses",
              ]
              let reply = try await client.get("\(paths[path])?reload=\(reload)")
              #expect(reply.status == 200)
              for (secret, names) in readers where reply.text.contains(secret) {
                #expect(
                  names.contains(client.username),
                  "\(secret) was shown to \(client.username) at \(paths[path])")
              }
            }
          }
          try await tasks.waitForAll()
        }
        // Afterwards all viewers see everything that they may see.
        for client in all + [stranger] {
          let text = try await client.get("/api/v1/statuses/\(root)/context").text
          for (secret, names) in readers {
            #expect(text.contains(secret) == names.contains(client.username), "\(secret), \(client.username)")
          }
        }
      }
    }
  }
}
