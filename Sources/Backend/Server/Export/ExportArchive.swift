import Community
import Contracts
import Hummingbird
import JSON
import Localization
import Media
import NIOCore
import Screens
import Social

/// A member's data as a ZIP archive. Its texts are in files before it is sent. The rest is made piece by piece
/// while it is sent, so memory is bounded, however much data there is.
struct ExportArchive: Sendable {
  let username: String
  /// Pages first, then lists: both are written at the same time, so that a post that changes is the same in
  /// both.
  private let texts: [ExportTexts]
  /// The addresses of pictures, each in as many bytes.
  private let pictures: ExportFile
  private let posts: Int
  private let leftOut: [String]
  private let directory: ExportFile
  private let encoder: OwnDataEncoder
  private let createdAt: Timestamp
  /// The export slot, held until the archive is sent.
  private let slot: ExportSlot
  private let media: @Sendable (_ hash: String, _ name: String) -> String?

  private static let addressLength = 96
  private static let pieceLength = 1 << 17
  /// The maximum number of missing pictures and of names that are listed. Further pictures are only counted;
  /// further names are left out.
  private static let maxNamed = 1000

  /// - Returns: `nil` if the account was deleted.
  init?(_ slot: ExportSlot, of community: Community, prefix: String, strings: Strings, now: Timestamp)
    async throws
  {
    guard let data = try await community.exports.ownData(slot) else { return nil }
    let making = try await Making(
      encoder: OwnDataEncoder(prefix: prefix), strings: strings, data: data,
      pages: ExportTexts(community.exports.file()),
      lists: ExportTexts(community.exports.file()), pictures: community.exports.file())
    try await making.all()
    username = data.profile.handle
    (texts, pictures, posts, leftOut) = (
      [making.pages, making.lists], making.pictures, making.posts, making.leftOut
    )
    (encoder, createdAt, self.slot) = (making.encoder, now, slot)
    directory = try await community.exports.file()
    media = { community.media.file(hash: $0, name: $1)?.path }
  }

  /// Writes what there is into files. Encoding and writing have a thread of their own, and hold no reader of
  /// the database.
  private final class Making {
    let encoder: OwnDataEncoder
    let data: OwnData
    let page: ExportPage
    var pages: ExportTexts
    var lists: ExportTexts
    let pictures: ExportFile
    var posts = 0
    var leftOut: [String] = []

    init(
      encoder: OwnDataEncoder, strings: Strings, data: OwnData, pages: ExportTexts, lists: ExportTexts,
      pictures: ExportFile
    ) {
      (self.encoder, self.data, self.pages, self.lists, self.pictures) = (
        encoder, data, pages, lists, pictures
      )
      page = ExportPage(strings: strings, encoder: encoder, profile: data.profile)
    }

    func all() async throws {
      let (encoder, data) = (encoder, data)
      lists = try await written(to: lists) { lists in
        lists.begin("profile.json")
        try lists.add(
          json {
            encoder.profile(
              data.profile, email: data.email, visibility: data.preferences.visibility,
              isSensitive: data.preferences.isSensitive,
              language: data.preferences.language, push: data.push, &$0)
          } + Array("\n".utf8))
      }
      try await writePosts()
      try await list("likes.json") { add in
        try await data.eachPage(ofFavourites: { page in
          try await add(page.map { item in json { encoder.address(of: item.post, by: item.username, &$0) } })
        })
      }
      try await list("bookmarks.json") { add in
        try await data.eachPage(ofBookmarks: { page in
          try await add(page.map { item in json { encoder.address(of: item.post, by: item.username, &$0) } })
        })
      }
      try await writeFollowed()
      try await writeCircles()
      try await listPictures()
    }

    /// Adds to a file on a thread that may wait for the disk.
    private func written(
      to texts: ExportTexts, _ write: @escaping @Sendable (inout ExportTexts) throws -> Void
    ) async throws -> ExportTexts {
      try await offload {
        var texts = texts
        try write(&texts)
        return texts
      }
    }

    private func writePosts() async throws {
      let (page, encoder, profile) = (page, encoder, data.profile)
      pages = try await written(to: pages) { pages in
        pages.begin(ExportPage.name(1))
        try pages.add(page.begin(1))
      }
      try await list("posts.json") { add in
        try await data.eachPage(ofPosts: { entries in
          let before = posts
          pages = try await written(to: pages) { pages in
            for (index, entry) in entries.enumerated() {
              let number = (before + index) / ExportPage.postsPerPage + 1
              if before + index > 0, (before + index).isMultiple(of: ExportPage.postsPerPage) {
                try pages.add(page.end(next: number))
                pages.begin(ExportPage.name(number))
                try pages.add(page.begin(number))
              }
              try pages.add(page.post(entry))
            }
          }
          posts += entries.count
          try await add(
            offload { entries.map { entry in json { encoder.post(entry, by: profile.handle, &$0) } } })
        })
      }
      pages = try await written(to: pages) { try $0.add(page.end(next: nil)) }
    }

    private func list(
      _ name: String, _ each: (_ add: ([[UInt8]]) async throws -> Void) async throws -> Void
    ) async throws {
      lists = try await written(to: lists) { lists in
        lists.begin(name)
        try lists.add("[")
      }
      var isFirst = true
      try await each { items in
        let begins = isFirst
        lists = try await written(to: lists) { lists in
          for (index, item) in items.enumerated() {
            try lists.add(begins && index == 0 ? "\n" : ",\n")
            try lists.add(item)
          }
        }
        isFirst = isFirst && items.isEmpty
      }
      lists = try await written(to: lists) { try $0.add("\n]\n") }
    }

    private func writeFollowed() async throws {
      lists = try await written(to: lists) { lists in
        lists.begin("following_accounts.csv")
        try lists.add(OwnDataEncoder.followedHeader)
      }
      try await data.eachPage(ofFollowed: { page in
        var lines = ""
        for followed in page {
          let line = encoder.followed(
            followed.username, showsReposts: followed.showsReposts, notifies: followed.notifies)
          if let line {
            lines += line
          } else if leftOut.count < ExportArchive.maxNamed {
            leftOut.append(followed.username)
          }
        }
        lists = try await written(to: lists) { [lines] in try $0.add(lines) }
      })
    }

    private func writeCircles() async throws {
      lists = try await written(to: lists) { $0.begin("lists.csv") }
      try await data.eachPage(ofPeopleInCircles: { page in
        let lines = page.compactMap { encoder.person($0.username, inCircle: $0.circle) }.joined()
        lists = try await written(to: lists) { try $0.add(lines) }
      })
    }

    private func listPictures() async throws {
      let own = [data.profile.account.avatar, data.profile.account.cover].compactMap { $0?.url }
      try await add(pictures: own)
      // A picture of a post may be the avatar, too.
      try await data.eachPage(ofPictures: { page in try await add(pictures: page.filter { !own.contains($0) })
      })
    }

    private func add(pictures addresses: [String]) async throws {
      let pictures = pictures
      try await offload {
        for address in addresses {
          var bytes = Array(address.utf8)
          guard OwnDataEncoder.file(of: address) != nil, bytes.count <= ExportArchive.addressLength else {
            continue
          }
          bytes += Array(repeating: 0, count: ExportArchive.addressLength - bytes.count)
          try pictures.append(bytes)
        }
      }
    }
  }

  /// The progress of sending the archive.
  private struct Sending {
    var offset: UInt64 = 0
    var count: UInt64 = 0
    var pictures = 0
    var missing: [String] = []
    var missingCount = 0
  }

  /// Sends the whole archive, as fast as the client receives it.
  func send(to writer: inout any ResponseBodyWriter) async throws {
    var sending = Sending()
    for texts in texts {
      for text in texts.all {
        try await send(
          ZipRecord(name: text.name, size: text.size, sum: text.sum, offset: sending.offset),
          from: texts.file,
          at: text.offset, &sending, &writer)
      }
    }
    var place: UInt64 = 0
    while place < pictures.size {
      let addresses = try await read(pictures, at: place, 200 * Self.addressLength)
      place += UInt64(addresses.count)
      for start in stride(from: 0, to: addresses.count, by: Self.addressLength) {
        let address = addresses[start..<start + Self.addressLength].prefix { $0 != 0 }
        try await send(picture: String(decoding: address, as: UTF8.self), &sending, &writer)
      }
    }
    try await sendAbout(&sending, &writer)
    try await sendDirectory(sending, &writer)
  }

  private func send(
    picture address: String, _ sending: inout Sending, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let parts = address.split(separator: "/").map(String.init)
    guard parts.count == 3, let name = OwnDataEncoder.file(of: address) else { return }
    let media = media
    let found = try await offload { () throws -> (ExportFile, UInt32)? in
      guard let file = media(parts[1], parts[2]).flatMap({ ExportFile(reading: $0) }) else { return nil }
      var (sum, done): (UInt32, UInt64) = (0, 0)
      while done < file.size {
        let bytes = try file.read(at: done, Self.pieceLength)
        guard !bytes.isEmpty else { return nil }
        sum = ExportTexts.sum(of: bytes, after: sum)
        done += UInt64(bytes.count)
      }
      return (file, sum)
    }
    guard let (file, sum) = found else {
      sending.missingCount += 1
      if sending.missing.count < Self.maxNamed { sending.missing.append(name) }
      return
    }
    sending.pictures += 1
    try await send(
      ZipRecord(name: name, size: file.size, sum: sum, offset: sending.offset), from: file, at: 0, &sending,
      &writer)
  }

  private func send(
    _ record: ZipRecord, from file: ExportFile, at start: UInt64, _ sending: inout Sending,
    _ writer: inout any ResponseBodyWriter
  ) async throws {
    try await begin(record, &sending, &writer)
    var done: UInt64 = 0
    while done < record.size {
      let bytes = try await read(
        file, at: start + done, Int(min(UInt64(Self.pieceLength), record.size - done)))
      // The file was truncated meanwhile, so the archive can't be valid any more.
      guard !bytes.isEmpty else { throw Truncated(name: record.name) }
      try await writer.write(ByteBuffer(bytes: bytes))
      done += UInt64(bytes.count)
    }
    sending.offset += record.size
  }

  private func begin(
    _ record: ZipRecord, _ sending: inout Sending, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let header = record.localHeader(moment)
    try await writer.write(ByteBuffer(bytes: header))
    sending.offset += UInt64(header.count)
    sending.count += 1
    let (directory, moment) = (directory, moment)
    try await offload { try directory.append(record.directoryHeader(moment)) }
  }

  private func sendAbout(_ sending: inout Sending, _ writer: inout any ResponseBodyWriter) async throws {
    var about = JSONWriter()
    encoder.about(
      createdAt: createdAt, posts: posts, pictures: sending.pictures, missing: sending.missing,
      missingCount: sending.missingCount, leftOut: leftOut, &about)
    let record = ZipRecord(
      name: "about.json", size: UInt64(about.bytes.count), sum: ExportTexts.sum(of: about.bytes),
      offset: sending.offset)
    try await begin(record, &sending, &writer)
    try await writer.write(ByteBuffer(bytes: about.bytes))
    sending.offset += record.size
  }

  private func sendDirectory(_ sending: Sending, _ writer: inout any ResponseBodyWriter) async throws {
    var done: UInt64 = 0
    while done < directory.size {
      let bytes = try await read(directory, at: done, Self.pieceLength)
      guard !bytes.isEmpty else { throw Truncated(name: "directory") }
      try await writer.write(ByteBuffer(bytes: bytes))
      done += UInt64(bytes.count)
    }
    try await writer.write(
      ByteBuffer(bytes: ZipRecord.end(count: sending.count, directory: sending.offset, size: directory.size)))
  }

  private func read(_ file: ExportFile, at offset: UInt64, _ count: Int) async throws -> [UInt8] {
    try await offload { try file.read(at: offset, count) }
  }

  private var moment: DOSTime { DOSTime(createdAt) }

  private struct Truncated: Error { let name: String }
}

private func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
  var writer = JSONWriter()
  write(&writer)
  return writer.bytes
}
