import JSON
import Social

/// What a server takes of a post. Ours takes what the app assumes.
struct PostLimits: Equatable, Sendable {
  /// Under which the device keeps what the person's server said.
  static let key = "limits"

  var characters = CharacterCount.limit
  /// Never more than the nine-grid has places.
  var pictures = Draft.mostPictures

  init() {}

  /// Reads what a server says of itself (Mastodon API, entities/Instance, `configuration`), or `json`.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let posts = json["configuration"]?["statuses"],
      let characters = posts["max_characters"]?.int, let pictures = posts["max_media_attachments"]?.int,
      characters > 0, pictures >= 0
    else { return nil }
    self.characters = characters
    self.pictures = min(pictures, Draft.mostPictures)
  }

  /// In the form in which servers tell it.
  var json: String {
    #"{"configuration":{"statuses":{"max_characters":\#(characters),"max_media_attachments":\#(pictures)}}}"#
  }
}
