import Community
import HTTPTypes
import Hummingbird
import JSON
import Screens
import Social
import Testing

@testable import Localization
@testable import Server

/// Tests the frames of screens that only the app fills.
struct MemberPagesTests {
  private static let member = "start=home; language=en"

  private func withPages(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    try await withAssets { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      setup.render = { request in
        if case .landingPage(let reason) = request.kind {
          return Array("\(reason.kind) of \(reason.name)".utf8)
        }
        guard case .addressed(let path, let isMember) = request.kind else { return Array("other".utf8) }
        return Array("\(path) \(isMember ? "member" : "stranger") of \(request.home ?? "nobody")".utf8)
      }
      try await withServer(setup) { client in try await body(client) }
    }
  }

  @Test(arguments: [
    "/home", "/notifications", "/mentions", "/me", "/sign-in", "/signed-in", "/compose", "/file",
    "/tags/birds",
    "/@ann", "/images",
    "/images/2A5B2C3D-0000-4000-8000-00000000000a",
  ])
  func `every screen has its address`(path: String) async throws {
    try await withPages { client in
      let stranger = try await client.send(.get, path)
      #expect(stranger.status == .ok)
      #expect(String(buffer: stranger.body) == path + " stranger of ann")
      let member = try await client.send(.get, path, [.cookie: Self.member])
      #expect(String(buffer: member.body) == path + " member of ann", "the two are not kept as one")
    }
  }

  @Test func `FOL_02 the root is home for a member`() async throws {
    try await withPages { client in
      #expect(String(buffer: try await client.send(.get, "/").body) == "other")
      #expect(String(buffer: try await client.send(.get, "/moments").body) == "other")
      let home = try await client.send(.get, "/", [.cookie: Self.member])
      #expect(String(buffer: home.body) == "/home member of ann")
      let moments = try await client.send(.get, "/moments", [.cookie: Self.member])
      #expect(String(buffer: moments.body) == "/moments member of ann")
    }
  }

  @Test func `NEW_12 the landing page says whose post a stranger wanted`() async throws {
    try await withAssets { assets, _ in
      var setup = ServerSetup()
      setup.assets = assets
      setup.render = { request in
        let people = request.preview?.people.map(\.username) ?? []
        guard case .landingPage(let reason) = request.kind else { return Array("no wish, \(people)".utf8) }
        return Array("\(reason.kind) \(reason.name), \(people)".utf8)
      }
      try await withServer(setup) { client in
        let posts = try JSON(parsing: try await client.send(.get, "/user/ann/tweets").text)
        let id = try #require(posts.array?.first?["id"]?.string)
        let liked = try await client.send(.get, "/home?like=" + id)
        #expect(liked.text.hasPrefix("like ") && liked.text.hasSuffix(#", ["ann"]"#), "\(liked.text)")
        for query in ["?like=1", "?like=x", "?follow=99999999999999999999", "?other=1", ""] {
          #expect(try await client.send(.get, "/home" + query).text == #"no wish, ["ann"]"#, "\(query)")
        }
        let member = try await client.send(.get, "/home?like=" + id, [.cookie: Self.member])
        #expect(member.text == "no wish, []", "a member needs no landing page")
      }
    }
  }

  @Test(arguments: ["/@nobody", "/@ann%40other.example", "/@ann/1", "/@ann/x", "/@ann/99999999999999999999"])
  func `what is not here is no page for a stranger`(path: String) async throws {
    try await withPages { client in
      #expect(try await client.send(.get, path).status == .notFound)
      let member = try await client.send(.get, path, [.cookie: Self.member])
      #expect(member.status == .ok, "their own server may know it")
    }
  }

  @Test func `an escaped page address leads to the page, and other methods are told`() async throws {
    try await withPages { client in
      for method in [HTTPRequest.Method.get, .head] {
        let moved = try await client.send(method, "/%40ann?a=1")
        #expect(moved.status == .permanentRedirect && moved.headers[.location] == "/@ann?a=1")
        #expect(try await client.send(method, "/@ann").status == .ok)
      }
      let post = try await client.send(.post, "/@ann")
      #expect(post.status == .methodNotAllowed && post.headers[.allow] == "GET, HEAD")
      let options = try await client.send(.options, "/@ann")
      #expect(options.status == .noContent && options.headers[.allow] == "GET, HEAD, OPTIONS")
      #expect(try await client.send(.options, "/nothing/here").status == .notFound)
    }
  }

  @Test func `COM_09 the feed of another server has an address too`() async throws {
    try await withPages { client in
      let other = try await client.send(.get, "/images?server=https%3A%2F%2Ffeed.example%2Fbase")
      #expect(String(buffer: other.body) == "/images stranger of ann")
      #expect(try await client.send(.get, "/images?server=ftp%3A%2F%2Fx").status == .badRequest)
      #expect(try await client.send(.get, "/images/7").status == .notFound)
      let opened = try await client.send(.get, "/open?feed=https%3A%2F%2Ffeed.example%2Fbase")
      #expect(opened.status == .seeOther)
      #expect(opened.headers[.location] == "/images?server=https%3A%2F%2Ffeed.example%2Fbase")
      let refused = try await client.send(.get, "/open?feed=ftp%3A%2F%2Fx")
      #expect(refused.headers[.location] == "/settings?server=ftp%3A%2F%2Fx")
    }
  }

  @Test func `TWT_01 the response to a sign in is not written into the page`() async throws {
    try await withPages { client in
      let page = try await client.send(.get, "/signed-in?code=secret&state=s")
      #expect(String(buffer: page.body) == "/signed-in stranger of ann")
    }
  }
}
