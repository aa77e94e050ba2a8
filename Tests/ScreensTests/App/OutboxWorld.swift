import Contracts
import Foundation
import JSON
import Social
import TestSupport

@testable import Screens

/// A device and a server around the app. The server may ignore idempotency keys, and the network may lose
/// anything.
struct OutboxWorld {
  struct Post: Equatable {
    let id: Int
    var text: String
    let replyTo: String?
    let at: Timestamp
  }

  enum Fate: CaseIterable {
    case fine
    /// The request never arrives.
    case cut
    /// The request arrives, but the response is lost.
    case lost
    case busy
    /// The request arrives, but a proxy responds that it did not.
    case lateBusy
    case tooMany
    /// The server refuses the post.
    case refused

    var arrives: Bool { self == .fine || self == .lost || self == .lateBusy }
  }

  private(set) var app: App
  private(set) var posts: [Post] = []
  /// The texts that arrived, in order, by the id of the post that they reply to or edit.
  private(set) var arrivals: [String: [String]] = [:]
  private(set) var calls: [Identifier: APIRequest] = [:]
  /// The outbox's timer: its length in milliseconds, and its end by the server's clock.
  private(set) var timer: (id: Identifier, milliseconds: Int, end: Timestamp)?
  private let honoursKeys: Bool
  private var keys: [String: Int] = [:]
  private var starts: UInt8 = 7
  /// The server's clock, which is always right.
  private(set) var time = noon
  /// The milliseconds by which the device's clock is ahead of the server's.
  var lead: Int64 = 0 {
    didSet { app.now = time.advanced(byMilliseconds: lead) }
  }

  init(honoursKeys: Bool, isOwnServer: Bool = false) {
    self.honoursKeys = honoursKeys
    var sessions = Sessions()
    sessions.signIn(
      .made("ann", id: "1"), at: .made("https://b.example"), isOwnServer: isOwnServer, scopes: "read write",
      .made("token of ann"))
    var memory = Memory()
    memory.keep(sessions)
    app = App.member(memory: memory)
    run(app.started())
  }

  mutating func perform(_ effect: Effect) { run(app.performing(effect)) }

  mutating func handle(_ event: AppEvent) { run(app.handle(event)) }

  private mutating func run(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .send(let number, let request, _, _) where request.target.contains("/statuses"):
        calls[number] = request
      case .startTimer(let id, let milliseconds) where id == app.timer(.outboxDue):
        timer = (id, milliseconds, time.advanced(byMilliseconds: Int64(milliseconds)))
      default: break
      }
    }
    if let id = timer?.id, app.timer(.outboxDue) != id { timer = nil }
  }

  mutating func pass(seconds: Int64) {
    time = time.advanced(byMilliseconds: seconds * 1000)
    lead += 0
    if let timer, timer.end <= time { handle(.timerFired(timer.id)) }
  }

  /// Reloads the page. Some of the pending requests still arrive.
  mutating func restart(arriving: (APIRequest) -> Bool) {
    for request in calls.sorted(by: { $0.key < $1.key }).map(\.value) where arriving(request) {
      _ = response(to: request)
    }
    (calls, timer) = ([:], nil)
    starts += 1
    app = App.member(memory: app.memory)
    app.randomness = Randomness(seed: [UInt8](repeating: starts, count: 32))
    lead += 0
    run(app.started())
  }

  mutating func answer(_ number: Identifier, _ fate: Fate) {
    guard let request = calls.removeValue(forKey: number) else { return }
    // The server doesn't refuse a post that it has accepted already.
    let fate = fate == .refused && honoursKeys && keys[request.idempotencyKey ?? ""] != nil ? .fine : fate
    let arrived: Result<Response, RequestFailure> =
      fate.arrives ? response(to: request) : .failure(.unreachable)
    switch fate {
    case .fine: handle(.received(number, arrived))
    case .cut, .lost: handle(.received(number, .failure(.unreachable)))
    case .busy, .lateBusy: handle(.received(number, .text("", status: 503)))
    case .tooMany: handle(.received(number, .text("", status: 429)))
    case .refused: handle(.received(number, .text(#"{"error":"No"}"#, status: 422)))
    }
  }

  private mutating func response(to request: APIRequest) -> Result<Response, RequestFailure> {
    let body = try? JSON(parsing: request.body ?? [])
    let text = body?.text("status") ?? ""
    switch request.method {
    case .post:
      if honoursKeys, let known = keys[request.idempotencyKey ?? ""] { return .text(json(posts[known])) }
      let post = Post(id: 900 + posts.count, text: text, replyTo: body?.text("in_reply_to_id"), at: time)
      keys[request.idempotencyKey ?? ""] = posts.count
      posts.append(post)
      if let subject = post.replyTo { arrivals[subject, default: []].append(text) }
      return .text(json(post))
    case .put:
      arrivals[String(request.target.dropFirst("/api/v1/statuses/".count)), default: []].append(text)
      return .text(#"{"id":"7"}"#)
    default:
      let id = Int(request.target.split(separator: "/").last ?? "")
      if let post = posts.first(where: { $0.id == id }) { return .text(json(post)) }
      return .text("[" + posts.suffix(40).reversed().map { json($0) }.joined(separator: ",") + "]")
    }
  }

  private func json(_ post: Post) -> String {
    let date = Date(timeIntervalSince1970: Double(post.at.milliseconds) / 1000).ISO8601Format()
    let reply = post.replyTo.map { #","in_reply_to_id":"\#($0)""# } ?? ""
    return
      #"{"id":"\#(post.id)","account":\#(SamplePosts.author(1)),"content":"<p>\#(post.text)</p>","visibility":"public","created_at":"\#(date)"\#(reply)}"#
  }
}
