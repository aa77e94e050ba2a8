import Community
import Contracts
import Hummingbird
import JSON
import Media
import NIOCore
import Screens
import Social

/// A member's data as a ZIP archive. Its texts are in a file already, as they were at one moment. The rest is made
/// while the archive is sent, piece by piece, so that memory use is bounded however much data there is.
struct ExportArchive: Sendable {
  let username: String
  private let texts: ExportTexts
  /// The URLs of pictures, each padded to `addressLength` bytes.
  private let pictures: ExportFile
  private let posts: Int
  private let leftOut: [String]
  private let directory: ExportFile
  private let encoder: OwnDataEncoder
  private let createdAt: Timestamp
  /// The export slot, held until the archive is sent.
  private let place: ExportPlace
  private let media: @Sendable (_ hash: String, _ name: String) -> String?

  private static let addressLength = 96
  private static let pieceLength = 1 << 17
  /// The maximum number of missing pictures and of names that are listed. Further pictures are only counted; further
  /// names are left out.
  private static let mostNamed = 1000

  /// - Returns: `nil` if the account was deleted.
  init?(_ place: ExportPlace, of community: Community, prefix: String, strings: Strings, now: Timestamp) async throws {
    let encoder = OwnDataEncoder(prefix: prefix)
    let (texts, pictures) = (try community.exportFile(), try community.exportFile())
    let made = try await community.ownData(place) { data in
      var making = Making(encoder: encoder, strings: strings, texts: ExportTexts(texts), pictures: pictures, data: data)
      try making.all()
      return (data.profile.handle, making.texts, making.posts, making.leftOut)
    }
    guard let made else { return nil }
    (username, self.texts, posts, leftOut) = made
    (self.pictures, self.encoder, createdAt, self.place) = (pictures, encoder, now, place)
    directory = try community.exportFile()
    media = { community.media(hash: $0, name: $1)?.path }
  }

  /// Writes the member's data into files.
  private struct Making {
    let encoder: OwnDataEncoder
    let strings: Strings
    var texts: ExportTexts
    let pictures: ExportFile
    let data: OwnData
    var posts = 0
    var leftOut: [String] = []

    mutating func all() throws {
      try pages()
      texts.begin("profile.json")
      try texts.add(
        Self.json {
          encoder.profile(
            data.profile, visibility: data.preferences.visibility, isSensitive: data.preferences.isSensitive,
            language: data.preferences.language, &$0)
        } + Array("\n".utf8))
      try list("posts.json") { [data, encoder] add in
        try data.eachPost { entry in try add { encoder.post(entry, by: data.profile.handle, &$0) } }
      }
      try list("likes.json") { [data, encoder] add in
        try data.eachFavourite { id, username in try add { encoder.address(of: id, by: username, &$0) } }
      }
      try list("bookmarks.json") { [data, encoder] add in
        try data.eachBookmark { id, username in try add { encoder.address(of: id, by: username, &$0) } }
      }
      try followed()
      try listPictures()
    }

    private mutating func pages() throws {
      let data = data
      let page = ExportPage(strings: strings, encoder: encoder, profile: data.profile)
      var number = 1
      texts.begin(ExportPage.name(number))
      try texts.add(page.begin(number))
      try data.eachPost { entry in
        if posts > 0, posts.isMultiple(of: ExportPage.postsPerPage) {
          try texts.add(page.end(next: number + 1))
          number += 1
          texts.begin(ExportPage.name(number))
          try texts.add(page.begin(number))
        }
        try texts.add(page.post(entry))
        posts += 1
      }
      try texts.add(page.end(next: nil))
    }

    private mutating func list(
      _ name: String, _ each: (_ add: ((inout JSONWriter) -> Void) throws -> Void) throws -> Void
    ) throws {
      texts.begin(name)
      var isFirst = true
      try texts.add("[")
      try each { write in
        try texts.add((isFirst ? "\n" : ",\n"))
        try texts.add(Self.json(write))
        isFirst = false
      }
      try texts.add("\n]\n")
    }

    private static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
      var writer = JSONWriter()
      write(&writer)
      return writer.bytes
    }

    private mutating func followed() throws {
      let data = data
      texts.begin("following_accounts.csv")
      try texts.add(OwnDataEncoder.followedHeader)
      try data.eachFollowed { username, showsReposts, notifies in
        if let line = encoder.followed(username, showsReposts: showsReposts, notifies: notifies) {
          try texts.add(line)
        } else if leftOut.count < ExportArchive.mostNamed {
          leftOut.append(username)
        }
      }
    }

    private func listPictures() throws {
      let own = [data.profile.account.avatar, data.profile.account.cover].compactMap { $0?.url }
      for address in own { try add(picture: address) }
      // A picture of a post may be the avatar, too.
      try data.eachPicture { if !own.contains($0) { try add(picture: $0) } }
    }

    private func add(picture address: String) throws {
      var bytes = Array(address.utf8)
      guard OwnDataEncoder.file(of: address) != nil, bytes.count <= ExportArchive.addressLength else { return }
      bytes += Array(repeating: 0, count: ExportArchive.addressLength - bytes.count)
      try pictures.append(bytes)
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
    for text in texts.all {
      try await send(
        ZipRecord(name: text.name, size: text.size, sum: text.sum, offset: sending.offset), from: texts.file,
        at: text.offset, &sending, &writer)
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
      if sending.missing.count < Self.mostNamed { sending.missing.append(name) }
      return
    }
    sending.pictures += 1
    try await send(
      ZipRecord(name: name, size: file.size, sum: sum, offset: sending.offset), from: file, at: 0, &sending, &writer)
  }

  private func send(
    _ record: ZipRecord, from file: ExportFile, at start: UInt64, _ sending: inout Sending,
    _ writer: inout any ResponseBodyWriter
  ) async throws {
    try await begin(record, &sending, &writer)
    var done: UInt64 = 0
    while done < record.size {
      let bytes = try await read(file, at: start + done, Int(min(UInt64(Self.pieceLength), record.size - done)))
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
    try directory.append(record.directoryHeader(moment))
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
