import Foundation
import Hummingbird
import Media
import NIOCore
import Social
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Community

/// A site on this machine, and what was asked of it.
private final class Site: Sendable {
  struct State {
    var pages: [String: (type: String, body: [UInt8])] = [:]
    var asked: [String] = []
    var maxAtOnce = 0
    /// Paths whose responses wait.
    var held: Set<String> = []
    var now = 0
  }

  let state = Mutex(State())

  var asked: [String] { state.withLock { $0.asked } }

  func set(_ path: String, _ body: String, type: String = "text/html; charset=utf-8") {
    set(path, Array(body.utf8), type: type)
  }

  func set(_ path: String, _ body: [UInt8], type: String) { state.withLock { $0.pages[path] = (type, body) } }

  func run(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
    let router = Router()
    router.get("**") { request, _ in
      self.state.withLock { state in
        state.asked.append(request.uri.path)
        state.now += 1
        state.maxAtOnce = max(state.maxAtOnce, state.now)
      }
      defer { self.state.withLock { $0.now -= 1 } }
      repeat {
        try await Task.sleep(for: .milliseconds(5))
      } while self.state.withLock { $0.held.contains(request.uri.path) }
      guard let page = self.state.withLock({ $0.pages[request.uri.path] }) else { throw HTTPError(.notFound) }
      return Response(
        status: .ok, headers: [.contentType: page.type], body: .init(byteBuffer: ByteBuffer(bytes: page.body))
      )
    }
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: silent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await application.run() }
      group.addTask {
        for await port in ports { return try await body("http://127.0.0.1:\(port)") }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  static func html(_ title: String, picture: String? = nil) -> String {
    let image = picture.map { "<meta property=og:image content=\"\($0)\">" } ?? ""
    return "<title>\(title)</title><meta property=og:site_name content=Example>\(image)"
  }
}

@Suite struct LinkPreviewTests {
  private func withSite(
    allowsPrivate: Bool = true, _ body: @escaping @Sendable (Town, Site, String) async throws -> Void
  ) async throws {
    let site = Site()
    try await site.run { address in
      try await withTown { town in
        var settings = LinkPreviewSettings(
          ownAddress: "https://moments.example.org", allowsPrivate: allowsPrivate)
        // However busy the machine is, nothing is late.
        settings.wait = { _, _ in while true { try await Task.sleep(for: .seconds(3600)) } }
        town.community.beginLinkPreviews(settings)
        try await body(town, site, address)
      }
    }
  }

  private func card(_ post: Post, _ town: Town) async throws -> Post.LinkPreview? {
    await town.community.linkPreviewQueue.finish()
    return try await town.community.posts.find(number(post.id), viewer: town.viewer("ben"))?.linkPreview
  }

  @Test func `NEW_10 the preview of a link comes after its post, with its picture from here`() async throws {
    try await withSite { town, site, address in
      site.set("/a", Site.html("A page", picture: "b.png"))
      site.set("/b.png", TestPicture.png(width: 600, height: 300), type: "image/png")
      let post = try await town.post("Look: \(address)/a#part, and \(address)/other", by: "ada")
      let card = try #require(try await card(post, town))
      #expect(card.url == address + "/a" && card.title == "A page" && card.site == "Example")
      #expect(
        card.picture?.url.hasPrefix("/media/") == true
          && card.picture?.size == PixelSize(width: 600, height: 300))
      #expect(site.asked == ["/a", "/b.png"])
      // The timeline that was read before has it too.
      #expect(
        try await town.community.timelines.home(town.viewer("ada"), Cursor()).items.first?.post.linkPreview
          == card)
    }
  }

  @Test func `NEW_10 a link is asked for once, however many posts have it, one after the other`() async throws
  {
    try await withSite { town, site, address in
      for number in 0..<5 { site.set("/\(number)", Site.html("Page \(number)")) }
      var posts: [Post] = []
      for number in 0..<20 { posts.append(try await town.post("\(address)/\(number % 5)", by: "ada")) }
      for (number, post) in posts.enumerated() {
        #expect(try await card(post, town)?.title == "Page \(number % 5)")
      }
      #expect(site.asked.sorted() == (0..<5).map { "/\($0)" })
      #expect(site.state.withLock { $0.maxAtOnce } == 1)
    }
  }

  @Test func `NEW_10 slow pages of one member hold up nobody else's links`() async throws {
    try await withSite { town, site, address in
      for path in ["/slow1", "/slow2", "/slow3", "/quick"] { site.set(path, Site.html("Page \(path)")) }
      site.state.withLock { $0.held = ["/slow1", "/slow2", "/slow3"] }
      let start = ContinuousClock.now
      for number in 1...3 { try await town.post("\(address)/slow\(number)", by: "ada") }
      let post = try await town.post("\(address)/quick", by: "ben")
      func quick() async throws -> String? {
        try await town.community.posts.find(number(post.id), viewer: town.viewer("ben"))?.linkPreview?.title
      }
      while try await quick() == nil { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try await quick() == "Page /quick")
      // The quick page may come before the site has seen the request that began earlier.
      #expect(try await eventually { site.asked.contains { $0.hasPrefix("/slow") } })
      let slow = site.asked.filter { $0.hasPrefix("/slow") }.count
      // On a busy machine the first one reaches its deadline of 10 s, and the next one begins.
      let atMost = 1 + Int((ContinuousClock.now - start).components.seconds / 10)
      #expect(slow <= atMost, "one of a member's at a time")
      site.state.withLock { $0.held = [] }
      await town.community.linkPreviewQueue.finish()
      #expect(Set(site.asked) == ["/slow1", "/slow2", "/slow3", "/quick"])
    }
  }

  @Test func `NEW_10 private networks are refused, and who reads says so to nobody`() async throws {
    try await withSite(allowsPrivate: false) { town, site, address in
      site.set("/a", Site.html("Secret"))
      let post = try await town.post(address + "/a", by: "ada")
      #expect(try await card(post, town) == nil && site.asked.isEmpty)
    }
  }

  @Test func `NEW_10 posts for few, with pictures, or with links to here alone ask nobody`() async throws {
    try await withSite { town, site, address in
      site.set("/a", Site.html("A page"))
      for visibility in [Visibility.followers, .direct] {
        try await town.post("\(address)/a", by: "ada", visibility)
      }
      try await town.post("https://moments.example.org/@ada and https://Moments.example.org", by: "ada")
      try await town.post("@ben #tag http", by: "ada")
      await town.community.linkPreviewQueue.finish()
      #expect(site.asked.isEmpty)
      let post = try await town.post("https://moments.example.org/@ada \(address)/a", by: "ada", .unlisted)
      #expect(try await card(post, town)?.title == "A page")
    }
  }

  @Test func `NEW_10 a page that isn't there or says nothing has no preview, and is not asked again`()
    async throws
  {
    try await withSite { town, site, address in
      site.set("/json", "{}", type: "application/json")
      site.set("/empty", "<p>Hello")
      for path in ["json", "empty", "gone", "json", "gone"] {
        let post = try await town.post("\(address)/\(path)", by: "ada")
        #expect(try await card(post, town) == nil)
      }
      #expect(site.asked == ["/json", "/empty", "/gone"])
      town.clock.advance(seconds: 7 * 86_400 + 1)
      try await town.community.careForLinkPreviews()
      await town.community.linkPreviewQueue.finish()
      #expect(site.asked.count == 6)
    }
  }

  @Test func `NEW_10 of a large page the beginning is read, and a bad picture leaves the words`() async throws
  {
    try await withSite { town, site, address in
      site.set("/large", Site.html("Large", picture: "/no.png") + String(repeating: "x", count: 3_000_000))
      site.set("/no.png", "no picture", type: "image/png")
      let post = try await town.post(address + "/large", by: "ada")
      let found = try #require(try await card(post, town))
      #expect(found.title == "Large" && found.picture == nil)
    }
  }

  @Test func `NEW_10 a week later a page is asked again, and keeps its picture if that is gone`() async throws
  {
    try await withSite { town, site, address in
      site.set("/a", Site.html("Before", picture: "/b.png"))
      site.set("/b.png", TestPicture.png(width: 300, height: 300), type: "image/png")
      let post = try await town.post(address + "/a", by: "ada")
      let before = try await card(post, town)
      site.set("/a", Site.html("After", picture: "/c.png"))
      try await town.community.careForLinkPreviews()
      #expect(try await card(post, town) == before)
      town.clock.advance(seconds: 7 * 86_400 + 1)
      try await town.community.careForLinkPreviews()
      let after = try await card(post, town)
      #expect(after?.title == "After" && after?.picture == before?.picture)
      // Nobody published it lately.
      town.clock.advance(seconds: 100 * 86_400)
      let count = site.asked.count
      try await town.community.careForLinkPreviews()
      await town.community.linkPreviewQueue.finish()
      #expect(site.asked.count == count)
    }
  }

  @Test func `NEW_10 a preview goes with the last post that shows it, and its picture too`() async throws {
    try await withSite { town, site, address in
      site.set("/a", Site.html("A page", picture: "/b.png"))
      site.set("/c", Site.html("Another"))
      site.set("/b.png", TestPicture.png(width: 300, height: 300), type: "image/png")
      let posts = [
        try await town.post(address + "/a", by: "ada"), try await town.post(address + "/a", by: "ben"),
      ]
      let found = try await card(posts[1], town)
      let picture = try #require(found?.picture)
      let parts = picture.url.split(separator: "/").map { String($0) }
      _ = try await town.community.posts.delete(number(posts[0].id), viewer: town.viewer("ada"))
      #expect(try await card(posts[1], town) == found)
      // Another link in its place.
      let edited = try await town.community.posts.edit(
        number(posts[1].id), PostChange(text: address + "/c"), viewer: town.viewer("ben"))
      // The new one may be there already.
      #expect(edited.linkPreview?.title != "A page")
      #expect(try await card(edited, town)?.title == "Another")
      try await town.community.pictureQueue.run {}
      let file = try #require(town.community.media.file(hash: parts[1], name: parts[2]))
      #expect(!FileManager.default.fileExists(atPath: file.path))
      let plain = try await town.community.posts.edit(
        number(edited.id), PostChange(text: "No link"), viewer: town.viewer("ben"))
      #expect(plain.linkPreview == nil)
      try await town.community.careForLinkPreviews()
      #expect(try await town.community.store.write { try $0.unusedLinkPreviews(limit: 10) }.isEmpty)
    }
  }
}
