/// Stores a large value behind one reference. A copy only counts the reference, and two copies of the same
/// value are equal at once. A write copies the value, unless this is the only reference.
///
/// It makes the app smaller: docs/decisions/0004-size-of-the-app.md.
@propertyWrapper
public struct Shared<Value: Equatable & Sendable>: Equatable, Sendable {
  /// Sendable because it is written only while there is a single reference to it.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    @inline(__always) _read { yield box.value }
    @inline(__always) _modify {
      own()
      yield &box.value
    }
  }

  @inline(never)
  private mutating func own() {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
  }

  @inline(never)
  public static func == (one: Shared, other: Shared) -> Bool {
    one.box === other.box || one.box.value == other.box.value
  }
}
