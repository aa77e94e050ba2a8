/// The part of a body of known length that a `Range` field requests (RFC 9110 section 14).
enum ByteRange: Equatable, Sendable {
  /// No range, or one that may be ignored: another unit, unreadable, or several ranges.
  case whole
  case part(ClosedRange<Int>)
  /// 416: the range is outside the body.
  case unsatisfiable

  init(_ field: String?, size: Int) {
    guard let field, field.hasPrefix("bytes="), !field.contains(",") else {
      self = .whole
      return
    }
    let bounds = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2 else {
      self = .whole
      return
    }
    let first = Self.number(bounds[0])
    let last = Self.number(bounds[1])
    switch (first, last) {
    case (.value(let first), .value(let last)) where first <= last:
      self = first < size ? .part(first...min(last, size - 1)) : .unsatisfiable
    case (.value(let first), .none):
      self = first < size ? .part(first...(size - 1)) : .unsatisfiable
    case (.none, .value(let length)):
      self = length > 0 && size > 0 ? .part(max(0, size - length)...(size - 1)) : .unsatisfiable
    default: self = .whole
    }
  }

  private enum Bound {
    case none
    case value(Int)
    case unreadable
  }

  private static func number(_ text: Substring) -> Bound {
    let text = text.drop { $0 == " " }
    guard !text.isEmpty else { return .none }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return .unreadable }
    // A number beyond 64 bits is larger than any file.
    return .value(Int(text) ?? .max)
  }
}
