import Contracts
import Foundation
import JSON
import Social
import TestSupport
import Testing

@testable import Screens

/// A device and a server around the app, which lose responses, the network and the page.
struct PictureWorld {
  /// A post as stored by the server.
  struct Post: Comparable {
    var text: String
    /// The id on the device and the description of each picture.
    var pictures: [String]

    static func < (one: Post, other: Post) -> Bool {
      (one.text + one.pictures.joined()) < (other.text + other.pictures.joined())
    }
  }

  private struct Media {
    let picture: String
    var description: String
    var isMade: Bool
    let at: Timestamp
    var isUsed = false
  }

  private(set) var app = App.member()
  private var starts: UInt8 = 7
  private(set) var preparing: [String] = []
  /// The pictures that the device stores, and those that it ever stored.
  private(set) var stored: Set<String> = []
  private(set) var everKept: Set<String> = []
  private(set) var posts: [String: Post] = [:]
  private var calls: [Identifier: APIRequest] = [:]
  private var timers: [Identifier: Timestamp] = [:]
  private var media: [String: Media] = [:]
  private var lastMedia = 0

  init() { run(app.started()) }

  var compose: Compose.State? { (app.stack.last as? ScreenHost<Compose>)?.state }

  /// The ids of the pictures in the device's drafts and waiting posts.
  var referenced: Set<String> {
    var ids: Set<String> = []
    for key in app.memory.keys(beginningWith: "session ") {
      guard let json = try? JSON(parsing: Array((app.memory[key] ?? "").utf8)) else { continue }
      for picture in (json["draft"] ?? json)["pictures"]?.array ?? [] { ids.insert(picture.text("id") ?? "") }
    }
    return ids
  }

  mutating func handle(_ event: AppEvent) { run(app.handle(event)) }

  mutating func tap(_ tap: Compose.Tap) {
    if let id = app.stack.last?.id { handle(.tapped(id, tap.encoded.text)) }
  }

  mutating func type(_ text: String, field: String = "text") {
    if let id = app.stack.last?.id { handle(.typed(id, field: field, text)) }
  }

  private mutating func run(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .preparePicture(let id): preparing.append(id)
      case .removePictures(let prefix): stored = stored.filter { !$0.hasPrefix(prefix) }
      case .send(_, let request, _, _)
      where request == NotificationRequests.unreadCount() || request.method == .stream: break
      case .send(let number, let request, _, _):
        if let id = request.pictureID, !stored.contains(id) {
          handle(.prepared(id, size: nil, isStored: true))
        } else {
          calls[number] = request
        }
      case .cancel(let number): calls[number] = nil
      case .startTimer(let id, let milliseconds):
        timers[id] = app.now.advanced(byMilliseconds: Int64(milliseconds))
      case .goBack(let steps): handle(.wentTo(depth: app.depth - steps))
      default: break
      }
    }
  }

  /// Finishes reading the next picture.
  mutating func prepareNext(isReadable: Bool = true) {
    guard !preparing.isEmpty else { return }
    let id = preparing.removeFirst()
    if isReadable {
      stored.insert(id)
      everKept.insert(id)
    }
    handle(.prepared(id, size: isReadable ? 5 : nil, isStored: true))
  }

  mutating func pass(seconds: Int64) {
    app.now = app.now.advanced(byMilliseconds: seconds * 1000)
    for (id, time) in timers.sorted(by: { $0.key < $1.key }) where time <= app.now {
      timers[id] = nil
      handle(.timerFired(id))
    }
  }

  /// Reloads the page: pending requests and unsaved data are lost. The bridge deletes unreferenced pictures.
  mutating func reload() {
    let now = app.now
    starts += 1
    app = App.member(memory: app.memory)
    app.now = now
    // Each start gets different randomness.
    app.randomness = Randomness(seed: [UInt8](repeating: starts, count: 32))
    (preparing, calls, timers) = ([], [:], [:])
    stored.formIntersection(referenced)
    run(app.started())
  }

  /// Lets two days pass without a response from the server, which then deletes uploads that no post used for
  /// a day.
  mutating func passDays() {
    while let call = runningCalls.first { answer(call, .cut) }
    pass(seconds: 2 * 86_400)
    let yesterday = app.now.advanced(byMilliseconds: -86_400_000)
    media = media.filter { $0.value.isUsed || $0.value.at > yesterday }
  }

  enum Fate: CaseIterable { case fine, slow, busy, cut, lost }

  /// The requests that run, but for those of Me, which have nothing to do with pictures.
  var runningCalls: [Identifier] {
    calls.filter { $0.value != CommunityRequests.community }.keys.sorted()
  }

  /// Completes a running request with that fate.
  mutating func answer(_ number: Identifier, _ fate: Fate) {
    guard let request = calls.removeValue(forKey: number) else { return }
    switch fate {
    case .busy: handle(.received(number, .text("", status: 503)))
    case .cut: handle(.received(number, .failure(.unreachable)))
    case .lost:
      _ = answer(to: request, isSlow: false)
      handle(.received(number, .failure(.unreachable)))
    case .fine, .slow: handle(.received(number, answer(to: request, isSlow: fate == .slow)))
    }
  }

  private mutating func answer(to request: APIRequest, isSlow: Bool) -> Result<Response, RequestFailure> {
    if let picture = request.pictureID {
      lastMedia += 1
      let description = json(request)?.text("description") ?? ""
      media["\(lastMedia)"] = Media(picture: picture, description: description, isMade: !isSlow, at: app.now)
      return .text(#"{"id":"\#(lastMedia)"}"#, status: isSlow ? 202 : 200)
    }
    if request.method == .post, request.target == "/api/v1/statuses" { return publish(request) }
    guard request.target.hasPrefix("/api/v1/media/") else { return .text("[]") }
    let id = String(request.target.dropFirst("/api/v1/media/".count))
    guard media[id] != nil, media[id]?.isUsed == false else { return .text("{}", status: 404) }
    let description = json(request)?.text("description") ?? ""
    if request.method == .put { media[id]?.description = description }
    if !isSlow { media[id]?.isMade = true }
    return .text(#"{"id":"\#(id)"}"#, status: media[id]?.isMade == true ? 200 : 206)
  }

  private func json(_ request: APIRequest) -> JSON? { try? JSON(parsing: request.body ?? []) }

  private mutating func publish(_ request: APIRequest) -> Result<Response, RequestFailure> {
    let key = request.idempotencyKey ?? ""
    let done = Result<Response, RequestFailure>.text(#"{"id":"1"}"#)
    if posts[key] != nil { return done }
    let ids = (json(request)?["media_ids"]?.array ?? []).map { $0.string ?? "" }
    guard ids.allSatisfy({ media[$0]?.isMade == true && media[$0]?.isUsed == false }) else {
      return .text(#"{"error":"Media not found"}"#, status: 422)
    }
    for id in ids { media[id]?.isUsed = true }
    posts[key] = Post(
      text: json(request)?.text("status") ?? "",
      pictures: ids.map { (media[$0]?.picture ?? "") + " " + (media[$0]?.description ?? "") })
    return done
  }
}

extension APIRequest {
  fileprivate var pictureID: String? { method == .picture ? idempotencyKey : nil }
}
