/// Keeps a wide value behind one reference: to copy it is to count the reference, and two copies of the same are
/// equal at once. It is copied when it is written, unless nobody else has it.
///
/// For the app's size: docs/decisions/0004-size-of-the-app.md.
@propertyWrapper
public struct Shared<Value: Equatable & Sendable>: Equatable, Sendable {
  /// Written only while one reference to it is there.
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
