import Social

/// The line over the tab bar.
extension App {
  /// `stays`: until it is hidden.
  mutating func show(_ toast: Toast, stays: Bool = false) {
    self.toast = toast
    toastSince = now
    swipe = SwipeGesture()
    forget(.toastEnds)
    commands.append(.toast(toast.html(reader.strings)))
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

  /// How much longer it shows while it is held, in milliseconds, before that is looked at again.
  private static let pause = 1_000

  /// How long it is held at most, in milliseconds: a mouse that was left on it is nobody who reads.
  private static let patience: Int64 = 30_000

  /// Somebody reads it, or is about to tap it.
  private var isToastHeld: Bool {
    toast != nil && (holdsToast || swipe.slide != nil)
      && 0..<Self.patience ~= now.milliseconds - toastSince.milliseconds
  }

  mutating func toastIsDue() {
    if isToastHeld { startTimer(Self.pause, .toastEnds) } else { endToast() }
  }

  /// What can be taken back by a toast that is held waits as long as that.
  mutating func awaitUndo() {
    guard isToastHeld, case .undo(let id)? = toast?.action, outbox[id]?.state == .waiting else { return }
    outbox.postpone(id, until: now.advanced(byMilliseconds: Int64(Self.pause)))
    // The tab that sends may be another one.
    changed(id)
  }

  /// True: the finger swipes it.
  mutating func swipes(_ event: PointerEvent) -> Bool {
    guard toast != nil else { return false }
    var (settles, place) = ("1", "0px")
    switch swipe.handle(event) {
    case .none: return false
    case .follows(let way): (settles, place) = ("0", "\(way)px")
    case .returns: break
    case .goes(let isRight):
      place = isRight ? "100vw" : "-100vw"
      // It means nothing any more, and is taken away when it is out of sight.
      toast = nil
      forget(.toastEnds)
      startTimer(Self.way, .toastEnds)
    }
    commands.append(.setVariable(Self.toastElement, StyleVariable(name: "--settle", value: settles)))
    commands.append(.setVariable(Self.toastElement, StyleVariable(name: "--slide", value: place)))
    return true
  }

  /// How long it takes on its way out, in milliseconds; the style sheet says it, too.
  private static let way = 200
  /// What stands for it where other variables have a screen.
  private static let toastElement: Identifier = -1

  enum AppTimer { case toastEnds, outboxDue, held }

  /// A timer of the app's own that has lost its meaning.
  mutating func forget(_ timer: AppTimer) {
    for (id, waiter) in waiting {
      switch (waiter, timer) {
      case (.toastEnds, .toastEnds), (.outboxDue, .outboxDue), (.held, .held): waiting[id] = nil
      default: continue
      }
    }
  }
}
