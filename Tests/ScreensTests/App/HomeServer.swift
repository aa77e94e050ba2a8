import Contracts
import JSON
import Social

@testable import Screens

/// The parts of a server that two people's home timelines need: each sees posts by themselves and their
/// friend.
struct HomeServer {
  struct MomentsPost {
    let id: String
    let author: String
    let text: String
  }

  private(set) var posts: [MomentsPost] = []
  private(set) var favourites: [String: Set<String>] = [:]
  private(set) var edited: [String: String] = [:]
  private var keys: [String: String] = [:]
  private var lastID = 95
  private var texts: [String: String] = [:]
  /// The posts that their author has deleted in the app.
  var unwanted: Set<String> = []

  @discardableResult
  mutating func write(by author: String, _ text: String) -> String {
    lastID += 1
    posts.append(MomentsPost(id: "\(lastID)", author: author, text: text))
    texts["\(lastID)"] = text
    return "\(lastID)"
  }

  func text(of id: String) -> String { texts[id] ?? "" }

  func isVisible(_ id: String, to session: String) -> Bool {
    guard let post = posts.first(where: { $0.id == id }) else { return true }
    return post.author.hasSuffix(session)
  }

  /// The ids of the posts that the session sees, newest first.
  func ids(of session: String) -> [String] {
    posts.reversed().filter { $0.author.hasSuffix(session) }.map(\.id)
  }

  static func id(in body: [UInt8]) -> String? { (try? JSON(parsing: body))?["id"]?.string }

  mutating func answer(_ request: APIRequest, of token: String?) -> Result<Response, RequestFailure> {
    guard let session = token.map({ String($0.suffix(1)) }) else { return .text("{}", status: 401) }
    let path = String(request.target.prefix { $0 != "?" })
    let parts = path.split(separator: "/").map(String.init)
    switch (request.method, parts.count > 2 ? parts[2] : "", parts.count) {
    case (.get, "timelines", 4) where parts[3] == "home": return page(of: session, request.target)
    case (.post, "statuses", 3): return publish(request, session)
    case (.put, "statuses", 4):
      edited[parts[3]] = (try? JSON(parsing: request.body ?? []))?["status"]?.string
      return status(parts[3], for: session)
    case (.delete, "statuses", 4):
      posts.removeAll { $0.id == parts[3] && $0.author == session }
      return .text("{}")
    case (.post, "statuses", 5):
      if parts[4] == "favourite" { favourites[session, default: []].insert(parts[3]) }
      if parts[4] == "unfavourite" { favourites[session]?.remove(parts[3]) }
      return status(parts[3], for: session)
    case (.get, "statuses", 4): return status(parts[3], for: session)
    case (.get, "statuses", 5): return .text(#"{"ancestors":[],"descendants":[]}"#)
    case (.get, "notifications", _): return .text("[]")
    default: return .text("{}", status: 404)
    }
  }

  private func page(of session: String, _ target: String) -> Result<Response, RequestFailure> {
    let bound = target.split(separator: "&").first { $0.hasPrefix("max_id=") }.map { String($0.dropFirst(7)) }
    let ids = ids(of: session).filter { id in bound.map { EntryList.isNewer($0, than: id) } ?? true }.prefix(
      20)
    return .text("[" + ids.map { json($0, for: session) }.joined(separator: ",") + "]")
  }

  private mutating func publish(_ request: APIRequest, _ session: String) -> Result<Response, RequestFailure>
  {
    let text = (try? JSON(parsing: request.body ?? []))?["status"]?.string ?? ""
    let key = request.idempotencyKey ?? ""
    let id = keys[key] ?? write(by: session, text)
    keys[key] = id
    return .text(json(id, for: session))
  }

  private func status(_ id: String, for session: String) -> Result<Response, RequestFailure> {
    posts.contains { $0.id == id } ? .text(json(id, for: session)) : .text("{}", status: 404)
  }

  private func json(_ id: String, for session: String) -> String {
    let author = posts.first { $0.id == id }?.author ?? session
    let isFavourite = favourites[session, default: []].contains(id)
    let authorID = Self.people.firstIndex(of: author).map { $0 + 1 } ?? (author.hasSuffix("1") ? 11 : 12)
    return SamplePosts.json(
      Int(id) ?? 0, by: authorID, text: edited[id], more: #","favourited":\#(isFavourite)"#)
  }

  /// The keys of both sessions, which are their members' ids too.
  static let people = ["1", "2"]
}
