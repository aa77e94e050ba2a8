import DatabaseTestSupport
import Foundation
import Media
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community
@testable import Storage

@Suite struct CareTests {
  /// A community with posts and pictures, and the folder that it is in.
  private func withPictures(_ body: (Community, String) async throws -> Void) async throws {
    try await withCommunity { community, source in
      try TestSource(
        items: (0..<3).map { TestSource.item("post \($0)", images: ["pictures/\($0).png"]) }
      ).write(to: source)
      for index in 0..<3 {
        try write(TestPicture.png(width: 400 + index, height: 90), to: source + "/pictures/\(index).png")
      }
      _ = try await community.imports.moments(from: .folder(source), username: "jsmith")
      try await body(community, source.replacing("/source", with: ""))
    }
  }

  private func media(_ folder: String) -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: files(below: folder + "/media").map { ($0, read(folder + "/media/" + $0)) })
  }

  @Test func `NEW_16 what was backed up is restored, every picture and post of it`() async throws {
    try await withPictures { community, folder in
      let backup = folder + "/backup.tar"
      let steps = Steps()
      let report = try await community.backup(to: backup) { steps.note($0) }
      #expect(report.posts == 3 && report.pictures == 5 && report.damagedPictures.isEmpty)
      #expect(report.bytes == read(backup).count)
      #expect(files(below: folder).filter { $0.contains("backup") } == ["backup.tar"])
      #expect(steps.kinds.isSuperset(of: ["copyingDatabase", "savingPictures", "readingBack"]))
      let restored = folder + "/elsewhere/data"
      let again = try await Restoring(from: backup, into: restored).run { steps.note($0) }
      #expect(again.posts == 3 && again.pictures == 5)
      #expect(steps.kinds.isSuperset(of: ["readingBackup", "writing", "readingBack"]))
      #expect(media(restored) == media(folder + "/data"))
      let other = try await Community.open(folder: restored, logger: silent)
      let posts = try await other.momentsPosts(of: "jsmith")
      let before = try await community.momentsPosts(of: "jsmith")
      #expect(posts == before)
      let check = try await other.check { _ in }
      #expect(check.isWell && check.mendedPictures.isEmpty && check.mendedCounters.isEmpty)
      try await other.close()
      #expect(!files(below: restored).contains { $0.contains("restoring") || $0.contains(".part") })
    }
  }

  @Test func `NEW_16 a check finds a changed bit in the largest copy, and mends one in a smaller copy`()
    async throws
  {
    try await withPictures { community, folder in
      let media = folder + "/data/media/"
      func flip(_ name: String) throws -> String {
        let file = try #require(files(below: media).first { $0.hasSuffix(name) })
        var bytes = read(media + file)
        bytes[bytes.count / 2] ^= 1
        try write(bytes, to: media + file)
        return String(file.split(separator: "/")[1])
      }
      #expect(try await community.check { _ in }.isWell)
      let smaller = try flip("/w360.webp")
      let mended = try await community.check { _ in }
      #expect(mended.isWell && mended.mendedPictures == [smaller])
      #expect(try await community.check { _ in }.mendedPictures == [])
      let largest = try flip("/original.jpg")
      let damaged = try await community.check { _ in }
      #expect(damaged.damagedPictures == [largest] && !damaged.isWell)
      let backup = try await community.backup(to: folder + "/backup.tar") { _ in }
      #expect(backup.damagedPictures == [largest])
    }
  }

  @Test func `NEW_16 a check knows the sums of pictures from before there were sums`() async throws {
    try await withPictures { community, folder in
      let media = folder + "/data/media/"
      let descriptions = files(below: media).filter { $0.hasSuffix("picture.json") }
      for name in descriptions {
        let text = String(decoding: read(media + name), as: UTF8.self)
        let start = try #require(text.range(of: "\"sums\""))
        let end = try #require(text.range(of: "\"copies\""))
        try write(Array((text[..<start.lowerBound] + text[end.lowerBound...]).utf8), to: media + name)
      }
      let check = try await community.check { _ in }
      #expect(check.isWell && check.mendedPictures == [], "that there were none is no damage")
      for name in descriptions {
        #expect(String(decoding: read(media + name), as: UTF8.self).contains("\"sums\""))
      }
    }
  }

  @Test(arguments: [
    "DELETE FROM post_words", "DELETE FROM post_words_data", "DELETE FROM post_words_content",
  ])
  func `NEW_16 a check finds that search has lost words, and brings them back`(_ loss: String) async throws {
    try await withTown { town in
      let isFile = town.community.store.driver.dialect == .sqlite
      guard isFile || loss.hasSuffix("post_words") else { return }
      for index in 0..<5 { _ = try await town.post("lighthouse \(index)", by: "ada") }
      let viewer = town.viewer("ada")
      func found() async throws -> Int {
        try await town.community.search.posts("lighthouse", viewer: viewer, from: nil, Cursor(limit: 20))
          .count
      }
      try await town.community.search.index()
      #expect(try await found() == 5)
      #expect(try await town.community.check { _ in }.mendedWords == 0)
      _ = try await town.community.store.driver.write { try $0.execute(Statement(raw: loss)) }
      let report = try await town.community.check { _ in }
      #expect(report.isWell && report.mendedWords == 5)
      #expect(try await found() == 5)
      #expect(try await town.community.check { _ in }.mendedWords == 0)
    }
  }

  @Test func `NEW_16 a backup names the folder that is missing, not the data folder`() async throws {
    try await withPictures { community, folder in
      let path = folder + "/nowhere/backup.tar"
      let expected = BackupError.cannotWrite(path, reason: "there is no folder \(folder)/nowhere")
      await #expect(throws: expected) { _ = try await community.backup(to: path) { _ in } }
      // The folder of a community on PostgreSQL has pictures alone.
      guard !TestDatabase.isPostgres else { return }
      await #expect(throws: expected) {
        _ = try await Community.backup(ofFolder: folder + "/data", to: path) { _ in }
      }
    }
  }

  @Test func `NEW_16 a backup beside writers is of one moment`() async throws {
    try await withTown { town in
      try await withTemporaryFolder { folder in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for index in 0..<200 {
              let post = try await town.post("post \(index)", by: "ada")
              _ = try await town.community.posts.favourite(number(post.id), town.viewer("ben"))
            }
          }
          for round in 0..<4 {
            let report = try await town.community.backup(to: folder + "/\(round).tar") { _ in }
            _ = try await Restoring(from: folder + "/\(round).tar", into: folder + "/\(round)").run { _ in }
            let other = try await Community.open(folder: folder + "/\(round)", logger: silent)
            let check = try await other.check { _ in }
            #expect(check.isWell && check.mendedCounters.isEmpty)
            let texts = try await other.accountPosts("ada")
            #expect(texts.count == report.posts)
            #expect(texts == (0..<texts.count).map { "post \($0)" }.reversed())
            try await other.close()
          }
          try await group.waitForAll()
        }
      }
    }
  }

  @Test(.enabled(if: TestDatabase.isPostgres))
  func `NEW_16 a backup fails if pictures may have been removed meanwhile (29_10)`() async throws {
    try await withPictures { community, folder in
      let driver = try #require(community.store.driver as? PostgresDriver)
      let (begun, goOn) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
      let isFirst = Mutex(true)
      let backup = Task {
        try await community.backup(to: folder + "/backup.tar") { step in
          guard case .readingBack = step,
            isFirst.withLock({ isFirst in
              defer { isFirst = false }; return isFirst
            })
          else { return }
          begun.continuation.yield()
          goOn.wait()
        }
      }
      for await _ in begun.stream { break }
      let name = driver.address.description.split(separator: "/").last ?? ""
      try await PostgresServer.shared.administrate(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = '\(name)' AND application_name = 'swiftlet lock'
        """)
      let removing = try await community.store.pictureLock()
      goOn.signal()
      await #expect(throws: StorageError.self) { try await backup.value }
      #expect(!files(below: folder).contains { $0.contains("backup") })
      withExtendedLifetime(removing) {}
    }
  }

  @Test func `A backup never replaces a file, and is never restored over anything`() async throws {
    try await withPictures { community, folder in
      try write("mine", to: folder + "/there.tar")
      await #expect(throws: BackupError.exists(folder + "/there.tar")) {
        try await community.backup(to: folder + "/there.tar") { _ in }
      }
      #expect(read(folder + "/there.tar") == Array("mine".utf8))
      _ = try await community.backup(to: folder + "/backup.tar") { _ in }
      await #expect(throws: BackupError.notEmpty(folder + "/data")) {
        try await Restoring(from: folder + "/backup.tar", into: folder + "/data").run { _ in }
      }
    }
  }

  @Test func `NEW_16 a backup that is cut off or damaged is refused, wherever that is, and leaves nothing`()
    async throws
  {
    try await withPictures { community, folder in
      _ = try await community.backup(to: folder + "/backup.tar") { _ in }
      let whole = read(folder + "/backup.tar")
      var chance = SeededGenerator(seed: 16)
      for round in 0..<24 {
        var bytes = whole
        if round.isMultiple(of: 2) {
          bytes.removeLast(bytes.count - chance.below(bytes.count - 2000))
        } else {
          // Padding and the end of the archive say nothing.
          let place = chance.below(bytes.count - 20_000)
          bytes[place] ^= 1 << UInt8(chance.below(8))
          if Self.isPadding(place, of: whole) { continue }
        }
        try write(bytes, to: folder + "/damaged.tar")
        await #expect(throws: BackupError.self, "round \(round)") {
          try await Restoring(from: folder + "/damaged.tar", into: folder + "/new").run { _ in }
        }
        #expect(files(below: folder + "/new").isEmpty)
      }
      try write("no tar", to: folder + "/text")
      await #expect(throws: BackupError.self) {
        try await Restoring(from: folder + "/text", into: folder + "/new").run { _ in }
      }
    }
  }

  private static func isPadding(_ place: Int, of archive: [UInt8]) -> Bool {
    var offset = 0
    while let header = TarHeader(Array(archive[offset..<offset + TarHeader.length])) {
      let end = offset + TarHeader.length + header.size
      let next = end + TarHeader.padding(after: header.size)
      if place < next { return place >= end }
      offset = next
    }
    return true
  }

  @Test func `What no backup has is not unpacked`() async throws {
    try await withTemporaryFolder { folder in
      for name in [
        "../outside", "media/aa/../../x", "etc/passwd",
        "media/ab/\(String(repeating: "a", count: 32))/x.webp",
      ] {
        let writer = try BackupWriter(path: folder + "/evil.tar", modified: 0)
        try writer.add(BackupFile.aboutName, [])
        try writer.add(name, Array("evil".utf8))
        try writer.finish()
        await #expect(throws: BackupError.notABackup(folder + "/evil.tar")) {
          try await Restoring(from: folder + "/evil.tar", into: folder + "/new").run { _ in }
        }
      }
      #expect(files(below: folder) == ["evil.tar"])
    }
  }

  @Test func `Sizes and names come back from the header of a tar archive`() throws {
    for size in [0, 1, 511, 512, 8_589_934_591, 8_589_934_592, 1 << 45] {
      let header = TarHeader(name: "media/aa/x.webp", size: size, modified: 1_790_000_000)
      let block = try #require(header.encoded)
      #expect(TarHeader(block) == header)
      var damaged = block
      damaged[3] ^= 1
      #expect(TarHeader(damaged) == nil)
    }
    #expect(TarHeader(name: String(repeating: "x", count: 101), size: 0, modified: 0).encoded == nil)
  }

  @Test func `NEW_16 a check makes small copies again, and says which pictures are lost`() async throws {
    try await withPictures { community, folder in
      let pictures = folder + "/data/media/"
      let before = files(below: pictures)
      let hashes = Set(before.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
        .sorted()
      let (mended, lost) = (hashes[0], hashes[1])
      try FileManager.default.removeItem(atPath: pictures + "\(mended.prefix(2))/\(mended)/w360.webp")
      try write("{", to: pictures + "\(mended.prefix(2))/\(mended)/picture.json")
      try write("", to: pictures + "\(lost.prefix(2))/\(lost)/original.jpg")
      let report = try await community.check { _ in }
      #expect(report.pictures == 5 && report.mendedPictures == [mended] && report.damagedPictures == [lost])
      #expect(!report.isWell && report.faults.isEmpty)
      #expect(files(below: pictures) == before)
      let again = try await community.check { _ in }
      #expect(again.mendedPictures.isEmpty && again.damagedPictures == [lost])
      let backup = try await community.backup(to: folder + "/backup.tar") { _ in }
      #expect(backup.damagedPictures == [lost])
    }
  }
}

extension Community {
  /// The texts of an account's posts, newest first.
  fileprivate func accountPosts(_ name: String) async throws -> [String] {
    let id = Int64(Town.names.firstIndex(of: name) ?? -2) + 1
    var texts: [String] = []
    var cursor = Cursor()
    while true {
      let page = try await timelines.posts(of: id, viewer: nil, AccountFilter(), cursor).items
      guard let last = page.last else { return texts }
      texts += page.map { $0.post.content.typed }
      cursor.maxID = number(last.post.id)
    }
  }
}

private final class Steps: Sendable {
  private let seen = Mutex<Set<String>>([])

  var kinds: Set<String> { seen.withLock { $0 } }

  func note(_ progress: CareProgress) {
    seen.withLock { _ = $0.insert(String("\(progress)".prefix { $0 != "(" })) }
  }
}
