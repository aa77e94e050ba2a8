import JSON

/// The build's own list of what it made (`swiftlet-assets/manifest.json`).
struct AssetManifest: Equatable, Sendable {
  struct File: Equatable, Sendable {
    /// Where it is served.
    let url: String
    /// Its file, within the folder.
    let file: String
    /// What the program calls it, without a fingerprint.
    let name: String
    /// Its MIME type.
    let type: String
    /// Its URL changes when it does.
    let isImmutable: Bool
    /// Codings that lie beside the file.
    let codings: [ContentCoding]
  }

  /// Changes with every build that changes anything.
  let version: String
  let files: [File]

  /// nil if it is not such a list. Entries that lead out of the folder are left out.
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
    let codings = (entry["encodings"]?.array ?? []).compactMap { $0.string.flatMap(ContentCoding.init(rawValue:)) }
    return File(
      url: url, file: file, name: entry["name"]?.string ?? file, type: type,
      isImmutable: entry["immutable"]?.bool ?? false,
      codings: ContentCoding.allCases.filter { $0 != .identity && codings.contains($0) })
  }
}
