import Foundation
import Media
import TestSupport
import Testing

@Suite struct MediaErrorTests {
  @Test(arguments: [
    "", "hello", "<html><body>not found</body></html>", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    "%PDF-1.4",
  ])
  func `What is no picture is refused, whatever libvips could make of it`(_ text: String) async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      await #expect(throws: MediaError.notAPicture) { try await store.store(Array(text.utf8)) }
      #expect(files(below: folder).isEmpty)
    }
  }

  @Test func `A picture that is cut off is refused, in each format, wherever it is cut`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let png = TestPicture.png(width: 300, height: 200)
      let made = try await store.store(png)
      let jpeg = read(try #require(store.file(hash: made.hash, name: "original.jpg")).path)
      let webp = read(try #require(store.file(hash: made.hash, name: "w360.webp")).path)
      let count = files(below: folder).count
      for whole in [png, jpeg, webp] {
        for share in [0.1, 0.5, 0.9] {
          let part = Array(whole.prefix(max(20, Int(Double(whole.count) * share))))
          await #expect(throws: MediaError.truncated) { try await store.store(part) }
        }
      }
      #expect(files(below: folder).count == count)
    }
  }

  /// A progressive JPEG whose last scan comes again and again, for the first time each time.
  private func refined(_ count: Int, _ jpeg: [UInt8]) throws -> [UInt8] {
    let start = try #require(jpeg.indices.last { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
    var scan = Array(jpeg[start..<(jpeg.count - 2)])
    // Of one part of the colours, coefficients 1 to 63, the last bit.
    #expect(Array(scan[4...4] + scan[7...9]) == [1, 1, 63, 0x10])
    scan[9] = 0
    return Array(jpeg.dropLast(2)) + Array(repeating: scan, count: count).flatMap(\.self) + [0xFF, 0xD9]
  }

  @Test func `NEW_16 a picture that takes too long to decode is refused (29_27)`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder + "/1")
      let made = try await store.store(TestPicture.png(width: 1_000, height: 1_000, right: [200, 30, 30]))
      let jpeg = read(try #require(store.file(hash: made.hash, name: "original.jpg")).path)
      // Ten come from no camera, and are taken.
      _ = try await store.store(try refined(10, jpeg))
      let strict = MediaStore(folder: folder + "/2", limits: MediaLimits(decodingTime: .milliseconds(20)))
      let count = files(below: folder).count
      await #expect(throws: MediaError.tooSlow) { try await strict.store(try refined(3_000, jpeg)) }
      #expect(files(below: folder).count == count)
      #expect(MediaError.tooSlow.isFinal)
    }
  }

  @Test func `A picture of 50 MB is refused without being held in memory`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/large.jpg"
      try write([0xFF, 0xD8, 0xFF], to: path)
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 50_000_000)
      try handle.close()
      let store = MediaStore(folder: folder + "/media")
      await #expect(throws: MediaError.tooLarge(limit: 20_000_000)) {
        try await store.store(contentsOf: path)
      }
    }
  }

  @Test func `A picture of too many pixels is refused by its header`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      await #expect(throws: MediaError.tooManyPixels(900_000_000)) {
        try await store.store(TestPicture.emptyPNG(width: 30_000, height: 30_000))
      }
    }
  }

  @Test func `A folder that can't be written is said`() async throws {
    let store = MediaStore(folder: "/proc/swiftlet")
    await #expect(throws: MediaError.cannotWrite("/proc/swiftlet/tmp")) {
      try await store.store(TestPicture.png(width: 2, height: 2))
    }
    await #expect(throws: MediaError.unreadable) { try await store.store(contentsOf: "/nowhere/a.jpg") }
  }

  @Test(arguments: [
    ("..", "original.jpg"), ("../../../../../../etc", "passwd"),
    ("0123456789abcdef0123456789abcdef", "../picture.json"),
    ("0123456789ABCDEF0123456789ABCDEF", "w360.webp"), ("0123456789abcdef0123456789abcdef", "picture.json"),
    ("0123456789abcdef0123456789abcdef", "w360.webp/"), ("0123456789abcdef0123456789abcdef", "w361.webp"),
    ("", ""),
  ])
  func `Only well-formed names lead to a file`(_ name: (String, String)) async throws {
    try await withTemporaryFolder { folder in
      for file in ["picture.json", "original.jpg", "w360.webp"] {
        try write("x", to: "\(folder)/01/0123456789abcdef0123456789abcdef/\(file)")
      }
      let store = MediaStore(folder: folder)
      #expect(store.file(hash: name.0, name: name.1) == nil)
      #expect(store.file(hash: "0123456789abcdef0123456789abcdef", name: "w360.webp") != nil)
    }
  }

  @Test func `What was left by a process that was cut off is swept, and nothing else`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let own = try store.temporaryPath()
      let process = ProcessInfo.processInfo.processIdentifier
      let parent = "\(getppid())-run-file"
      for path in [own]
        + ["\(process)-earlier-file", "2147483000-run-file", "nonsense", parent].map({ "\(folder)/tmp/\($0)" }
        )
      {
        try write("x", to: path)
      }
      await store.fileWork.run { store.sweep() }
      #expect(Set(files(below: folder).map { "\(folder)/\($0)" }) == [own, "\(folder)/tmp/\(parent)"])
    }
  }
}
