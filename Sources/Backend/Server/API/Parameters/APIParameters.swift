import Foundation
import HTTPTypes
import JSON
import Localization
import Social

/// The parameters of a request from query, JSON, form or multipart, as one object (rule 11 of the Mastodon
/// API).
///
/// Values of forms are texts, those of JSON have types. The functions accept both and refuse unusable values
/// with 422 (`limit=many`, `{"status": []}`).
struct APIParameters: Sendable {
  /// The values by name. If a name appears twice, the last value counts.
  private let members: [String: JSON]
  let files: [String: UploadedFile]

  static let none = APIParameters([], files: [:])

  init(_ members: [JSONMember], files: [String: UploadedFile] = [:]) {
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    self.files = files
  }

  /// Returns the value as sent; `nil` if it is missing or null.
  subscript(name: String) -> JSON? {
    let value = members[name]
    return value == .null ? nil : value
  }

  /// The maximum length of any text. Longer ones are refused before they are processed.
  static let maxTextBytes = 100_000

  /// - Throws: 422 for a parameter with another name that isn't empty, because it would be lost (rule 21).
  func refuseOthers(than known: Set<String>) throws(RequestError) {
    // Some clients repeat the id of the path.
    let known = known.union(["id", "access_token"])
    guard let other = members.filter({ !known.contains($0.key) && !Self.isEmpty($0.value) }).keys.min() else {
      return
    }
    throw .invalid("\(other) is not offered by this server")
  }

  /// True for a parameter that was sent as `null`, false, or with nothing in it.
  func isEmpty(_ name: String) -> Bool { members[name].map(Self.isEmpty) ?? false }

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

  /// - Parameter maximum: The maximum length in bytes of UTF-8.
  func string(_ name: String, maximum: Int = maxTextBytes) throws -> String? {
    guard let value = self[name] else { return nil }
    guard let text = Self.text(value) else { throw RequestError.invalid("\(name) must be a text") }
    guard text.utf8.count <= maximum else { throw RequestError.invalid("\(name) is too long") }
    return text
  }

  /// Returns a required text.
  func requiredString(_ name: String, maximum: Int = maxTextBytes) throws -> String {
    guard let text = try string(name, maximum: maximum), !text.isEmpty else { throw RequestError.blank(name) }
    return text
  }

  /// Returns the texts of `name[]` or of a JSON array; a single text counts as a list. Empty if the parameter
  /// is missing.
  func strings(_ name: String, maxCount: Int = 100) throws -> [String] {
    guard let value = self[name] else { return [] }
    let values = value.array ?? [value]
    guard values.count <= maxCount else { throw RequestError.invalid("\(name) has too many entries") }
    return try values.map { value in
      guard let text = Self.text(value), text.utf8.count <= Self.maxTextBytes else {
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

  /// Returns an id, which consists of decimal digits; `nil` if the parameter is missing. Other texts are
  /// refused.
  func identifier(_ name: String) throws -> Int64? {
    guard let number = try integer(name) else { return nil }
    guard number >= 0 else { throw RequestError.invalid("\(name) is not an id") }
    return number
  }

  /// Returns the ids in `name[]`. Invalid ids are left out, because no object has them.
  func identifiers(_ name: String, maxCount: Int = 100) throws -> [Int64] {
    try strings(name, maxCount: maxCount).compactMap { text in
      Int64(digits: Array(text.utf8)[...]).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// Returns the requested number of entries. More than the maximum isn't an error (rule 13).
  func limit(default standard: Int, maximum: Int) throws -> Int {
    guard let number = try integer("limit") else { return standard }
    return Int(min(max(number, 1), Int64(maximum)))
  }

  /// Returns `name[sub]` or a JSON object as parameters.
  func nested(_ name: String) throws -> APIParameters? {
    guard let value = self[name] else { return nil }
    guard let members = value.members else { throw RequestError.invalid("\(name) must be an object") }
    return APIParameters(members)
  }

  /// Returns `name[][sub]`, `name[0][sub]` or a JSON array of objects. Empty if the parameter is missing.
  func nestedList(_ name: String, maxCount: Int = 100) throws -> [APIParameters] {
    guard let value = self[name] else { return [] }
    let values = value.array ?? value.members?.map(\.value) ?? []
    guard values.count <= maxCount else { throw RequestError.invalid("\(name) has too many entries") }
    return try values.map { value in
      guard let members = value.members else {
        throw RequestError.invalid("\(name) must be a list of objects")
      }
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
  /// 422 with the wording of the Mastodon API.
  static func invalid(_ reason: String, _ refusal: Refusal? = nil) -> RequestError {
    RequestError(status: .unprocessableContent, message: "Validation failed: " + reason, refusal: refusal)
  }

  /// 422 for a missing required field.
  static func blank(_ field: String) -> RequestError {
    var error = invalid("\(field) can't be blank")
    error.details = [Detail(field: field, code: "ERR_BLANK", description: "can't be blank")]
    return error
  }

  static func malformed(_ reason: String) -> RequestError {
    RequestError(status: .badRequest, message: reason)
  }
}

/// A file of a multipart form.
struct UploadedFile: Equatable, Sendable {
  /// The client's name for the file, never used in a path.
  let name: String
  /// The client's type for the file, never trusted.
  let type: String
  let byteCount: Int
  /// The path of the stored file; `nil` if the route takes no files.
  let path: String?

  /// Deletes the file. A caller that keeps it has moved it before.
  func remove() async {
    if let path { await removeFile(path) }
  }
}
