@testable import Screens

extension PointerEvent {
  static func finger(
    _ phase: Phase, _ x: Int, _ y: Int, at time: Int64 = 0, pointer: Int32 = 1, scrolled offset: Int = 0,
    edge: Int? = 0
  ) -> PointerEvent {
    PointerEvent(phase: phase, pointer: pointer, x: x, y: y, time: time, scrollOffset: offset, edge: edge)
  }
}

extension StyleVariable {
  /// The variable as it is written into the document.
  var text: String { "\(name):\(value)" }
}
