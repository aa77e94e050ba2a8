import Localization
import Social

/// The toast: one line over the tab bar.
extension App {
  /// Shows a toast; if `stays`, until it is hidden.
  mutating func show(_ toast: Toast, stays: Bool = false) {
    self.toast = toast
    toastSince = now
    swipe = SwipeGesture()
    forget(.toastEnds)
    commands.append(.toast(toast.html(environment.strings)))
    if !stays { startTimer(toast.milliseconds, .toastEnds) }
  }

  mutating func hideToast() {
    if toast != nil { endToast() }
  }

  private mutating func endToast() {
    toast = nil
    swipe = SwipeGesture()
    forget(.toastEnds)
    commands.append(.toast(nil))
  }

  /// The time in milliseconds after which the app checks again if a toast is still held.
  private static let pause = 1_000

  /// The longest time in milliseconds that a toast is held. A mouse that was left on it doesn't mean that
  /// someone reads it.
  private static let patience: Int64 = 30_000

  /// True while the viewer reads it or is about to tap it.
  private var isToastHeld: Bool {
    toast != nil && (holdsToast || swipe.slide != nil)
      && 0..<Self.patience ~= now.milliseconds - toastSince.milliseconds
  }

  mutating func toastIsDue() {
    if isToastHeld { startTimer(Self.pause, .toastEnds) } else { endToast() }
  }

  /// Holds back the item that a held toast can undo, for as long as the toast is held.
  mutating func awaitUndo() {
    guard isToastHeld, case .undo(let id)? = toast?.action, outbox[id]?.state == .waiting else { return }
    outbox.postpone(id, until: now.advanced(byMilliseconds: Int64(Self.pause)))
    // Another tab may be the sender.
    changed(id)
  }

  /// Returns true if the finger swipes the toast.
  mutating func swipes(_ event: PointerEvent) -> Bool {
    guard toast != nil else { return false }
    var (settles, offset) = ("1", "0px")
    switch swipe.handle(event) {
    case .none: return false
    case .follows(let way): (settles, offset) = ("0", "\(way)px")
    case .returns: break
    case .goes(let isRight):
      offset = isRight ? "100vw" : "-100vw"
      // The undo or link is gone; the toast is removed when it is out of sight.
      toast = nil
      forget(.toastEnds)
      startTimer(Self.way, .toastEnds)
    }
    commands.append(.setVariable(Self.toastElement, StyleVariable(name: "--settle", value: settles)))
    commands.append(.setVariable(Self.toastElement, StyleVariable(name: "--slide", value: offset)))
    return true
  }

  /// The duration of its way out, in milliseconds; the style sheet has it, too.
  private static let way = 200
  /// The identifier that stands for the toast where other variables name a screen.
  private static let toastElement: Identifier = -1

  enum AppTimer { case toastEnds, outboxDue, liveDue, countIsDue, held }

  /// Cancels a timer of the app's own.
  mutating func forget(_ timer: AppTimer) {
    for (id, waiter) in waiting {
      switch (waiter, timer) {
      case (.toastEnds, .toastEnds), (.outboxDue, .outboxDue), (.liveDue, .liveDue),
        (.countIsDue, .countIsDue), (.held, .held):
        waiting[id] = nil
      default: continue
      }
    }
  }
}
