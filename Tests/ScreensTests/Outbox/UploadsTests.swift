import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests uploads to a server: two at a time, until a post can have the pictures.
struct UploadsTests {
  private var uploads = Uploads()

  init() {
    for id in ["1-a", "1-b", "2-c"] {
      uploads.register(DraftPicture(id: id), session: String(id.prefix(1)), now: noon)
    }
  }

  private mutating func take(_ seconds: Int64 = 0, except refused: [String] = []) -> [String] {
    var taken: [String] = []
    while let upload = uploads.take(now: noon.advanced(byMilliseconds: seconds * 1000), except: refused) {
      taken.append(upload.id)
    }
    return taken
  }

  private static func answer(_ id: String, status: Int = 200) -> Result<Response, RequestFailure> {
    .text(#"{"id":"\#(id)"}"#, status: status)
  }

  private mutating func answered(
    _ id: String, _ result: Result<Response, RequestFailure>, after seconds: Int64 = 0
  ) throws {
    let step = try #require(uploads[id]?.step)
    uploads.received(id, step, result, now: noon.advanced(byMilliseconds: seconds * 1000))
  }

  @Test mutating func `NEW_07 two pictures travel at a time, in their order`() throws {
    #expect(take() == [], "none is ready")
    let size = PixelSize(width: 40, height: 30)
    for id in ["1-b", "1-a", "2-c"] { uploads.prepared(id, nil, id == "1-b" ? nil : size, now: noon) }
    #expect(uploads["1-a"]?.size == size && uploads["1-b"]?.size == nil)
    #expect(take() == ["1-a", "1-b"])
    #expect(take() == [] && uploads.pause(now: noon, except: []) == nil)
    try answered("1-a", Self.answer("91"))
    #expect(uploads["1-a"]?.state == .sent(id: "91", at: noon))
    #expect(take() == ["2-c"])
  }

  @Test mutating func `NEW_07 a picture whose copies are being made is asked for again`() throws {
    uploads.prepared("1-a", nil, now: noon)
    #expect(take() == ["1-a"])
    try answered("1-a", Self.answer("91", status: 202))
    #expect(uploads["1-a"]?.state == .sending && uploads["1-a"]?.step == .ask(media: "91"))
    #expect(take() == [] && uploads.pause(now: noon, except: []) == 1000)
    #expect(take(1) == ["1-a"])
    try answered("1-a", Self.answer("91", status: 206), after: 1)
    #expect(take(1) == [] && take(2) == ["1-a"])
    try answered("1-a", Self.answer("91"), after: 2)
    #expect(uploads["1-a"]?.state == .sent(id: "91", at: noon))
  }

  @Test mutating func `NEW_07 pictures that wait for their copies hold up none that has to travel`() throws {
    uploads.register(DraftPicture(id: "2-d"), session: "2", now: noon)
    for id in ["1-a", "1-b", "2-c", "2-d"] { uploads.prepared(id, nil, now: noon) }
    #expect(take() == ["1-a", "1-b"])
    for id in ["1-a", "1-b"] { try answered(id, Self.answer("9", status: 202)) }
    #expect(take(1) == ["1-a", "1-b", "2-c", "2-d"], "two are asked for while two travel")
    #expect(take(2) == [])
    try answered("1-a", Self.answer("9"), after: 2)
    try answered("2-c", Self.answer("8", status: 202), after: 2)
    #expect(take(2) == [] && take(3) == ["2-c"])
  }

  @Test mutating func `NEW_07 the server gets the description that counts`() throws {
    uploads.prepared("1-a", nil, now: noon)
    let step = try #require(uploads.take(now: noon, except: [])?.step)
    #expect(step == .send(.init()))
    uploads.register(DraftPicture(id: "1-a", description: "A cat"), session: "1", now: noon)
    uploads.received("1-a", step, Self.answer("91"), now: noon)
    #expect(uploads["1-a"]?.state == .sending, "a post with it would lack its description")
    #expect(uploads["1-a"]?.step == .describe(media: "91", .init(description: "A cat")))
    #expect(take() == ["1-a"])
    try answered("1-a", Self.answer("91"))
    #expect(uploads["1-a"]?.state == .sent(id: "91", at: noon))
  }

  @Test
  mutating func
    `NEW_07 the server gets the focus that counts, and a picture that the post has already is not sent`()
    throws
  {
    uploads.prepared("1-a", nil, now: noon)
    uploads.register(DraftPicture(id: "1-a", focus: .init(x: 500, y: -250)), session: "1", now: noon)
    let step = try #require(uploads.take(now: noon, except: [])?.step)
    #expect(step.request(for: "1-a").body == Array(#"{"description":"","focus":"0.500,-0.250"}"#.utf8))
    try answered("1-a", Self.answer("91"))
    #expect(uploads["1-a"]?.state == .sent(id: "91", at: noon))
    uploads.register(DraftPicture(id: "92", url: "https://example.org/92.jpg"), session: "1", now: noon)
    #expect(uploads["92"] == nil)
  }

  @Test(
    arguments: [.failure(.unreachable), .text("", status: 503), .text("?"), .text("", status: 429)]
      as [Result<Response, RequestFailure>])
  mutating func `NEW_07 what may pass is tried again by itself`(result: Result<Response, RequestFailure>)
    throws
  {
    uploads.prepared("1-a", nil, now: noon)
    #expect(take() == ["1-a"])
    try answered("1-a", result)
    #expect(take() == [] && uploads.pause(now: noon, except: []) == 5000)
    #expect(uploads["1-a"]?.state == .sending)
    uploads.wake(now: noon)
    #expect(take() == ["1-a"], "the network is back")
    try answered("1-a", result)
    #expect(uploads.pause(now: noon, except: []) == 10_000)
  }

  @Test mutating func `NEW_07 what a server refuses says why and can be tried again`() throws {
    uploads.prepared("1-a", nil, now: noon)
    #expect(take() == ["1-a"])
    try answered("1-a", .text(#"{"error":"no picture"}"#, status: 422))
    #expect(uploads["1-a"]?.state == .failed(Message(.refusedBy, "no picture")))
    #expect(take() == [] && uploads.pause(now: noon, except: []) == nil)
    uploads.retry("1-a", now: noon)
    #expect(take() == ["1-a"])
  }

  @Test mutating func `NEW_07 what can't be read or is too large is not sent`() {
    uploads.prepared("1-a", Uploads.failure(size: nil, isPicture: true), now: noon)
    uploads.prepared("1-b", Uploads.failure(size: 16_000_001, isPicture: true), now: noon)
    #expect(uploads["1-a"]?.state == .failed(Message(.pictureUnreadable)))
    #expect(uploads["1-b"]?.state == .failed(Message(.pictureTooLarge)))
    #expect(take() == [])
  }

  @Test mutating func `NEW_07 a picture that the server has dropped meanwhile is sent anew`() throws {
    uploads = Uploads()
    let kept = DraftPicture(id: "1-a", description: "A cat", state: .sent(id: "91", at: noon))
    uploads.register(kept, session: "1", now: noon)
    #expect(uploads["1-a"]?.step == .describe(media: "91", .init(description: "A cat")))
    #expect(take() == ["1-a"])
    try answered("1-a", .text("{}", status: 404))
    #expect(uploads["1-a"]?.step == .send(.init(description: "A cat")))
    uploads = Uploads()
    uploads.register(kept, session: "1", now: noon.advanced(byMilliseconds: 13 * 3_600_000))
    #expect(uploads["1-a"]?.step == .send(.init(description: "A cat")), "it may be gone any moment")
  }

  @Test mutating func `NEW_07 a server that loses each picture is asked with pauses, and not without end`()
    throws
  {
    uploads.prepared("1-a", nil, now: noon)
    var seconds: Int64 = 0
    for pause: Int64 in [0, 10, 20] {
      #expect(take(seconds) == ["1-a"])
      try answered("1-a", Self.answer("91", status: 202), after: seconds)
      seconds += 1
      #expect(take(seconds) == ["1-a"])
      try answered("1-a", .text("{}", status: 404), after: seconds)
      #expect(uploads["1-a"]?.step == .send(.init()))
      #expect(uploads.stalled == ["1-a"])
      if pause > 0 { #expect(take(seconds + pause - 1) == []) }
      seconds += pause
    }
    #expect(take(seconds) == ["1-a"])
    try answered("1-a", Self.answer("91", status: 202), after: seconds)
    #expect(take(seconds + 1) == ["1-a"])
    try answered("1-a", .text("{}", status: 404), after: seconds + 1)
    #expect(uploads["1-a"]?.state == .failed(Message(.pictureLost)) && uploads.stalled == [])
    #expect(DraftPicture(id: "1-a", state: .failed(Message(.pictureLost))).canRetry)
    uploads.retry("1-a", now: noon)
    #expect(take(seconds + 1) == ["1-a"])
  }

  @Test mutating func `NEW_07 a server whose copies are never made is asked less often`() throws {
    uploads.prepared("1-a", nil, now: noon)
    #expect(take() == ["1-a"])
    try answered("1-a", Self.answer("91", status: 202))
    var seconds: Int64 = 1
    for _ in 0..<200 {
      #expect(take(seconds) == ["1-a"])
      try answered("1-a", Self.answer("91", status: 206), after: seconds)
      seconds +=
        try #require(uploads.pause(now: noon.advanced(byMilliseconds: seconds * 1000), except: [])) / 1000
    }
    let now = noon.advanced(byMilliseconds: (seconds - 1) * 1000)
    #expect(seconds > 3_600 && uploads.pause(now: now, except: []) ?? .max <= RetryPause.longest + 1000)
  }

  @Test mutating func `NEW_07 a clock that was ahead makes no picture wait, nor look as if a server had it`()
    throws
  {
    let ahead = noon.advanced(byMilliseconds: 86_400_000)
    uploads.prepared("1-a", nil, now: ahead)
    #expect(take() == [] && uploads.pause(now: noon, except: []) == RetryPause.longest)
    #expect(take(300) == ["1-a"])
    uploads = Uploads()
    uploads.register(DraftPicture(id: "1-a", state: .sent(id: "91", at: ahead)), session: "1", now: noon)
    #expect(uploads["1-a"]?.step == .send(.init()))
  }

  @Test mutating func `NEW_07 a film is no picture, and says so`() {
    #expect(Uploads.failure(size: nil, isPicture: false) == .onlyPictures)
    uploads.prepared("1-a", .onlyPictures, now: noon)
    #expect(uploads["1-a"]?.state == .failed(Message(.onlyPictures)) && take() == [])
  }

  @Test mutating func `NEW_07 a picture that was sent half a day ago is sent anew before a post has it`() {
    uploads = Uploads()
    uploads.register(DraftPicture(id: "1-a", state: .sent(id: "91", at: noon)), session: "1", now: noon)
    let later = noon.advanced(byMilliseconds: DraftPicture.lifeOnServer)
    #expect(!uploads.renew("1-a", now: later.advanced(byMilliseconds: -1)) && uploads["1-a"]?.step == nil)
    #expect(uploads.renew("1-a", now: later) && uploads["1-a"]?.step == .send(.init()))
    #expect(!uploads.renew("1-a", now: later), "once")
  }

  @Test mutating func `NEW_07 a session that a server refuses waits, and others don't`() {
    for id in ["1-a", "2-c"] { uploads.prepared(id, nil, now: noon) }
    #expect(take(0, except: ["1"]) == ["2-c"])
    #expect(uploads.pause(now: noon, except: ["1"]) == nil)
    #expect(take() == ["1-a"])
    uploads.postpone("1-a")
    #expect(take() == ["1-a"])
  }
}
