import Contracts
import Social

/// The viewer's circles as this device last saw them: the chips over home, and the titles of their timelines.
enum StoredCircles {
  /// The key, after a session's prefix. A line has a circle's id and its name.
  static let key = "circles"

  static func read(_ memory: Memory) -> [Circle] { circles(in: memory[key] ?? "") }

  @inline(never)
  static func circles(in text: String) -> [Circle] {
    Array(text.utf8).split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      return Circle(
        id: String(decoding: line[..<space], as: UTF8.self),
        name: String(decoding: line[(space + 1)...], as: UTF8.self))
    }
  }

  /// Stores the circles, and broadcasts them.
  static func changed(to circles: [Circle]) -> [Effect] {
    let text = text(of: circles)
    return [.remember(key: key, text.isEmpty ? nil : text), .broadcast(.circlesChanged(circles))]
  }

  /// Stores and broadcasts the circles of a response, unless the device knows the same ones by the same names.
  @inline(never)
  static func received(
    _ result: Result<Response, RequestFailure>, _ decoder: MastodonDecoder, known: [Circle]
  ) -> [Effect] {
    guard case .success(let body) = LoadFailure.body(of: result), let circles = decoder.circles(body),
      text(of: circles) != text(of: known)
    else { return [] }
    return changed(to: circles)
  }

  private static func text(of circles: [Circle]) -> String {
    var text = ""
    for circle in circles { text += circle.id + " " + circle.name + "\n" }
    return text
  }
}
