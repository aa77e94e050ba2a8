import JSON
import Social

/// What a server takes of a post. Ours takes what the app assumes.
struct PostLimits: Equatable, Sendable {
  /// Under which the device keeps what the person's server said.
  static let key = "limits"

  var characters = CharacterCount.limit
  /// As many as an address counts, however long it is.
  var charactersPerAddress = CharacterCount.addressLength
  /// Never more than the nine-grid has places.
  var pictures = Draft.mostPictures

  init() {}

  /// Reads what a server says of itself (Mastodon API, entities/Instance, `configuration`), or `json`.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let posts = json["configuration"]?["statuses"],
      let characters = posts["max_characters"]?.int, let pictures = posts["max_media_attachments"]?.int,
      characters > 0, pictures >= 0
    else { return nil }
    self.characters = min(characters, Self.mostCharacters)
    if let length = posts["characters_reserved_per_url"]?.int, length > 0 {
      charactersPerAddress = min(length, Self.mostCharacters)
    }
    self.pictures = min(pictures, Draft.mostPictures)
  }

  /// In the form in which servers tell it.
  var json: String {
    #"{"configuration":{"statuses":{"max_characters":\#(characters),"max_media_attachments":\#(pictures),"#
      + #""characters_reserved_per_url":\#(charactersPerAddress)}}}"#
  }

  /// What a server says beyond it can't be multiplied by a hundred.
  private static let mostCharacters = 10_000_000
}
