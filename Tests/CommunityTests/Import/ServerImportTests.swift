import Contracts
import Hummingbird
import NIOCore
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community

/// A small server of the Moments contract, as others wrote it.
private struct OriginServer {
  let requests = RequestCounter()
  var user = Answer(
    #"{"profile-image":"/cover.png","avatar":"/owner.png","nick":"John","username":"jsmith"}"#)
  var tweets = Answer("[]")

  struct Answer: Sendable {
    var body: [UInt8]
    var status = HTTPResponse.Status.ok
    var headers = HTTPFields()
    /// It never comes.
    var isLost = false

    init(_ text: String) { body = Array(text.utf8) }

    init(_ bytes: [UInt8]) { body = bytes }

    var response: Response {
      get async throws {
        if isLost { try await never() }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
      }
    }
  }

  var pictures: [String: Answer] = [:]

  /// Runs the server on a free port while `body` runs with its address.
  func run(_ body: @escaping @Sendable (ServerAddress) async throws -> Void) async throws {
    let router = Router()
    let (user, tweets, pictures, requests) = (user, tweets, pictures, requests)
    router.get("user/:name") { _, _ in
      requests.count("user")
      return try await user.response
    }
    router.get("user/:name/tweets") { _, _ in try await tweets.response }
    router.get(":picture") { _, context in
      let name = try context.parameters.require("picture")
      requests.count(name)
      guard let answer = pictures[name] else { throw HTTPError(.notFound) }
      return try await answer.response
    }
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: silent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      group.addTask {
        for await port in ports {
          try await body(try #require(ServerAddress("http://127.0.0.1:\(port)")))
          return
        }
      }
      defer { group.cancelAll() }
      // The first to end is the test; the server runs until it is cancelled.
      try await group.next()
    }
  }
}

private final class RequestCounter: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

  func of(_ name: String) -> Int { counts.withLock { $0[name, default: 0] } }

  /// Returns when it was asked for.
  func arrival(_ name: String) async throws {
    while of(name) == 0 { try await Task.sleep(for: .milliseconds(5)) }
  }
}

/// Ends only when it is cancelled.
private func never() async throws { while true { try await Task.sleep(for: .seconds(3600)) } }

extension ImportOptions {
  /// However busy the machine is, what a test does not mean to be late is never late.
  fileprivate static var patient: ImportOptions {
    var options = ImportOptions()
    options.wait = { _, _ in try await never() }
    return options
  }

  /// The deadline is over when the server was asked for that, of whatever ends with `ending`.
  fileprivate mutating func giveUp(_ ending: String, whenAskedFor name: String, of requests: RequestCounter) {
    wait = { _, url in
      if url.hasSuffix(ending) { try await requests.arrival(name) } else { try await never() }
    }
  }
}

@Suite struct ServerImportTests {
  private func failure(_ server: OriginServer, _ options: ImportOptions = .patient) async throws
    -> ImportError?
  {
    let found = Mutex<ImportError?>(nil)
    try await server.run { address in
      try await withCommunity { community, _ in
        do {
          _ = try await community.imports.moments(
            from: .server(address), username: "jsmith", options: options)
        } catch let error as ImportError {
          found.withLock { $0 = error }
        }
      }
    }
    return found.withLock { $0 }
  }

  @Test func `MOM_06_A page of another server comes over HTTP as it is there`() async throws {
    var server = OriginServer()
    let amy = TestSource.person("amy", "Amy", avatar: "/amy.png")
    let john = TestSource.person("jsmith", "John", avatar: "/owner.png")
    server.tweets = .init(
      TestSource(items: [
        TestSource.item(
          "a", by: john, images: ["/1.png", "/moved.png", "/lost.png", "/1.png"], comments: [(amy, "hi")]),
        TestSource.item("b", by: amy),
      ]).tweets)
    server.pictures = [
      "owner.png": .init(TestPicture.png(width: 8, height: 8)),
      "amy.png": .init(TestPicture.png(width: 9, height: 9)),
      "cover.png": .init(TestPicture.png(width: 30, height: 20)),
      "1.png": .init(TestPicture.png(width: 40, height: 20)),
      "moved.png": .init(""), "lost.png": .init("<html>sorry</html>"),
    ]
    server.pictures["moved.png"]?.status = .found
    server.pictures["moved.png"]?.headers = [.location: "/1.png"]
    try await server.run { [requests = server.requests] address in
      try await withCommunity { community, _ in
        let report = try await community.imports.moments(
          from: .server(address), username: "jsmith", options: .patient)
        #expect(report.posts.added == 2 && report.pictures.added == 5)
        #expect(report.failedPictures.map(\.reference) == [address.text + "/lost.png"])
        let posts = try await community.momentsPosts(of: "jsmith")
        #expect(posts.map(\.sender.nick) == ["John", "Amy"])
        #expect(posts[0].sender.username == "jsmith" && posts[0].sender.avatar?.size?.width == 8)
        #expect(posts[0].pictures.map { $0.size?.width } == [40, 40, nil, 40])
        // Its address is a private one, where a visitor's browser has nothing to ask for.
        #expect(posts[0].pictures[2].url == "/media/missing")
        #expect(requests.of("1.png") == 2)
        _ = try await community.imports.moments(from: .server(address), username: "jsmith", options: .patient)
        #expect(requests.of("1.png") == 2 && requests.of("lost.png") == 2)
      }
    }
  }

  @Test func `MOM_06_A page survives a server that moved to another port`() async throws {
    var server = OriginServer()
    server.tweets = .init(TestSource(items: [TestSource.item("a", images: ["/1.png"])]).tweets)
    server.pictures["1.png"] = .init(TestPicture.png(width: 40, height: 20))
    try await withCommunity { community, _ in
      let reports = Mutex<[ImportReport]>([])
      for _ in 0..<2 {
        try await server.run { address in
          let report = try await community.imports.moments(
            from: .server(address), username: "jsmith", options: .patient)
          reports.withLock { $0.append(report) }
        }
      }
      #expect(reports.withLock { $0.map(\.posts.added) } == [1, 0])
    }
  }

  @Test func `A page is known again at another address, also where its pictures keep the server's name`()
    async throws
  {
    var server = OriginServer()
    server.user = .init(
      #"{"avatar":"http://first.example/base/owner.png","nick":"John","username":"jsmith"}"#)
    let john = TestSource.person("jsmith", "John", avatar: "http://first.example/base/owner.png")
    let amy = TestSource.person("amy", "Amy", avatar: "/base/amy.png")
    let items = [
      TestSource.item("a", by: amy, images: ["http://first.example/base/1.png"], comments: [(john, "hi")]),
      TestSource.item("b", by: john),
    ]
    server.tweets = .init(TestSource(items: items).tweets)
    var moved = server
    func renamed(_ answer: OriginServer.Answer) -> OriginServer.Answer {
      let text = String(decoding: answer.body, as: UTF8.self)
      return .init(text.replacing("http://first.example/", with: "https://second.example/"))
    }
    moved.user = renamed(server.user)
    moved.tweets = renamed(server.tweets)
    try await withCommunity { community, _ in
      let reports = Mutex<[ImportReport]>([])
      for server in [server, moved] {
        try await server.run { address in
          let report = try await community.imports.moments(
            from: .server(address), username: "jsmith", options: .patient)
          reports.withLock { $0.append(report) }
        }
      }
      #expect(reports.withLock { $0.map(\.posts.added) } == [2, 0])
      #expect(reports.withLock { $0.map(\.people.added) } == [1, 0])
      #expect(reports.withLock { $0.map(\.comments.added) } == [1, 0])
    }
  }

  @Test func `Pictures at private addresses are fetched where that is wanted`() async throws {
    var server = OriginServer()
    server.pictures["1.png"] = .init(TestPicture.png(width: 40, height: 20))
    try await server.run { address in
      try await withCommunity { community, folder in
        try TestSource(items: [TestSource.item("a", images: [address.text + "/1.png"])]).write(to: folder)
        let first = try await community.imports.moments(from: .folder(folder), username: "jsmith")
        #expect(first.failedPictures.map(\.reference) == [address.text + "/1.png"])
        var options = ImportOptions()
        options.allowsPrivatePictures = true
        options.wait = ImportOptions.patient.wait
        let second = try await community.imports.moments(
          from: .folder(folder), username: "jsmith", options: options)
        #expect(second.failedPictures == [] && second.pictures.added == 1)
      }
    }
  }

  @Test func `A server that responds otherwise is said in a sentence`() async throws {
    var html = OriginServer()
    html.user = .init("<!doctype html>")
    guard case .html? = try await failure(html) else { throw Unexpected() }
    var unknown = OriginServer()
    unknown.user.status = .notFound
    guard case .userNotFound("jsmith")? = try await failure(unknown) else { throw Unexpected() }
    var broken = OriginServer()
    broken.tweets.status = .internalServerError
    guard case .status(500, _)? = try await failure(broken) else { throw Unexpected() }
    var options = ImportOptions.patient
    options.maxDocumentBytes = 1000
    var large = OriginServer()
    large.tweets = .init("[\"" + String(repeating: "x", count: 2000) + "\"]")
    guard case .tooLarge(_, limit: 1000)? = try await failure(large, options) else { throw Unexpected() }
    var slow = OriginServer()
    slow.user.isLost = true
    options.giveUp("/user/jsmith", whenAskedFor: "user", of: slow.requests)
    guard case .deadline? = try await failure(slow, options) else { throw Unexpected() }
    var endless = OriginServer()
    endless.user.status = .found
    endless.user.headers = [.location: "/user/jsmith"]
    guard case .unreachable? = try await failure(endless) else { throw Unexpected() }
  }

  @Test func `Nobody at the address is said`() async throws {
    try await withCommunity { community, _ in
      for text in ["http://127.0.0.1:1", "http://nobody.invalid"] {
        let address = try #require(ServerAddress(text))
        let error = await #expect(throws: ImportError.self) {
          try await community.imports.moments(from: .server(address), username: "jsmith", options: .patient)
        }
        guard case .unreachable? = error else { throw Unexpected() }
      }
    }
  }

  @Test func `A picture that never comes, is too large or sends on for ever costs only itself`() async throws
  {
    var server = OriginServer()
    server.tweets = .init(
      TestSource(items: [TestSource.item("a", images: ["/slow.png", "/large.png", "/round.png", "/1.png"])])
        .tweets)
    server.pictures = [
      "slow.png": .init(TestPicture.gif), "large.png": .init([UInt8](repeating: 0, count: 100_000)),
      "round.png": .init(""), "1.png": .init(TestPicture.png(width: 10, height: 10)),
    ]
    server.pictures["slow.png"]?.isLost = true
    server.pictures["round.png"]?.status = .movedPermanently
    server.pictures["round.png"]?.headers = [.location: "/round.png"]
    try await server.run { [requests = server.requests] address in
      try await withCommunity { community, folder in
        var options = ImportOptions()
        options.giveUp("/slow.png", whenAskedFor: "slow.png", of: requests)
        options.maxPictureBytes = 50_000
        let report = try await community.imports.moments(
          from: .server(address), username: "jsmith", options: options)
        let reasons = report.failedPictures.filter { $0.item == 1 }.map(\.reason)
        #expect(
          reasons.prefix(3) == [
            OutboundError.deadline.message, OutboundError.tooLarge(limit: 50_000).message,
            OutboundError.tooManyRedirects.message,
          ])
        let posts = try await community.momentsPosts(of: "jsmith")
        #expect(posts[0].pictures.map { $0.size?.width } == [nil, nil, nil, 10])
        #expect(files(below: folder + "/../data/media/tmp").isEmpty)
      }
    }
  }
}
