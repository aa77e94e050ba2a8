import Community
import Synchronization

/// Progress of a long task: one changing line on a terminal, otherwise a line every few seconds.
final class ProgressLine: Sendable {
  private struct State {
    var isLineOpen = false
    var lastShown: ContinuousClock.Instant?
  }

  private let isWatched = Terminal.isWatched
  private let state = Mutex(State())

  /// The time between two lines when the output isn't a terminal, such as a log file.
  private static let interval = Duration.seconds(5)

  func show(_ progress: ImportProgress) { show(progress.words) }

  func show(_ words: String) {
    state.withLock { state in
      if isWatched {
        state.isLineOpen = true
        Terminal.replaceLine(words)
        return
      }
      let now = ContinuousClock.now
      if let last = state.lastShown, now - last < Self.interval { return }
      state.lastShown = now
      Terminal.error(words)
    }
  }

  func end() {
    state.withLock { state in
      if state.isLineOpen { Terminal.endLine() }
      state.isLineOpen = false
    }
  }
}

extension ImportProgress {
  var words: String {
    switch self {
    case .reading: "Reading …"
    case .pictures(let done, let total): "Pictures: \(done) of \(total)"
    case .writing(let done, let total): "Posts: \(done) of \(total)"
    }
  }
}
