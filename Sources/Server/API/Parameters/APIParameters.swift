import Foundation
import HTTPTypes
import JSON

/// What a request says, however it says it: query, JSON, form or multipart, as one object (rule 11 of the Mastodon API).
///
/// Values of forms are texts, those of JSON have types: the functions take both, and refuse with 422 what can't be
/// meant (`limit=many`, `{"status": []}`).
struct APIParameters: Sendable {
  /// By name; of doubles, the last counts.
  private let members: [String: JSON]
  let files: [String: UploadedFile]

  static let none = APIParameters([], files: [:])

  init(_ members: [JSONMember], files: [String: UploadedFile] = [:]) {
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    self.files = files
  }

  /// As it was sent; nil if it was not, or as null.
  subscript(name: String) -> JSON? {
    let value = members[name]
    return value == .null ? nil : value
  }

  /// Longer texts are refused everywhere, before anything looks at them.
  static let maximumTextBytes = 100_000

  /// - Throws: 422 for what has another name, and says something: it would be lost (rule 21).
  func refuseOthers(than known: Set<String>) throws(RequestError) {
    // Some clients send the id of the path once more.
    let known = known.union(["id", "access_token"])
    guard let other = members.filter({ !known.contains($0.key) && !Self.isEmpty($0.value) }).keys.min() else { return }
    throw .invalid("\(other) is not offered by this server")
  }

  private static func isEmpty(_ value: JSON) -> Bool {
    switch value {
    case .null: true
    case .bool(let bool): !bool
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .number: false
    }
  }

  /// - Parameter maximum: in bytes of UTF-8.
  func string(_ name: String, maximum: Int = maximumTextBytes) throws -> String? {
    guard let value = self[name] else { return nil }
    guard let text = Self.text(value) else { throw RequestError.invalid("\(name) must be a text") }
    guard text.utf8.count <= maximum else { throw RequestError.invalid("\(name) is too long") }
    return text
  }

  /// The text, which must be there.
  func requiredString(_ name: String, maximum: Int = maximumTextBytes) throws -> String {
    guard let text = try string(name, maximum: maximum), !text.isEmpty else { throw RequestError.blank(name) }
    return text
  }

  /// Of `name[]`, or a JSON array; one text alone counts as a list of one. Empty if there is none.
  func strings(_ name: String, maximumCount: Int = 100) throws -> [String] {
    guard let value = self[name] else { return [] }
    let values = value.array ?? [value]
    guard values.count <= maximumCount else { throw RequestError.invalid("\(name) has too many entries") }
    return try values.map { value in
      guard let text = Self.text(value), text.utf8.count <= Self.maximumTextBytes else {
        throw RequestError.invalid("\(name) must be a list of texts")
      }
      return text
    }
  }

  func bool(_ name: String) throws -> Bool? {
    guard let value = self[name] else { return nil }
    if let bool = value.bool { return bool }
    switch Self.text(value)?.lowercased() {
    case "true", "1", "on", "t", "yes": return true
    case "false", "0", "off", "f", "no", "": return false
    default: throw RequestError.invalid("\(name) must be true or false")
    }
  }

  func integer(_ name: String) throws -> Int64? {
    guard let value = self[name], value.string != "" else { return nil }
    guard let number = value.int64 ?? value.string.flatMap({ Int64(digits: Array($0.utf8)[...]) }) else {
      throw RequestError.invalid("\(name) must be a whole number")
    }
    return number
  }

  /// An id: decimal digits. nil if there is none; text that is no id is refused.
  func identifier(_ name: String) throws -> Int64? {
    guard let number = try integer(name) else { return nil }
    guard number >= 0 else { throw RequestError.invalid("\(name) is not an id") }
    return number
  }

  /// Ids in `name[]`; what is no id is left out, as nothing has it.
  func identifiers(_ name: String, maximumCount: Int = 100) throws -> [Int64] {
    try strings(name, maximumCount: maximumCount).compactMap { text in
      Int64(digits: Array(text.utf8)[...]).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// How many entries a list shall have: more than the maximum is not an error (rule 13).
  func limit(default standard: Int, maximum: Int) throws -> Int {
    guard let number = try integer("limit") else { return standard }
    return Int(min(max(number, 1), Int64(maximum)))
  }

  /// `name[sub]`, or a JSON object, as parameters of their own.
  func nested(_ name: String) throws -> APIParameters? {
    guard let value = self[name] else { return nil }
    guard let members = value.members else { throw RequestError.invalid("\(name) must be an object") }
    return APIParameters(members)
  }

  /// `name[][sub]`, `name[0][sub]` or a JSON array of objects. Empty if there is none.
  func nestedList(_ name: String, maximumCount: Int = 100) throws -> [APIParameters] {
    guard let value = self[name] else { return [] }
    let values = value.array ?? value.members?.map(\.value) ?? []
    guard values.count <= maximumCount else { throw RequestError.invalid("\(name) has too many entries") }
    return try values.map { value in
      guard let members = value.members else { throw RequestError.invalid("\(name) must be a list of objects") }
      return APIParameters(members)
    }
  }

  private static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}

extension RequestError {
  /// 422, in the words that the Mastodon API uses.
  static func invalid(_ reason: String) -> RequestError {
    RequestError(status: .unprocessableContent, message: "Validation failed: " + reason)
  }

  /// 422 for a field that must be there.
  static func blank(_ field: String) -> RequestError {
    var error = invalid("\(field) can't be blank")
    error.details = [Detail(field: field, code: "ERR_BLANK", description: "can't be blank")]
    return error
  }

  static func malformed(_ reason: String) -> RequestError { RequestError(status: .badRequest, message: reason) }
}

/// A file of a multipart form.
struct UploadedFile: Equatable, Sendable {
  /// As the client named it: never part of a path.
  let name: String
  /// As the client says; to be believed in nothing.
  let type: String
  let byteCount: Int
  /// Where it is; nil: the route does not want files.
  let path: String?

  /// Whoever wants to keep it has taken it away before.
  func remove() async {
    if let path { await removeFile(path) }
  }
}
