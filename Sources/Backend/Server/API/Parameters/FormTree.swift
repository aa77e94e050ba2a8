import JSON

/// Combines the flat names of forms: `a=1`, `ids[]=1&ids[]=2`, `source[privacy]=public`,
/// `fields[][name]=x&fields[][value]=y`. Rails reads them like that, so clients of the Mastodon API write
/// them.
struct FormTree {
  static let maxPairs = 1000
  /// The maximum number of bracketed parts in a name.
  static let maxDepth = 4

  private(set) var members: [JSONMember] = []
  private var pairs = 0

  mutating func add(_ name: String, _ value: String) throws(RequestError) {
    pairs += 1
    guard pairs <= Self.maxPairs else { throw .malformed("Too many parameters") }
    guard !name.utf8.contains(0), !value.utf8.contains(0) else {
      throw .invalid("a NUL character is no text")
    }
    let steps = try Self.steps(of: name)
    members = try Self.inserted(.string(value), at: steps[...], into: .object(members)).members ?? []
  }

  private enum Step: Equatable {
    case member(String)
    case append
  }

  private static func steps(of name: String) throws(RequestError) -> [Step] {
    guard let bracket = name.utf8.firstIndex(of: UInt8(ascii: "[")), bracket > name.startIndex else {
      return [.member(name)]
    }
    var steps = [Step.member(String(name[..<bracket]))]
    var rest = name[bracket...]
    while rest.utf8.first == UInt8(ascii: "["), let end = rest.utf8.firstIndex(of: UInt8(ascii: "]")) {
      let inner = rest[rest.index(after: rest.startIndex)..<end]
      steps.append(inner.isEmpty ? .append : .member(String(inner)))
      rest = rest[rest.index(after: end)...]
    }
    guard rest.isEmpty, steps.count <= maxDepth + 1 else {
      throw .malformed("A parameter's name can't be read")
    }
    return steps
  }

  private static func inserted(
    _ value: JSON, at steps: ArraySlice<Step>, into container: JSON?
  ) throws(RequestError) -> JSON {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      guard var members = container == nil ? [] : container?.members else { throw mixed }
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index] = JSONMember(name, try inserted(value, at: rest, into: members[index].value))
      } else {
        members.append(JSONMember(name, try inserted(value, at: rest, into: nil)))
      }
      return .object(members)
    case .append:
      guard var elements = container == nil ? [] : container?.array else { throw mixed }
      // `a[][x]=1&a[][y]=2` is one element, `a[][x]=1&a[][x]=2` two.
      if case .member(let name)? = rest.first, let last = elements.last?.members,
        !last.contains(where: { $0.name == name })
      {
        elements[elements.count - 1] = try inserted(value, at: rest, into: elements.last)
      } else {
        elements.append(try inserted(value, at: rest, into: nil))
      }
      return .array(elements)
    }
  }

  private static var mixed: RequestError { .malformed("A parameter is given in two ways that don't fit") }
}

extension FormTree {
  /// Adds `application/x-www-form-urlencoded` pairs (URL standard, section 5.1), from a body or a query.
  mutating func add(urlencoded text: some StringProtocol) throws(RequestError) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = percentDecoded(parts[0], plusIsSpace: true),
        let value = percentDecoded(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
      else { throw .malformed("A parameter is not UTF-8 or wrongly escaped") }
      try add(name, value)
    }
  }
}
