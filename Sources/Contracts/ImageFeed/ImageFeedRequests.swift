/// The two requests of the image feed's contract, and which answers to them are successes.
///
/// Targets begin behind the base: the address of the server, or `/essential-feed` of a Swiftlet.
public enum ImageFeedRequests {
  /// - Parameter after: the `FeedImage.id` behind which the page begins; nil: the first page.
  public static func feed(limit: Int, after: String?) -> APIRequest {
    var target = "/v1/feed?limit=\(limit)"
    if let after { target += "&after_id=" + percentEncoded(after) }
    return APIRequest(.get, target)
  }

  /// - Parameter id: the `FeedImage.id`.
  public static func comments(of id: String) -> APIRequest {
    APIRequest(.get, "/v1/image/" + percentEncoded(id) + "/comments")
  }

  /// Of the feed and of the bytes of a picture, which must not be empty besides.
  public static func isSuccess(status: Int) -> Bool { status == 200 }

  /// Of comments: any 2xx.
  public static func isSuccess(commentsStatus status: Int) -> Bool { 200...299 ~= status }
}

/// The UUID (RFC 9562 section 4) in upper case; nil if the text is none.
@inline(never)
public func canonicalUUID(_ text: String) -> String? {
  var bytes = Array(text.utf8)
  guard bytes.count == 36 else { return nil }
  for index in 0..<36 {
    let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
    switch bytes[index] {
    case UInt8(ascii: "-") where isHyphen: continue
    case UInt8(ascii: "0")...UInt8(ascii: "9") where !isHyphen: continue
    case UInt8(ascii: "A")...UInt8(ascii: "F") where !isHyphen: continue
    case UInt8(ascii: "a")...UInt8(ascii: "f") where !isHyphen: bytes[index] &= 0xDF
    default: return nil
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
