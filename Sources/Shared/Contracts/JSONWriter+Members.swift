public import JSON
public import Social

/// Members of an object, each with its name.
extension JSONWriter {
  public mutating func flags(_ flags: ProfileFlags) {
    for flag in ProfileFlag.allCases {
      name(of: flag.rawValue)
      bool(flags[flag])
    }
  }

  @inline(never)
  public mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }

  @inline(never)
  public mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  @inline(never)
  public mutating func member(_ name: StaticString, _ value: Int) {
    self.name(name)
    number(value)
  }

  /// Writes null if the text is `nil` or empty.
  @inline(never)
  public mutating func member(_ name: StaticString, orNull value: String?) {
    self.name(name)
    if let value, !value.isEmpty { string(value) } else { null() }
  }

  /// Writes `2026-11-21T06:04:13.000Z`, or null.
  @inline(never)
  public mutating func member(_ name: StaticString, _ moment: Timestamp?) {
    self.name(name)
    if let moment { string(moment.iso8601) } else { null() }
  }

  @inline(never)
  public mutating func null(_ name: StaticString) {
    self.name(name)
    null()
  }

  @inline(never)
  public mutating func emptyArray(_ name: StaticString) {
    self.name(name)
    array { _ in }
  }

  public mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    self.name(name)
    object(members)
  }

  /// Writes the circles that a post's author chose, for the author alone.
  @inline(never)
  public mutating func circles(_ circles: [Post.ChosenCircle]) {
    guard !circles.isEmpty else { return }
    name("circles")
    array(circles) { writer, circle in
      writer.object { writer in
        writer.member("id", circle.id)
        writer.member("title", circle.name)
        writer.member("excluded", circle.isExcepted)
        if circle.isOfFollowers { writer.member("excluded_from", "followers") }
      }
    }
  }
}
