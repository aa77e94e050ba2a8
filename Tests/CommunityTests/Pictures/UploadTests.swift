import DatabaseTestSupport
import Foundation
import Media
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// What becomes of pictures that members bring: they come with a post, and go with it.
@Suite struct UploadTests {
  private func bring(
    _ bytes: [UInt8], by name: String = "ada", _ town: Town, _ words: PictureWords = PictureWords()
  ) async throws -> Int64 {
    let path = try town.community.uploadPath()
    try write(bytes, to: path)
    let asker = town.asker(name)
    let uploaded = try await town.community.upload(
      Upload(path: path, words: words), asker: asker, place: town.community.uploadPlace(asker), patience: .seconds(30))
    try #require(uploaded.state == .done)
    return number(uploaded.attachment.id)
  }

  private func post(_ ids: [Int64], by name: String = "ada", _ town: Town) async throws -> Int64 {
    let draft = StatusDraft(text: "", pictures: PictureChoice(ids: ids))
    return number(try await town.community.publish(draft, asker: town.asker(name), idempotencyKey: nil).id)
  }

  /// The folders of pictures, when all that was begun is done.
  private func folders(_ town: Town) async throws -> Int {
    try await town.community.pictureWork.run {}
    return Set(
      files(below: town.folder).filter { $0.hasSuffix("/picture.json") }
    ).count
  }

  private func rows(_ town: Town) async throws -> Int { try await town.community.store.pictureCount() }

  private let red = TestPicture.png(width: 20, height: 10, left: [255, 0, 0])
  private let blue = TestPicture.png(width: 20, height: 10, left: [0, 0, 255])

  @Test func `NEW_07 a picture that no post took within a day is gone, with its files`() async throws {
    try await withTown { town in
      let old = try await bring(red, town)
      town.clock.advance(seconds: 86_000)
      let young = try await bring(blue, town)
      #expect(try await town.community.removeOldUploads() == 0)
      town.clock.advance(seconds: 500)
      #expect(try await town.community.removeOldUploads() == 1)
      await #expect(throws: CommunityError.notFound) {
        try await town.community.upload(old, asker: town.asker("ada"))
      }
      #expect(try await town.community.upload(young, asker: town.asker("ada")).state == .done)
      #expect(try await folders(town) == 1)
      #expect(try await rows(town) == 1)
    }
  }

  @Test func `NEW_07 a picture that a post has stays`() async throws {
    try await withTown { town in
      let id = try await post([try await bring(red, town)], town)
      town.clock.advance(seconds: 900_000)
      #expect(try await town.community.removeOldUploads() == 0)
      #expect(try await town.community.status(id, asker: nil)?.attachments.count == 1)
      #expect(try await folders(town) == 1)
    }
  }

  @Test func `NEW_07 pictures go with their post, unless somebody else has them`() async throws {
    try await withTown { town in
      let first = try await post([try await bring(red, town), try await bring(blue, town)], town)
      let second = try await post([try await bring(red, by: "ben", town)], by: "ben", town)
      #expect(try await rows(town) == 2)
      _ = try await town.community.delete(first, asker: town.asker("ada"))
      #expect(try await folders(town) == 1)
      #expect(try await rows(town) == 1)
      _ = try await town.community.delete(second, asker: town.asker("ben"))
      #expect(try await folders(town) == 0)
      #expect(try await rows(town) == 0)
    }
  }

  @Test func `NEW_07 whoever wants to write a post anew keeps its pictures for a day`() async throws {
    try await withTown { town in
      let words = PictureWords(description: "Red", focus: .init(x: 1, y: 2))
      let picture = try await bring(red, town, words)
      let first = try await post([picture], town)
      _ = try await town.community.delete(first, keepsPictures: true, asker: town.asker("ada"))
      let kept = try await town.community.upload(picture, asker: town.asker("ada")).attachment
      #expect(kept.picture.description == "Red" && kept.picture.focus == .init(x: 1, y: 2))
      let again = try await post([picture], town)
      #expect(try await town.community.status(again, asker: nil)?.attachments.map(\.id) == [String(picture)])
      _ = try await town.community.delete(again, keepsPictures: true, asker: town.asker("ada"))
      town.clock.advance(seconds: 90_000)
      #expect(try await town.community.removeOldUploads() == 1)
      #expect(try await folders(town) == 0)
    }
  }

  @Test func `NEW_07 a member who is removed leaves no picture behind`() async throws {
    try await withTown { town in
      _ = try await bring(red, town)
      _ = try await post([try await bring(blue, town)], town)
      try await town.community.remove("ada")
      #expect(try await folders(town) == 0)
      #expect(try await rows(town) == 0)
    }
  }

  @Test func `NEW_07 a post that is sent twice has its pictures once`() async throws {
    try await withTown { town in
      let draft = StatusDraft(text: "a", pictures: PictureChoice(ids: [try await bring(red, town)]))
      let first = try await town.community.publish(draft, asker: town.asker("ada"), idempotencyKey: "k")
      let second = try await town.community.publish(draft, asker: town.asker("ada"), idempotencyKey: "k")
      #expect(first.id == second.id && second.attachments.count == 1)
    }
  }

  @Test func `NEW_16 what was on its way when the server stopped is done when it starts again`() async throws {
    try await withTemporaryFolder { folder in
      let clock = TestClock()
      var ids: [Int64] = []
      do {
        let community = try await Community.open(
          folder: folder, database: TestDatabase.address(for: folder), clock: { clock.now }, logger: silent)
        try await community.addMember(MemberDraft(username: "ada", password: "correct horse"))
        let asker = Asker(account: try #require(try await community.member(named: "ada")).id)
        // Nothing is begun that waits behind this.
        let (goesOn, go) = AsyncStream.makeStream(of: Void.self)
        _ = community.pictureWork.begin { for await _ in goesOn { return } }
        for bytes in [red, Array(red.prefix(200)), blue] {
          let path = try community.uploadPath()
          try write(bytes, to: path)
          let uploaded = try await community.upload(
            Upload(path: path), asker: asker, place: community.uploadPlace(asker), patience: .zero)
          #expect(uploaded.state == .waiting)
          ids.append(number(uploaded.attachment.id))
        }
        async let closed: Void = community.close()
        try await Task.sleep(for: .milliseconds(50))
        go.finish()
        try await closed
      }
      #expect(files(below: folder + "/media/incoming").count == 3)
      try FileManager.default.removeItem(atPath: folder + "/media/incoming/\(ids[2])")
      let again = try await Community.open(
        folder: folder, database: TestDatabase.address(for: folder), clock: { clock.now }, logger: silent)
      try await again.resumeUploads()
      try await again.pictureWork.run {}
      let asker = Asker(account: try #require(try await again.member(named: "ada")).id)
      #expect(try await again.upload(ids[0], asker: asker).state == .done)
      #expect(try await again.upload(ids[1], asker: asker).state == .failed("The picture is damaged or cut off."))
      #expect(try await again.upload(ids[2], asker: asker).state == .failed("The picture can't be read."))
      #expect(files(below: folder + "/media/incoming") == [])
      try await again.close()
    }
  }

  @Test func `NEW_16 a post and its removal at the same time leave either all of a picture or nothing`() async throws {
    try await withTown { town in
      for round in 0..<12 {
        let first = try await post([try await bring(red, town)], town)
        // The same bytes come while the last post that has them goes.
        async let gone = town.community.delete(first, asker: town.asker("ada"))
        async let come = bring(red, by: "ben", town)
        _ = try await gone
        let upload = try await town.community.upload(try await come, asker: town.asker("ben"))
        let hash = upload.attachment.picture.url.split(separator: "/")[1]
        _ = try await folders(town)
        #expect(town.community.media(hash: String(hash), name: "original.jpg") != nil, "\(round)")
        try await town.community.remove(upload: number(upload.attachment.id), asker: town.asker("ben"))
        #expect(try await folders(town) == 0)
      }
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
