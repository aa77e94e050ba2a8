import JSON
import Social

/// A server's limits for a post. The defaults are this server's.
struct PostLimits: Equatable, Sendable {
  /// The memory key of the limits of the viewer's server.
  static let key = "limits"

  var characters = CharacterCount.limit
  /// The number of characters that an address counts for, whatever its length.
  var charactersPerAddress = CharacterCount.addressLength
  /// Never more than the nine-grid has places.
  var pictures = Draft.maxPictures

  init() {}

  /// The number of pictures that every server takes.
  private static let usualPictures = 4
  /// Greater numbers mean an unlimited length.
  private static let maxCharacters = 1_000_000

  /// Reads a server's instance response, or `json`: `configuration` (Mastodon API, entities/Instance), else
  /// `max_toot_chars` and `max_media_attachments` (Pleroma, Friendica, glitch-soc), both at the top level.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes) else { return nil }
    let posts = json["configuration"]?["statuses"]
    let characters = [posts?["max_characters"], json["max_toot_chars"], json["max_characters"]]
      .compactMap { Self.number($0) }.first { $0 > 0 }
    guard let characters else { return nil }
    let pictures = Self.number(posts?["max_media_attachments"]) ?? Self.number(json["max_media_attachments"])
    self.characters = min(characters, Self.maxCharacters)
    if let length = Self.number(posts?["characters_reserved_per_url"]), length > 0 {
      charactersPerAddress = min(length, Self.maxCharacters)
    }
    self.pictures = min(pictures ?? Self.usualPictures, Draft.maxPictures)
  }

  /// Reads a whole number of 0 or more, possibly in a string.
  private static func number(_ json: JSON?) -> Int? {
    var digits = json?.string ?? ""
    if case .number(let number)? = json { digits = number.text }
    return Int64(digits: Array(digits.utf8)[...]).flatMap { $0 >= 0 ? Int(clamping: $0) : nil }
  }

  /// The limits in the servers' format.
  var json: String {
    #"{"configuration":{"statuses":{"max_characters":\#(characters),"max_media_attachments":\#(pictures),"#
      + #""characters_reserved_per_url":\#(charactersPerAddress)}}}"#
  }
}
