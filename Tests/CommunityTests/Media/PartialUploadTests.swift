import Social
import TestSupport
import Testing

@testable import Community

@Suite struct PartialUploadTests {
  @Test func `NEW_03 parts of an upload that nobody finishes are removed after an hour`() async throws {
    try await withTown { town in
      let (media, viewer) = (town.community.media, town.viewer("ada"))
      func begin() async throws -> Int64 {
        let id = try await media.beginUpload(byteCount: 6, viewer: viewer)
        let path = try media.uploadPath()
        try write([1, 2, 3], to: path)
        try await media.add(part: 0, at: path, to: id, viewer: viewer)
        return id
      }
      let parts = { files(below: town.folder + "/media/parts").count }
      let old = try await begin()
      for _ in 0..<2 {
        town.clock.advance(seconds: 1500)
        try await town.community.removeWhatIsOld()
      }
      let young = try await begin()
      #expect(parts() == 2)
      #expect(try await media.findPartial(old, viewer: viewer) == nil)
      town.clock.advance(seconds: 900)
      try await town.community.removeWhatIsOld()
      #expect(parts() == 1)
      #expect(try await media.findPartial(young, viewer: viewer) == nil)
      for (id, name) in [(old, "ada"), (young, "ben")] {
        await #expect(throws: CommunityError.notFound) {
          try await media.findPartial(id, viewer: town.viewer(name))
        }
      }
    }
  }
}
