import JSON
public import Social

/// The member's edited profile. The device stores it until a server has accepted it.
public struct ProfileDraft: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var nick: String
    var note: String
    var rows: [String]
    var flags: ProfileFlags
    var avatar: String?
    var cover: String?
  }

  public static let rowCount = Profile.Field.maxCount

  @Shared private var parts: Parts

  /// The display name; if it is empty, the username is shown.
  public var nick: String {
    get { parts.nick }
    set { parts.nick = newValue }
  }
  public var note: String {
    get { parts.note }
    set { parts.note = newValue }
  }
  /// Names and values alternately, `rowCount` of each.
  public var rows: [String] {
    get { parts.rows }
    set { parts.rows = newValue }
  }
  /// The flags that the form offers; the others keep their defaults and aren't sent.
  public var flags: ProfileFlags {
    get { parts.flags }
    set { parts.flags = newValue }
  }
  /// The id of a picture stored on the device; empty to remove the picture, `nil` to leave it unchanged.
  public var avatar: String? {
    get { parts.avatar }
    set { parts.avatar = newValue }
  }
  public var cover: String? {
    get { parts.cover }
    set { parts.cover = newValue }
  }

  public subscript(text: ProfileText) -> String {
    get {
      switch text {
      case .nick: nick
      case .note: note
      }
    }
    set {
      switch text {
      case .nick: nick = newValue
      case .note: note = newValue
      }
    }
  }

  /// Decodes the member's own account (entities/Account, "CredentialAccount"), or the text from `json`.
  public init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let source = json["source"] else { return nil }
    var rows: [String] = []
    for field in source["fields"]?.array ?? [] {
      rows.append(field["name"]?.string ?? "")
      rows.append(field["value"]?.string ?? "")
    }
    while rows.count < 2 * Self.rowCount { rows.append("") }
    parts = Parts(
      nick: json["display_name"]?.string ?? "", note: source["note"]?.string ?? "", rows: rows,
      flags: ProfileFlags { $0.isInForm ? json[$0.rawValue]?.bool ?? false : nil },
      avatar: source["avatar"]?.string, cover: source["cover"]?.string)
  }

  /// The draft in the form in which servers send accounts.
  public var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([("display_name", nick)])
      for flag in ProfileFlag.allCases where flag.isInForm {
        writer.name(of: flag.rawValue)
        writer.bool(flags[flag])
      }
      writer.name("source")
      writer.object { writer in
        writer.texts([("note", note), ("avatar", avatar), ("cover", cover)])
        writer.name("fields")
        writer.array { writer in
          for row in 0..<Self.rowCount {
            writer.object { $0.texts([("name", rows[2 * row]), ("value", rows[2 * row + 1])]) }
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns one of the requests that save the draft; `nil` after the last (Mastodon API, methods/accounts,
  /// "Update account credentials"; methods/profile). Unchanged values aren't sent, because they may have been
  /// changed elsewhere meanwhile.
  ///
  /// - Parameters:
  ///   - step: The number of the request, from 0.
  ///   - original: The profile as loaded from the server.
  public func request(_ step: Int, since original: ProfileDraft) -> APIRequest? {
    var requests: [APIRequest] = []
    let fields = changes(since: original)
    if !fields.isEmpty {
      var writer = JSONWriter()
      writer.array(fields) { writer, field in
        writer.array { writer in
          writer.string(field.name)
          writer.string(field.text)
          if field.isPicture { writer.bool(true) }
        }
      }
      requests.append(APIRequest(.form, "/api/v1/accounts/update_credentials", body: writer.bytes))
    }
    if avatar == "" { requests.append(APIRequest(.delete, "/api/v1/profile/avatar")) }
    if cover == "" { requests.append(APIRequest(.delete, "/api/v1/profile/header")) }
    return step < requests.count ? requests[step] : nil
  }

  private func changes(since original: ProfileDraft) -> [(name: String, text: String, isPicture: Bool)] {
    var changes: [(name: String, text: String, isPicture: Bool)] = []
    for text in ProfileText.allCases where self[text] != original[text] {
      changes.append((text.apiName, self[text], false))
    }
    for flag in ProfileFlag.allCases where flags[flag] != original.flags[flag] {
      changes.append((flag.rawValue, flags[flag] ? "true" : "false", false))
    }
    if rows != original.rows {
      for (index, text) in rows.enumerated() {
        changes.append(("fields_attributes[\(index / 2)][\(index % 2 == 0 ? "name" : "value")]", text, false))
      }
    }
    if let avatar, !avatar.isEmpty { changes.append(("avatar", avatar, true)) }
    if let cover, !cover.isEmpty { changes.append(("header", cover, true)) }
    return changes
  }
}
