/// The two requests of the image feed's contract, and the statuses that count as success.
///
/// Targets are relative to the base: the address of the server, or `/essential-feed` on a Swiftlet server.
public enum ImageFeedRequests {
  /// - Parameter after: The `FeedImage.id` that the page follows; `nil` for the first page.
  public static func feed(limit: Int, after: String?) -> APIRequest {
    var target = "/v1/feed?limit=\(limit)"
    if let after { target += "&after_id=" + percentEncoded(after) }
    return APIRequest(.get, target)
  }

  /// - Parameter id: The `FeedImage.id`.
  public static func comments(of id: String) -> APIRequest {
    APIRequest(.get, "/v1/image/" + percentEncoded(id) + "/comments")
  }

  /// Checks the status of a feed, or of a picture's bytes, which also must not be empty.
  public static func isSuccess(status: Int) -> Bool { status == 200 }

  /// Checks the status of comments: any 2xx is a success.
  public static func isSuccess(commentsStatus status: Int) -> Bool { 200...299 ~= status }
}

/// Returns the UUID (RFC 9562 section 4) in upper case; `nil` if the text isn't one.
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
