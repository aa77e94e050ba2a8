import JSON
public import Social

/// Requests about the viewer's circles, which the Mastodon API calls lists (methods/lists).
public enum CircleRequests {
  public static let all = APIRequest(.get, path)

  private static let path = "/api/v1/lists"

  /// Lists the viewer's circles with an account.
  public static func all(with account: String) -> APIRequest {
    APIRequest(.get, "/api/v1/accounts/" + percentEncoded(account) + "/lists")
  }

  public static func one(_ circle: String) -> APIRequest { APIRequest(.get, path(circle)) }

  public static func create(_ name: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.member("title", name) }
    return APIRequest(.post, path, body: writer.bytes)
  }

  /// Changes everything but the people.
  public static func change(_ circle: Circle) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("title", circle.name)
      writer.member("replies_policy", circle.repliesPolicy.rawValue)
      writer.member("exclusive", circle.isExclusive)
    }
    return APIRequest(.put, path(circle.id), body: writer.bytes)
  }

  public static func delete(_ circle: String) -> APIRequest { APIRequest(.delete, path(circle)) }

  /// - Parameter page: The query from the server's `Link` field; `nil` for the first page.
  public static func people(of circle: String, page: String?) -> APIRequest {
    APIRequest(.get, path(circle) + "/accounts?" + (page ?? "limit=80"))
  }

  /// Adds an account to a circle, or removes it.
  public static func put(_ account: String, in circle: String, _ isIn: Bool) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("account_ids")
      writer.array { $0.string(account) }
    }
    return APIRequest(isIn ? .post : .delete, path(circle) + "/accounts", body: writer.bytes)
  }

  private static func path(_ circle: String) -> String { path + "/" + percentEncoded(circle) }
}

extension MastodonDecoder {
  /// Decodes a list of circles (entities/List), without unreadable ones; `nil` if the response isn't a list.
  public func circles(_ body: [UInt8]) -> [Circle]? {
    (try? JSON(parsing: body))?.array?.compactMap { circle($0) }
  }

  public func circle(_ body: [UInt8]) -> Circle? { (try? JSON(parsing: body)).flatMap { circle($0) } }

  private func circle(_ json: JSON) -> Circle? {
    guard let id = identifier(json["id"]), let name = name(json["title"]) else { return nil }
    return Circle(
      id: id, name: name,
      repliesPolicy: json["replies_policy"]?.string.flatMap { Circle.RepliesPolicy(rawValue: $0) } ?? .people,
      isExclusive: json["exclusive"]?.bool ?? false, peopleCount: json["accounts_count"].map { count($0) })
  }
}
