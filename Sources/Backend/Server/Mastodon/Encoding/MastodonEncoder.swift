import Contracts
import JSON

/// Encodes the entities of the Mastodon API (docs.joinmastodon.org/entities) as of version 4.2.
///
/// Every member is always present, null or empty without a value. Ids are strings, dates have milliseconds,
/// URLs are absolute or null.
struct MastodonEncoder: Sendable {
  /// The server's address, `https://example.org`, which is put before the paths of its pages and files.
  let prefix: String
  /// The UTF-8 bytes of `prefix`.
  let prefixBytes: ArraySlice<UInt8>

  init(prefix: String) {
    self.prefix = prefix
    prefixBytes = Array(prefix.utf8)[...]
  }

  /// Writes an absolute URL of this server or another one; null if it is neither.
  @inline(never)
  func url(_ name: StaticString, _ url: String, _ writer: inout JSONWriter) {
    writer.name(name)
    guard isAddress(url) else { return writer.null() }
    let bytes = Array(url.utf8)[...]
    writer.string { writer in
      if bytes.first == UInt8(ascii: "/") { writer.piece(prefixBytes) }
      writer.piece(bytes)
    }
  }

  /// Returns true for a path of this server or a web address.
  func isAddress(_ url: String) -> Bool {
    let bytes = Array(url.utf8)
    return bytes.first == UInt8(ascii: "/") || bytes.starts(with: "https://".utf8)
      || bytes.starts(with: "http://".utf8)
  }

  /// Writes the URL of an account's page, as a piece of a string.
  func profileAddress(of username: String, _ writer: inout JSONWriter) {
    writer.piece(prefixBytes)
    writer.piece(Self.profilePath)
    writer.piece(percentEncodedBytes(username))
  }

  /// Writes the URL of a tag's page, as a piece of a string.
  func tagAddress(of tag: String, _ writer: inout JSONWriter) {
    writer.piece(prefixBytes)
    writer.piece(Self.tagPath)
    writer.piece(percentEncodedBytes(tag))
  }

  private static let profilePath = Array("/@".utf8)[...]
  private static let tagPath = Array("/tags/".utf8)[...]

  /// Percent-encodes a name. Most names need no encoding, so those are returned as they are.
  private func percentEncodedBytes(_ text: String) -> ArraySlice<UInt8> {
    let bytes = Array(text.utf8)
    let isPlain = bytes.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
    }
    return isPlain ? bytes[...] : Array(percentEncoded(text).utf8)[...]
  }
}
