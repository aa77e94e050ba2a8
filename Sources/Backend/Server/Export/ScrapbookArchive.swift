import Community
import Hummingbird
import Media
import Social

/// The pictures of a named album as a ZIP archive, with a text file of what its posts and pictures say. A
/// scrapbook has 500 posts at most, so their texts are in memory; the pictures are read while they are sent.
struct ScrapbookArchive: Sendable {
  let title: String
  private let files: [(address: String, name: String)]
  private let captions: String
  private let directory: ExportFile
  private let createdAt: Timestamp
  /// The export slot, held until the archive is sent.
  private let slot: ExportSlot
  private let media: @Sendable (_ hash: String, _ name: String) -> String?

  /// - Returns: `nil` if the album was deleted.
  init?(_ slot: ExportSlot, of community: Community, now: Timestamp) async throws {
    guard let (scrapbook, posts) = try await community.exports.scrapbook(slot) else { return nil }
    title = scrapbook.title
    (files, captions) = Self.contents(of: posts)
    (createdAt, self.slot) = (now, slot)
    directory = try await community.exports.file()
    media = { community.media.file(hash: $0, name: $1)?.path }
  }

  /// Returns the pictures, named by their days in UTC and the order of their posts, and the captions.
  static func contents(of posts: [Post]) -> (files: [(address: String, name: String)], captions: String) {
    var files: [(address: String, name: String)] = []
    var captions = ""
    var counts: [String: Int] = [:]
    // Newest first as they were read; an album is told from its beginning.
    for post in posts.reversed() {
      let day = post.createdAt.map { String($0.iso8601.prefix(10)) } ?? "0000-00-00"
      captions += day + "\n"
      for text in [post.warning, post.content.source] where !text.isEmpty { captions += text + "\n" }
      for attachment in post.attachments where attachment.kind == .image {
        guard OwnDataEncoder.file(of: attachment.url) != nil else { continue }
        let number = (counts[day] ?? 0) + 1
        counts[day] = number
        let ending = attachment.url.split(separator: ".").last ?? "jpg"
        let name = "\(day) \(number < 10 ? "0" : "")\(number).\(ending)"
        files.append((attachment.url, name))
        let description = attachment.picture.description
        captions += description.isEmpty ? name + "\n" : "\(name): \(description)\n"
      }
      captions += "\n"
    }
    return (files, captions)
  }

  /// Sends the whole archive, as fast as the client receives it. A picture that is lost is left out.
  func send(to writer: inout any ResponseBodyWriter) async throws {
    var zip = ZipSending(directory: directory, moment: DOSTime(createdAt))
    for file in files {
      let parts = file.address.split(separator: "/").map(String.init)
      guard parts.count == 3 else { continue }
      _ = try await zip.send(media(parts[1], parts[2]), as: file.name, &writer)
    }
    try await zip.send(Array(captions.utf8), as: "captions.txt", &writer)
    try await zip.end(&writer)
  }
}
