import Community
import Contracts
import Hummingbird
import JSON
import Localization
import Media
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
      try await writeScrapbooks()
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

    private func writeScrapbooks() async throws {
      let (encoder, username) = (encoder, data.profile.handle)
      try await list("albums.json") { add in
        try await data.eachPage(ofScrapbooks: { page in
          try await add(
            page.map { item in
              json { encoder.scrapbook(item.title, posts: item.posts, by: username, &$0) }
            })
        })
      }
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
    var zip: ZipSending
    var pictures = 0
    var missing: [String] = []
    var missingCount = 0
  }

  /// Sends the whole archive, as fast as the client receives it.
  func send(to writer: inout any ResponseBodyWriter) async throws {
    var sending = Sending(zip: ZipSending(directory: directory, moment: DOSTime(createdAt)))
    for texts in texts {
      for text in texts.all { try await sending.zip.send(text, of: texts.file, &writer) }
    }
    var place: UInt64 = 0
    while place < pictures.size {
      let pictures = pictures
      let offset = place
      let addresses = try await offload { try pictures.read(at: offset, 200 * Self.addressLength) }
      place += UInt64(addresses.count)
      for start in stride(from: 0, to: addresses.count, by: Self.addressLength) {
        let address = addresses[start..<start + Self.addressLength].prefix { $0 != 0 }
        try await send(picture: String(decoding: address, as: UTF8.self), &sending, &writer)
      }
    }
    try await sendAbout(&sending, &writer)
    try await sending.zip.end(&writer)
  }

  private func send(
    picture address: String, _ sending: inout Sending, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let parts = address.split(separator: "/").map(String.init)
    guard parts.count == 3, let name = OwnDataEncoder.file(of: address) else { return }
    if try await sending.zip.send(media(parts[1], parts[2]), as: name, &writer) {
      sending.pictures += 1
      return
    }
    sending.missingCount += 1
    if sending.missing.count < Self.maxNamed { sending.missing.append(name) }
  }

  private func sendAbout(_ sending: inout Sending, _ writer: inout any ResponseBodyWriter) async throws {
    var about = JSONWriter()
    encoder.about(
      createdAt: createdAt, posts: posts, pictures: sending.pictures, missing: sending.missing,
      missingCount: sending.missingCount, leftOut: leftOut, &about)
    try await sending.zip.send(about.bytes, as: "about.json", &writer)
  }
}

private func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
  var writer = JSONWriter()
  write(&writer)
  return writer.bytes
}
