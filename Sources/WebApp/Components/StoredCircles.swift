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
    var text = ""
    for circle in circles { text += circle.id + " " + circle.name + "\n" }
    return [.remember(key: key, text.isEmpty ? nil : text), .broadcast(.circlesChanged(circles))]
  }
}
