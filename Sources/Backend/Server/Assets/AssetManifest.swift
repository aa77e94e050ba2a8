import JSON

/// The build's list of its files (`swiftlet-assets/manifest.json`).
struct AssetManifest: Equatable, Sendable {
  struct File: Equatable, Sendable {
    /// The URL on the server.
    let url: String
    /// The path within the folder.
    let file: String
    /// The name in the program, without a fingerprint.
    let name: String
    /// The MIME type.
    let type: String
    /// True if the URL changes with the content.
    let isImmutable: Bool
    /// The codings that exist as files beside it.
    let codings: [ContentCoding]
  }

  /// The version, which changes with every build that changes a file.
  let version: String
  let files: [File]

  /// Returns `nil` if the bytes aren't such a list. Entries that lead out of the folder are left out.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let version = json["version"]?.string,
      let entries = json["files"]?.array
    else { return nil }
    self.version = version
    files = entries.compactMap { Self.file($0) }
  }

  private static func file(_ entry: JSON) -> File? {
    guard let url = entry["url"]?.string, url.hasPrefix("/"), let file = entry["file"]?.string,
      !file.isEmpty, !file.hasPrefix("/"), !file.split(separator: "/").contains(".."),
      let type = entry["type"]?.string
    else { return nil }
    let codings = (entry["encodings"]?.array ?? []).compactMap {
      $0.string.flatMap(ContentCoding.init(rawValue:))
    }
    return File(
      url: url, file: file, name: entry["name"]?.string ?? file, type: type,
      isImmutable: entry["immutable"]?.bool ?? false,
      codings: ContentCoding.allCases.filter { $0 != .identity && codings.contains($0) })
  }
}
