import DatabaseTestSupport
import Dispatch
import Foundation
import Media
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// Pictures that members upload come with a post, and go with it.
@Suite struct UploadTests {
  func bring(
    _ bytes: [UInt8], by name: String = "ada", _ town: Town,
    _ attributes: PictureAttributes = PictureAttributes(),
    key: String? = nil
  ) async throws -> Int64 {
    let path = try town.community.media.uploadPath()
    try write(bytes, to: path)
    let viewer = town.viewer(name)
    let uploaded = try await town.community.media.upload(
      Upload(path: path, attributes: attributes, idempotencyKey: key), viewer: viewer,
      slot: town.community.media.uploadSlot(viewer),
      timeout: .seconds(600))
    try #require(uploaded.state == .done)
    return number(uploaded.attachment.id)
  }

  func post(_ ids: [Int64], by name: String = "ada", _ town: Town) async throws -> Int64 {
    let draft = PostDraft(text: "", pictures: PictureChoice(ids: ids))
    return number(
      try await town.community.posts.publish(draft, viewer: town.viewer(name), idempotencyKey: nil).id)
  }

  /// The folders of pictures, when all that was begun is done.
  func folders(_ town: Town) async throws -> Int {
    try await town.community.pictureQueue.run {}
    return Set(
      files(below: town.folder).filter { $0.hasSuffix("/picture.json") }
    ).count
  }

  private func rows(_ town: Town) async throws -> Int { try await town.community.store.pictureCount() }

  let red = TestPicture.png(width: 20, height: 10, left: [255, 0, 0])
  let blue = TestPicture.png(width: 20, height: 10, left: [0, 0, 255])

  @Test func `NEW_07 a picture that no post took within a day is gone, with its files`() async throws {
    try await withTown { town in
      let old = try await bring(red, town)
      town.clock.advance(seconds: 86_000)
      let young = try await bring(blue, town)
      #expect(try await town.community.media.removeOldUploads() == 0)
      town.clock.advance(seconds: 500)
      #expect(try await town.community.media.removeOldUploads() == 1)
      await #expect(throws: CommunityError.notFound) {
        try await town.community.media.find(old, viewer: town.viewer("ada"))
      }
      #expect(try await town.community.media.find(young, viewer: town.viewer("ada")).state == .done)
      #expect(try await folders(town) == 1)
      #expect(try await rows(town) == 1)
    }
  }

  @Test func `NEW_07 a picture that a post has stays`() async throws {
    try await withTown { town in
      let id = try await post([try await bring(red, town)], town)
      town.clock.advance(seconds: 900_000)
      #expect(try await town.community.media.removeOldUploads() == 0)
      #expect(try await town.community.posts.find(id, viewer: nil)?.attachments.count == 1)
      #expect(try await folders(town) == 1)
    }
  }

  @Test func `NEW_07 pictures go with their post, unless another one has them`() async throws {
    try await withTown { town in
      let first = try await post([try await bring(red, town), try await bring(blue, town)], town)
      let second = try await post([try await bring(red, by: "ben", town)], by: "ben", town)
      let third = try await post([try await bring(red, town)], town)
      #expect(try await rows(town) == 3, "one's own bytes are one picture, somebody else's another")
      _ = try await town.community.posts.delete(first, viewer: town.viewer("ada"))
      #expect(try await folders(town) == 2)
      #expect(try await rows(town) == 2)
      _ = try await town.community.posts.delete(third, viewer: town.viewer("ada"))
      #expect(try await rows(town) == 1)
      _ = try await town.community.posts.delete(second, viewer: town.viewer("ben"))
      #expect(try await folders(town) == 0)
      #expect(try await rows(town) == 0)
    }
  }

  @Test func `NEW_07 whoever wants to write a post anew keeps its pictures for a day`() async throws {
    try await withTown { town in
      let attributes = PictureAttributes(description: "Red", focus: .init(x: 1, y: 2))
      let picture = try await bring(red, town, attributes)
      let first = try await post([picture], town)
      _ = try await town.community.posts.delete(first, keepsPictures: true, viewer: town.viewer("ada"))
      let kept = try await town.community.media.find(picture, viewer: town.viewer("ada")).attachment
      #expect(kept.picture.description == "Red" && kept.picture.focus == .init(x: 1, y: 2))
      let again = try await post([picture], town)
      #expect(
        try await town.community.posts.find(again, viewer: nil)?.attachments.map(\.id) == [String(picture)])
      _ = try await town.community.posts.delete(again, keepsPictures: true, viewer: town.viewer("ada"))
      town.clock.advance(seconds: 90_000)
      #expect(try await town.community.media.removeOldUploads() == 1)
      #expect(try await folders(town) == 0)
    }
  }

  @Test func `NEW_07 a member who is removed leaves no picture behind`() async throws {
    try await withTown { town in
      _ = try await bring(red, town)
      _ = try await post([try await bring(blue, town)], town)
      try await town.community.members.remove("ada")
      #expect(try await folders(town) == 0)
      #expect(try await rows(town) == 0)
    }
  }

  @Test func `NEW_07 a picture that is sent twice with one key is there once, with the words said last`()
    async throws
  {
    try await withTown { town in
      let first = try await bring(red, town, PictureAttributes(description: "Red"), key: "k")
      town.clock.advance(seconds: 80_000)
      #expect(try await bring(red, town, PictureAttributes(description: "All red"), key: "k") == first)
      let seen = try await town.community.media.find(first, viewer: town.viewer("ada"))
      #expect(seen.attachment.picture.description == "All red")
      // Its day begins anew.
      town.clock.advance(seconds: 80_000)
      #expect(try await town.community.media.removeOldUploads() == 0)
      #expect(try await rows(town) == 1)
      // Another key, or another member's same one, is another picture.
      #expect(try await bring(red, town, key: "l") != first)
      #expect(try await bring(red, by: "ben", town, key: "k") != first)
      // A post has it now: what comes with the key is new.
      _ = try await post([first], town)
      #expect(try await bring(red, town, key: "k") != first)
    }
  }

  @Test func `NEW_07 a picture that is sent twice at the same time with one key is there once`() async throws
  {
    try await withTown { town in
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<4 {
          let path = try town.community.media.uploadPath()
          try write(red, to: path)
          let (community, viewer) = (town.community, town.viewer("ada"))
          group.addTask {
            try await community.media.upload(
              Upload(path: path, idempotencyKey: "k"), viewer: viewer,
              slot: community.media.uploadSlot(viewer),
              timeout: .seconds(600)
            ).attachment.id
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(ids.count == 1)
      try await town.community.pictureQueue.run {}
      let counts = try await town.community.store.uploadCounts()
      #expect(counts.all == 1 && counts.waiting == 0)
      #expect(files(below: town.folder).filter { $0.contains("/incoming/") } == [])
    }
  }

  @Test func `NEW_07 a post that is sent twice has its pictures once`() async throws {
    try await withTown { town in
      let draft = PostDraft(text: "a", pictures: PictureChoice(ids: [try await bring(red, town)]))
      let first = try await town.community.posts.publish(
        draft, viewer: town.viewer("ada"), idempotencyKey: "k")
      let second = try await town.community.posts.publish(
        draft, viewer: town.viewer("ada"), idempotencyKey: "k")
      #expect(first.id == second.id && second.attachments.count == 1)
    }
  }

  @Test func `NEW_07 uploads at the same time don't take more room than there is`() async throws {
    try await withTown { town in
      try await town.community.settings.setPictureQuota(1)
      let large = (0..<4).map { TestPicture.png(width: 480, height: 480, left: [UInt8($0), 0, 0]) }
      let states = await withTaskGroup(of: Bool.self) { group in
        for bytes in large { group.addTask { (try? await bring(bytes, town)) != nil } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(states.filter(\.self).count == 1)
      #expect(files(below: town.folder + "/media/incoming") == [])
    }
  }

  @Test func `NEW_07 a quota beyond all disks refuses no picture`() async throws {
    try await withTown { town in
      for megabytes in [10_000_000_000_000, Int.max] {
        try await town.community.settings.setPictureQuota(megabytes)
        _ = try await bring(red, town)
        // As an older version stored it.
        try await town.community.store.set("picture_quota", to: "\(megabytes)")
        _ = try await bring(red, town)
      }
    }
  }

  @Test func `NEW_07 pictures of deleted posts make way, those of others and the avatar take room`()
    async throws
  {
    try await withTown { town in
      let large = (0..<4).map { TestPicture.png(width: 360, height: 360, left: [UInt8($0), 0, 0]) }
      try await town.community.settings.setPictureQuota(1)
      let avatar = try town.community.media.uploadPath()
      try write(large[0], to: avatar)
      var change = ProfileChange()
      change.avatar = .file(avatar)
      _ = try await town.community.accounts.updateProfile(change, viewer: town.viewer("ada"))
      let picture = try await post([try await bring(large[1], town)], town)
      _ = try await town.community.posts.delete(picture, keepsPictures: true, viewer: town.viewer("ada"))
      let other = try await bring(large[2], town)
      await #expect(throws: CommunityError.notFound) {
        try await town.community.media.find(picture, viewer: town.viewer("ada"))
      }
      await #expect(throws: CommunityError.self) { try await bring(large[3], town) }
      _ = try await town.community.media.find(other, viewer: town.viewer("ada"))
      _ = try await bring(red, town)
    }
  }

  @Test func `NEW_07 a check of pictures alone counts them, and what waits`() async throws {
    try await withTown { town in
      _ = try await post([try await bring(red, town)], town)
      _ = try await bring(blue, town)
      let goOn = hold(town.community)
      _ = try await bringWaiting(TestPicture.png(width: 9, height: 9), town)
      let counts = try await town.community.store.uploadCounts()
      #expect(counts.all == 2 && counts.waiting == 1)
      goOn()
      try await town.community.pictureQueue.run {}
      let report = try await town.community.checkMedia { _ in }
      let third = TestPicture.png(width: 9, height: 9).count
      #expect(report.isWell && report.pictures == 3 && report.pictureBytes == red.count + blue.count + third)
      #expect(report.unattachedUploads == 2 && report.waitingUploads == 0)
    }
  }

  @Test func `NEW_07 a backup has members' pictures, and a check knows those that wait`() async throws {
    try await withTown { town in
      _ = try await post([try await bring(red, town)], town)
      _ = try await bring(blue, town)
      let report = try await town.community.backup(to: town.folder + "/backup.tar") { _ in }
      #expect(report.pictures == 2 && report.damagedPictures == [])
      let stray = try await town.community.mediaStore.store(TestPicture.png(width: 9, height: 9))
      var check = try await town.community.check { _ in }
      #expect(check.isWell && check.removedPictures == 0, "it may be on its way")
      let folder = town.folder + "/media/\(stray.hash.prefix(2))/\(stray.hash)"
      try FileManager.default.setAttributes(
        [.modificationDate: Date() - 100_000], ofItemAtPath: folder)
      check = try await town.community.check { _ in }
      #expect(check.isWell && check.removedPictures == 1 && check.pictures == 2)
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }
}
