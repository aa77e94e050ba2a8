import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Media

@Suite struct MovingPictureTests {
  @Test func `NEW_07 a GIF that moves is kept moving, and stands still in its other copies`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let picture = try await store.store(TestPicture.movingGIF(frames: 3, width: 40, height: 30))
      #expect(picture.copies.map(\.name) == ["s180.webp", "w360.webp", "moving.webp"])
      let moving = try #require(store.file(hash: picture.hash, name: "moving.webp"))
      #expect(moving.mimeType == "image/webp")
      // RFC 9649 section 2.7.1.1: one chunk for how it moves, one for each frame.
      let bytes = read(moving.path)
      #expect(bytes.ranges(of: Array("ANIM".utf8)).count == 1)
      #expect(bytes.ranges(of: Array("ANMF".utf8)).count == 3)
      for name in ["original.jpg", "w360.webp"] {
        let still = read(try #require(store.file(hash: picture.hash, name: name)).path)
        #expect(still.firstRange(of: Array("ANMF".utf8)) == nil)
      }
    }
  }

  @Test func `NEW_07 a moving WebP is made smaller and keeps moving`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let first = try await store.store(TestPicture.movingGIF(frames: 2, width: 700, height: 20))
      let moving = try #require(store.file(hash: first.hash, name: "moving.webp")).path
      let again = try await MediaStore(folder: folder + "/again").store(read(moving))
      #expect(again.format == .webp && again.width == 700 && again.copies.last?.name == "moving.webp")
      let large = try await store.store(TestPicture.movingGIF(frames: 2, width: 1440, height: 100))
      #expect(large.copies.last.map { [$0.width, $0.height] } == [720, 50])
    }
  }

  @Test func `NEW_07 a moving copy that can't be written is not the picture's fault`() async throws {
    try await withTemporaryFolder { folder in
      try write(TestPicture.movingGIF(frames: 2, width: 40, height: 30), to: folder + "/picture.gif")
      // Loads libvips.
      _ = try await MediaStore(folder: folder + "/media").store(contentsOf: folder + "/picture.gif")
      let maker = CopyMaker(source: folder + "/picture.gif", folder: folder + "/copies", limit: .seconds(60))
      try write("", to: folder + "/copies/moving.webp/in-the-way")
      #expect(throws: MediaError.cannotWrite(folder + "/copies")) {
        try maker.make(SizePlan(width: 40, height: 30, isMoving: true))
      }
      try write(read(folder + "/picture.gif").dropLast(40), to: folder + "/picture.gif")
      #expect(throws: MediaError.truncated) {
        try maker.make(SizePlan(width: 40, height: 30, isMoving: true))
      }
    }
  }

  @Test func `NEW_07 all frames together may not have more pixels than a picture`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder, limits: MediaLimits(maxPixels: 1_000_000))
      await #expect(throws: MediaError.tooManyPixels(1_200_000)) {
        try await store.store(TestPicture.movingGIF(frames: 120, width: 100, height: 100))
      }
      #expect(files(below: folder) == [])
    }
  }
}

@Suite struct BlurhashTests {
  /// What another program makes of the same pixels (blurhash 1.1.5 for Python).
  @Test(arguments: [(8, 6, "LcE.,z31a{%1zDNOfQnPenf9fQf6"), (6, 8, "TbAx^.GhSJqcV~a~dKeXfQucXga{")])
  func `NEW_07 a blurhash is what others make of the same pixels`(
    _ width: Int, _ height: Int, _ expected: String
  ) {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [UInt8(x * 30 % 256), UInt8(y * 40 % 256), UInt8(x * y * 7 % 256)] }
    }
    #expect(Blurhash.encode(rgb: pixels, width: width, height: height) == expected)
  }

  @Test func `NEW_07 a stored picture has a blurhash of its own shape`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let wide = try await store.store(TestPicture.png(width: 400, height: 200))
      #expect(wide.blurhash?.utf8.count == 28)
      #expect(try await store.store(TestPicture.png(width: 400, height: 200)).blurhash == wide.blurhash)
      let other = try await store.store(TestPicture.png(width: 400, height: 200, left: [0, 200, 0]))
      #expect(other.blurhash != nil && other.blurhash != wide.blurhash)
    }
  }
}

@Suite struct BackgroundThreadTests {
  @Test func `What is given to it is done one after the other, in its order`() async throws {
    let thread = BackgroundThread()
    let order = OrderCounter()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { await thread.run { order.next() } } }
      var seen: Set<Int> = []
      for try await number in group { seen.insert(number) }
      #expect(seen == Set(0..<50))
    }
    // The thread has ended, and a new one begins.
    #expect(await thread.run { 7 } == 7)
  }

  @Test func `NEW_07 what is late is begun anew, and counts where it is done first`() async throws {
    let thread = BackgroundThread(timeout: .milliseconds(20))
    let isFreed = DispatchSemaphore(value: 0)
    let attempts = Mutex(0)
    let discarded = Mutex<[Int]>([])
    let first = await thread.run {
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      // The first one is held up until the second one is done.
      if attempt == 1 { isFreed.wait() }
      return attempt
    } discard: { value in
      discarded.withLock { $0.append(value) }
    }
    #expect(first == 2)
    isFreed.signal()
    #expect(await thread.run { 8 } == 8)
    while discarded.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(discarded.withLock { $0 } == [1])
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test func `NEW_07 where only one attempt can go on the other one stops, and doesn't count`() async throws {
    let thread = BackgroundThread(timeout: .milliseconds(20))
    let isFreed = DispatchSemaphore(value: 0)
    let decoder = Mutex<Void>(())
    let attempts = Mutex(0)
    let decoded = Mutex(0)
    let ended = Mutex(0)
    async let result = thread.run(claiming: { claim in
      attempts.withLock { $0 += 1 }
      defer { ended.withLock { $0 += 1 } }
      return decoder.withLock { _ in
        guard claim() else { return 0 }
        isFreed.wait()
        return decoded.withLock { decoded in
          decoded += 1
          return decoded
        }
      }
    })
    while attempts.withLock({ $0 < 2 }) { try await Task.sleep(for: .milliseconds(5)) }
    isFreed.signal()
    isFreed.signal()
    #expect(await result == 1)
    while ended.withLock({ $0 < 2 }) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(decoded.withLock { $0 } == 1)
  }

  @Test func `NEW_07 what waits behind something late is done once`() async throws {
    let thread = BackgroundThread(timeout: .milliseconds(20))
    let isFreed = DispatchSemaphore(value: 0)
    let attempts = Mutex(0)
    async let late: Void = thread.run { isFreed.wait() }
    // It is late itself, but then done, so the second thread leaves it out.
    try await Task.sleep(for: .milliseconds(5))
    await thread.run { attempts.withLock { $0 += 1 } }
    isFreed.signal()
    isFreed.signal()
    await late
    await thread.run {}
    #expect(attempts.withLock { $0 } == 1)
  }
}

/// Counts without a lock: it is wrong as soon as two things are done at the same time.
private final class OrderCounter: @unchecked Sendable {
  private var number = -1

  func next() -> Int {
    number += 1
    return number
  }
}
