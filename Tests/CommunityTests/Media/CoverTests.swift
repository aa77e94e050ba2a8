import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// A member's cover: Moments pages show all of it, profiles its middle (decision 0091).
@Suite struct CoverTests {
  private func setCover(_ bytes: [UInt8], _ town: Town) async throws -> Profile {
    let path = try town.community.media.uploadPath()
    try write(bytes, to: path)
    var change = ProfileChange()
    change.header = .file(path)
    return try await town.community.accounts.updateProfile(change, viewer: town.viewer("ada")).profile
  }

  @Test func `NEW_22 a profile has the banner of a cover, and a Moments page the whole`() async throws {
    try await withTown { town in
      let profile = try await setCover(TestPicture.png(width: 600, height: 600), town)
      let banner = try #require(profile.account.cover)
      #expect(banner.url.hasSuffix("/banner.jpg") && banner.variants.isEmpty)
      #expect(banner.size == PixelSize(width: 600, height: 200))
      let account = try await town.community.accounts.account("ada", viewer: nil)
      let whole = try #require(account?.cover)
      #expect(whole.url == String(banner.url.dropLast("banner.jpg".count)) + "original.jpg")
      #expect(whole.size == PixelSize(width: 600, height: 600))
      #expect(whole.variants.allSatisfy { $0.size.width == $0.size.height && $0.url != banner.url })
      let own = try await town.community.store.ownData(of: town.id("ada")) { try $0.profile() }
      #expect(own?.profile.account.cover == whole, "one's data have all of it")
    }
  }

  @Test func `NEW_22 a cover from before there were banners shows as it did`() async throws {
    try await withTown { town in
      let hash = String(repeating: "c", count: 32)
      let ada = town.id("ada")
      try await town.community.store.write { transaction in
        let copy = MediaRecord.Copy(name: "w360.webp", width: 360, height: 120, isSquare: false)
        let record = MediaRecord(
          hash: hash, mimeType: "image/jpeg", width: 900, height: 300, byteSize: 9, copies: [copy])
        let media = try transaction.addMedia(record, id: 7) { _ in true }
        _ = try transaction.set(.cover, of: ada, to: media)
      }
      let profile = try await town.community.accounts.profile(ada, viewer: nil)
      let account = try await town.community.accounts.account("ada", viewer: nil)
      #expect(profile?.account.cover?.url == "/media/\(hash)/original.jpg")
      #expect(account?.cover == profile?.account.cover)
    }
  }

  @Test func `NEW_22 the same picture can be cover and avatar`() async throws {
    try await withTown { town in
      let bytes = TestPicture.png(width: 90, height: 90)
      let paths = try (0..<2).map { _ in try town.community.media.uploadPath() }
      for path in paths { try write(bytes, to: path) }
      var change = ProfileChange()
      change.avatar = .file(paths[0])
      change.header = .file(paths[1])
      let own = try await town.community.accounts.updateProfile(change, viewer: town.viewer("ada"))
      let cover = try #require(own.profile.account.cover)
      let avatar = try #require(own.profile.account.avatar)
      #expect(cover.url.hasSuffix("/banner.jpg") && avatar.url.hasSuffix("/original.jpg"))
      #expect(cover.url.split(separator: "/")[1] != avatar.url.split(separator: "/")[1])
    }
  }
}
