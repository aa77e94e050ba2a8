import JSON
import Social

/// Decodes features that posts of other servers have and Swiftlet's don't: custom emoji, quotes.
extension MastodonDecoder {
  /// The number of custom emoji that are decoded; the rest is left out.
  static let maxEmojis = 100

  /// Decodes entities/CustomEmoji. Their pictures must come over https or from the server itself.
  func emojis(_ json: JSON?) -> [CustomEmoji] {
    (json?.array ?? []).prefix(Self.maxEmojis).compactMap { emoji($0) }
  }

  @inline(never)
  private func emoji(_ json: JSON) -> CustomEmoji? {
    guard let shortcode = json.text("shortcode"), Self.isShortcode(shortcode),
      let url = picture(url: json["url"])
    else { return nil }
    return CustomEmoji(shortcode: shortcode, url: url, stillURL: picture(url: json["static_url"]) ?? url)
  }

  private func picture(url json: JSON?) -> String? {
    guard let url = url(json), let address = ServerAddress(ServerAddress.origin(of: url)) ?? relative(url)
    else {
      return nil
    }
    return address.isSecure || address.origin == origin.address.origin ? url : nil
  }

  /// Returns the server's address for its own URLs, which are relative.
  private func relative(_ url: String) -> ServerAddress? {
    Array(url.utf8).first == UInt8(ascii: "/") ? origin.address : nil
  }

  /// Accepts ASCII letters, digits and the separators between them.
  private static func isShortcode(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return 1...64 ~= bytes.count
      && bytes.allSatisfy { byte in
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default:
          0x30...0x39 ~= byte || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@")
        }
      }
  }

  /// Decodes entities/Quote and ShallowQuote (Mastodon 4.5), `pleroma.quote` (Pleroma, Akkoma), or the quoted
  /// post itself as `quote` (Misskey and related servers).
  ///
  /// - Parameter page: The page of the quoting post, if the quoted post has no URL.
  func quote(_ json: JSON, page: String?) -> Post.Quote? {
    // Pleroma sends its object with each post.
    hasQuote(json) || json["pleroma"].map { hasQuote($0) } ?? false ? readQuote(json, page: page) : nil
  }

  private func hasQuote(_ json: JSON) -> Bool {
    ["quote", "quote_id", "quote_url"].contains { json[$0].map { $0 != .null } ?? false }
  }

  @inline(never)
  private func readQuote(_ json: JSON, page: String?) -> Post.Quote? {
    let pleroma = json["pleroma"]
    guard
      let quote = [json["quote"], pleroma?["quote"]].compactMap({ $0 }).first(where: { $0.members != nil })
    else {
      let id = identifier(json["quote_id"]) ?? identifier(pleroma?["quote_id"])
      let url = url(json["quote_url"]) ?? url(pleroma?["quote_url"])
      return id == nil && url == nil ? nil : Post.Quote(id: id ?? "", handle: "", url: url ?? page ?? "")
    }
    let post = quote["quoted_status"].flatMap { $0.members == nil ? nil : $0 } ?? quote
    let id = identifier(quote["quoted_status_id"]) ?? identifier(post["id"])
    let handle = text(post["account"]?["acct"])
    return Post.Quote(
      id: id ?? "", handle: handle ?? "", url: url(post["url"]) ?? url(post["uri"]) ?? page ?? "")
  }
}
