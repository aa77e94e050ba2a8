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

/// Uploads that a stop, a backup or another process interrupts.
extension UploadTests {
  /// Holds up whatever is done with pictures from now on, until the function that is returned is called.
  func hold(_ community: Community) -> @Sendable () -> Void {
    let (goesOn, go) = AsyncStream.makeStream(of: Void.self)
    _ = community.pictureQueue.begin { for await _ in goesOn { return } }
    return { go.finish() }
  }

  func bringWaiting(_ bytes: [UInt8], by name: String = "ada", _ town: Town) async throws -> Int64 {
    let path = try town.community.media.uploadPath()
    try write(bytes, to: path)
    let viewer = town.viewer(name)
    let uploaded = try await town.community.media.upload(
      Upload(path: path), viewer: viewer, slot: town.community.media.uploadSlot(viewer), timeout: .zero)
    try #require(uploaded.state == .waiting)
    return number(uploaded.attachment.id)
  }

  @Test func `NEW_16 what was on its way when the server stopped is done when it starts again`() async throws
  {
    try await withTemporaryFolder { folder in
      let clock = TestClock()
      var ids: [Int64] = []
      do {
        let community = try await Community.open(
          folder: folder, database: TestDatabase.address(for: folder), clock: { clock.now }, logger: silent)
        try await community.members.add(MemberDraft(username: "ada", password: "correct horse"))
        let viewer = Viewer(account: try #require(try await community.members.named("ada")).id)
        // Nothing is begun that waits behind this.
        let (goesOn, go) = AsyncStream.makeStream(of: Void.self)
        _ = community.pictureQueue.begin { for await _ in goesOn { return } }
        for bytes in [red, Array(red.prefix(200)), blue] {
          let path = try community.media.uploadPath()
          try write(bytes, to: path)
          let uploaded = try await community.media.upload(
            Upload(path: path), viewer: viewer, slot: community.media.uploadSlot(viewer), timeout: .zero)
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
      try await again.media.resumeUploads()
      try await again.pictureQueue.run {}
      let viewer = Viewer(account: try #require(try await again.members.named("ada")).id)
      #expect(try await again.media.find(ids[0], viewer: viewer).state == .done)
      #expect(
        try await again.media.find(ids[1], viewer: viewer).state
          == .failed("The picture is damaged or cut off."))
      #expect(
        try await again.media.find(ids[2], viewer: viewer).state == .failed("The picture can't be read."))
      #expect(files(below: folder + "/media/incoming") == [])
      try await again.close()
    }
  }

  @Test
  func
    `NEW_16 an upload that could not be done for now is tried again, and what is at work is not begun twice`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      var goOn = hold(community)
      let id = try await bringWaiting(red, town)
      #expect(!community.uploadsAtWork.begin(id))
      let scratch = town.folder + "/media/tmp"
      try FileManager.default.removeItem(atPath: scratch)
      try write("no folder", to: scratch)
      goOn()
      try await community.pictureQueue.run {}
      #expect(try await community.media.find(id, viewer: town.viewer("ada")).state == .waiting)
      try await community.media.resumeUploads(isStart: false)
      try await community.pictureQueue.run {}
      #expect(try await community.media.find(id, viewer: town.viewer("ada")).state == .waiting)
      try FileManager.default.removeItem(atPath: scratch)
      goOn = hold(community)
      try await community.media.resumeUploads(isStart: false)
      #expect(!community.uploadsAtWork.begin(id))
      goOn()
      try await community.pictureQueue.run {}
      #expect(try await community.media.find(id, viewer: town.viewer("ada")).state == .done)
      #expect(files(below: town.folder + "/media/incoming") == [])
    }
  }

  @Test func `NEW_16 files of pictures that were deleted right before a stop go after it`() async throws {
    try await withTown { town in
      let gone = try await post([try await bring(red, town), try await bring(blue, town)], town)
      _ = try await post([try await bring(blue, town)], town)
      let goOn = hold(town.community)
      _ = try await town.community.posts.delete(gone, viewer: town.viewer("ada"))
      async let closed: Void = town.community.pictureQueue.close()
      try await Task.sleep(for: .milliseconds(50))
      goOn()
      await closed
      let pictures = { files(below: town.folder + "/media").filter { $0.hasSuffix("/picture.json") }.count }
      #expect(pictures() == 2)
      let again = try await Community.open(
        folder: town.folder, database: TestDatabase.address(for: town.folder), logger: silent)
      try await again.removeUnusedPictures()
      #expect(pictures() == 1)
      #expect(try await again.store.discardedPictures(after: "", limit: 10) == [])
      try await again.close()
    }
  }

  @Test func `NEW_16 a backup has what was there when it began, whatever is deleted or finished meanwhile`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      let gone = try await post([try await bring(red, town)], town)
      let goOn = hold(community)
      let waiting = try await bringWaiting(blue, town)
      let isDone = DispatchSemaphore(value: 0)
      let steps = Mutex(0)
      let path = town.folder + "/backup.tar"
      let report = try await community.backup(to: path) { progress in
        guard case .savingPictures = progress else { return }
        let isFirst = steps.withLock { steps in
          steps += 1
          return steps == 1
        }
        guard isFirst else { return }
        Task {
          _ = try await community.posts.delete(gone, viewer: town.viewer("ada"))
          goOn()
          try await community.pictureQueue.run {}
          isDone.signal()
        }
        isDone.wait()
      }
      #expect(report.pictures == 1 && report.damagedPictures == [])
      #expect(try await community.media.find(waiting, viewer: town.viewer("ada")).state == .done)
      #expect(files(below: town.folder + "/media").filter { $0.hasSuffix("/picture.json") }.count == 2)
      try await community.removeUnusedPictures()
      #expect(try await folders(town) == 1)
      _ = try await Restoring(from: path, into: town.folder + "/restored").run { _ in }
      let other = try await Community.open(folder: town.folder + "/restored", logger: silent)
      let check = try await other.check { _ in }
      #expect(check.isWell && check.pictures == 1 && check.mendedPictures == [])
      try await other.media.resumeUploads()
      try await other.pictureQueue.run {}
      #expect(try await other.media.find(waiting, viewer: town.viewer("ada")).state == .done)
      try await other.close()
    }
  }

  @Test func `NEW_16 files that another process removes before the row is there are made again (29_4)`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      // Deleted, with its files still there, as while a backup is made.
      do {
        let lock = try await community.store.pictureLock()
        let gone = try await post([try await bring(red, town)], town)
        _ = try await community.posts.delete(gone, viewer: town.viewer("ada"))
        try await community.pictureQueue.run {}
        withExtendedLifetime(lock) {}
      }
      #expect(try await folders(town) == 1)
      let path = try community.media.uploadPath()
      try write(red, to: path)
      let other = try await Community.open(
        folder: town.folder, database: TestDatabase.address(for: town.folder), clock: { town.clock.now },
        logger: silent
      )
      let attempts = Mutex(0)
      try await community.newPictures.make(path, for: .member(1)) {
        [store = community.store, mediaStore = community.mediaStore] made in
        if attempts.withLock({
          $0 += 1; return $0
        }) == 1 {
          // The files are found, and their row is missing.
          #expect(try await other.unusedPictures.removeUnknown(made.map(\.hash)) == 1)
        }
        _ = try await store.write { people in
          try people.set(
            .avatar, of: 1, to: people.addMedia(made[0], id: 99, mediaStore.has))
        }
      }
      #expect(attempts.withLock(\.self) == 2)
      #expect(try await folders(town) == 1)
      let hash = try #require(try await community.store.pictures(after: "", limit: 1).first?.hash)
      #expect(await isWhole(hash, community))
      // Nor does it go now that there is a row.
      #expect(try await other.unusedPictures.removeUnknown([hash]) == 0)
      #expect(await isWhole(hash, community))
      try await other.close()
    }
  }

  @Test func `NEW_16 a post and its removal at the same time leave either all of a picture or nothing`()
    async throws
  {
    try await withTown { town in
      for round in 0..<12 {
        let first = try await post([try await bring(red, town)], town)
        // The same bytes come while the last post that has them goes.
        async let gone = town.community.posts.delete(first, viewer: town.viewer("ada"))
        async let come = bring(red, by: "ben", town)
        _ = try await gone
        let upload = try await town.community.media.find(try await come, viewer: town.viewer("ben"))
        let hash = upload.attachment.picture.url.split(separator: "/")[1]
        _ = try await folders(town)
        #expect(await isWhole(String(hash), town.community), "\(round)")
        try await town.community.media.remove(
          upload: number(upload.attachment.id), viewer: town.viewer("ben"))
        #expect(try await folders(town) == 0)
      }
    }
  }
}

private func isWhole(_ hash: String, _ community: Community) async -> Bool {
  await community.mediaStore.fileWork.run { community.mediaStore.files(of: hash).isWhole }
}
