import Foundation
import Media
import TestSupport
import Testing

@Suite struct MediaStoreTests {
  @Test func `MOM_07_A picture is offered in sizes, squares cut from its middle`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let picture = try await store.store(TestPicture.png(width: 800, height: 500))
      #expect(picture.format == .png)
      #expect(picture.width == 800 && picture.height == 500)
      #expect(
        picture.copies.map(\.name) == ["s180.webp", "s360.webp", "w360.webp", "w720.webp", "w1440.webp"])
      #expect(picture.copies.map(\.height) == [180, 360, 225, 450, 500])
      for copy in picture.copies {
        let file = try #require(store.file(hash: picture.hash, name: copy.name))
        #expect(file.mimeType == "image/webp")
        let again = try await MediaStore(folder: folder + "/again").store(read(file.path))
        #expect(again.width == copy.width && again.height == copy.height)
      }
      let fallback = try #require(store.file(hash: picture.hash, name: "original.jpg"))
      #expect(fallback.mimeType == "image/jpeg")
      #expect(read(fallback.path).starts(with: [0xFF, 0xD8]))
    }
  }

  @Test func `The same bytes are the same picture, and are not made again`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let first = try await store.store(TestPicture.png(width: 40, height: 30))
      let before = files(below: folder)
      #expect(try await store.store(TestPicture.png(width: 40, height: 30)) == first)
      #expect(files(below: folder) == before)
      #expect(try await store.store(TestPicture.png(width: 40, height: 31)).hash != first.hash)
    }
  }

  @Test func `NEW_22 a cover has a banner from its middle, which is mended from the whole`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let bytes = TestPicture.png(width: 900, height: 900)
      let picture = try await store.store(bytes, for: .cover(of: 1))
      let banner = try #require(picture.copies.first { $0.name == "banner.jpg" })
      #expect(banner.width == 900 && banner.height == 300 && !banner.isSquare)
      let file = try #require(store.file(hash: picture.hash, name: "banner.jpg"))
      #expect(file.mimeType == "image/jpeg" && read(file.path).starts(with: [0xFF, 0xD8]))
      let again = try await MediaStore(folder: folder + "/again").store(read(file.path))
      #expect(again.width == 900 && again.height == 300)
      let other = try await store.store(bytes, for: .member(1))
      #expect(other.hash != picture.hash, "it has other copies")
      #expect(!other.copies.contains { $0.name == "banner.jpg" })
      try FileManager.default.removeItem(atPath: file.path)
      #expect(try await store.mend(picture) == .mended(["banner.jpg"]))
      let mended = try await MediaStore(folder: folder + "/mended").store(read(file.path))
      #expect(mended.width == 900 && mended.height == 300)
      #expect(try await store.mend(picture) == .whole)
    }
  }

  @Test(arguments: [(3000, 4), (2, 5), (4, 3000)])
  func `NEW_22 an extreme cover has a banner, too`(_ size: (Int, Int)) async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let picture = try await store.store(
        TestPicture.png(width: size.0, height: size.1), for: .cover(of: 1))
      let banner = try #require(picture.copies.first { $0.name == "banner.jpg" })
      let file = try #require(store.file(hash: picture.hash, name: banner.name))
      let again = try await MediaStore(folder: folder + "/again").store(read(file.path))
      #expect(again.width == banner.width && again.height == banner.height)
    }
  }

  @Test func `MOM_07_A photo is shown upright, and no copy says where it was taken`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let plain = try await store.store(TestPicture.png(width: 400, height: 200))
      let jpeg = read(try #require(store.file(hash: plain.hash, name: "original.jpg")).path)
      let photo = TestPicture.withEXIF(jpeg, orientation: 6)
      #expect(contains(photo, "2026:11:21"))
      let picture = try await store.store(photo)
      #expect(picture.format == .jpeg)
      #expect(picture.width == 200 && picture.height == 400)
      #expect(picture.copies.last?.height == 400)
      for name in picture.copies.map(\.name) + ["original.jpg"] {
        let bytes = read(try #require(store.file(hash: picture.hash, name: name)).path)
        for trace in ["Exif", "EXIF", "ICCP", "ICC_PROFILE", "2026:11:21"] {
          #expect(!contains(bytes, trace))
        }
      }
    }
  }

  @Test func `A transparent picture stays transparent, and is white in the JPEG`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let picture = try await store.store(TestPicture.png(width: 64, height: 64, alpha: 0))
      let copy = try #require(store.file(hash: picture.hash, name: "w360.webp"))
      // RFC 9649 section 2.7.1: the transparency is a chunk of its own.
      #expect(contains(read(copy.path), "ALPH"))
      #expect(store.file(hash: picture.hash, name: "original.jpg") != nil)
    }
  }

  @Test func `A GIF's first frame and an extreme picture are taken`() async throws {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let dot = try await store.store(TestPicture.gif)
      #expect(dot.format == .gif && dot.copies.map(\.width) == [1, 1])
      let strip = try await store.store(TestPicture.png(width: 3000, height: 4))
      #expect(strip.copies.map(\.name) == ["s180.webp", "w360.webp", "w720.webp", "w1440.webp"])
      #expect(strip.copies.map(\.height) == [4, 1, 1, 2])
      let tower = try await store.store(TestPicture.png(width: 3, height: 17_000))
      #expect(tower.copies.map(\.height) == [3, 16_383])
    }
  }

  @Test(arguments: ["picture.json", "original.jpg", "w360.webp"], [true, false])
  func `NEW_16 a picture of which a file is cut off or missing is made again`(_ name: String, isGone: Bool)
    async throws
  {
    try await withTemporaryFolder { folder in
      let store = MediaStore(folder: folder)
      let first = try await store.store(TestPicture.png(width: 40, height: 30))
      let path = try #require(store.file(hash: first.hash, name: "original.jpg")).path
      let damaged = path.replacing("original.jpg", with: name)
      let before = read(damaged)
      if isGone {
        try FileManager.default.removeItem(atPath: damaged)
      } else {
        try write(Array(before.prefix(name == "picture.json" ? 10 : 0)), to: damaged)
      }
      let again = try await store.store(TestPicture.png(width: 40, height: 30))
      #expect(again == first)
      #expect(read(damaged) == before)
    }
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    bytes.firstRange(of: Array(text.utf8)) != nil
  }
}
