/// The line over the tab bar.
extension App {
  /// `stays`: until it is hidden.
  mutating func show(_ toast: Toast, stays: Bool = false) {
    self.toast = toast
    forget(.toastEnds)
    commands.append(.toast(toast.html(reader.strings)))
    if !stays { startTimer(toast.milliseconds, .toastEnds) }
  }

  mutating func hideToast() {
    guard toast != nil else { return }
    toast = nil
    forget(.toastEnds)
    commands.append(.toast(nil))
  }

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
