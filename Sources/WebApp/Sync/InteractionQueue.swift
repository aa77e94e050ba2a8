import Contracts
import Social

/// The interaction queue: likes, reposts, follows and other interactions that servers have not confirmed yet.
/// They show at once. One request runs for each; if the choice changes meanwhile, another one follows. What
/// may succeed later is retried, as in the outbox (`MemberAction.isRetried`).
struct InteractionQueue: Equatable, Sendable {
  struct Target: Equatable, Sendable {
    /// The key of the session that they belong to.
    let session: String
    let action: MemberAction
    let id: String

    /// A person's name, which the device doesn't store, makes no difference.
    @inline(never)
    static func == (one: Target, other: Target) -> Bool {
      one.id == other.id && one.session == other.session && one.action.storedName == other.action.storedName
    }
  }

  private struct Item: Equatable, Sendable {
    var target: Target
    var choice: Bool
    /// The state that the running request asks for.
    var sentChoice: Bool
    /// True if the request failed for now, and will be retried.
    var isWaiting = false
    var attempts = 0
    /// The earliest time of the next attempt; `nil` if it is due.
    var notBefore: Timestamp?
  }

  private var all: [Item] = []

  var isEmpty: Bool { all.isEmpty }

  /// Says whether the server has to be asked now.
  mutating func enqueue(_ choice: Bool, _ target: Target) -> Bool {
    if let index = index(of: target) {
      (all[index].target, all[index].choice) = (target, choice)
      return false
    }
    all.append(Item(target: target, choice: choice, sentChoice: choice))
    return true
  }

  enum Outcome: Equatable {
    /// The choice has changed: a request for this state has to be sent.
    case again(Bool)
    case confirmed(Bool)
    /// The request was refused: the interaction is rolled back.
    case failed(Bool)
    /// It may succeed later: it is retried after a pause, or when the network may be back.
    case waiting
  }

  /// Returns `nil` if the interaction isn't in the queue.
  mutating func received(_ target: Target, _ outcome: RequestOutcome, now: Timestamp) -> Outcome? {
    guard let index = index(of: target) else { return nil }
    let item = all[index]
    // A request that was cut off may have arrived, so the opposite is requested all the same.
    if outcome == .transient, target.action.isRetried || item.choice != item.sentChoice {
      all[index].isWaiting = true
      all[index].notBefore = now.advanced(byMilliseconds: RetryPause.after(item.attempts))
      all[index].attempts += 1
      return .waiting
    }
    if outcome == .done, item.choice != item.sentChoice {
      all[index].sentChoice = item.choice
      all[index].attempts = 0
      return .again(item.choice)
    }
    all.remove(at: index)
    return outcome == .done ? .confirmed(item.sentChoice) : .failed(!item.sentChoice)
  }

  /// Ends the pauses between attempts, because the network is back.
  mutating func wake() {
    for index in all.indices where all[index].attempts > 0 { all[index].notBefore = nil }
  }

  /// Ends the pauses for requests of other tabs: that tab is gone.
  mutating func endForeignAttempts() {
    for index in all.indices where all[index].attempts == 0 { all[index].notBefore = nil }
  }

  /// Returns one that waits and is due, if any, and marks it as running.
  mutating func take(now: Timestamp) -> Target? {
    for index in all.indices {
      all[index].notBefore = all[index].notBefore?.atMost(RetryPause.longest, after: now)
    }
    guard let index = all.firstIndex(where: { $0.isWaiting && ($0.notBefore ?? now) <= now }) else {
      return nil
    }
    all[index].isWaiting = false
    all[index].sentChoice = all[index].choice
    return all[index].target
  }

  /// Returns the milliseconds until one is due; `nil` if none waits.
  func pause(now: Timestamp) -> Int64? {
    var shortest: Int64?
    for item in all where item.isWaiting {
      let pause = max(0, (item.notBefore ?? now).milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  func isOn(_ target: Target) -> Bool { index(of: target).map { all[$0].choice } ?? false }

  @inline(never)
  private func index(of target: Target) -> Int? { all.firstIndex { $0.target == target } }

  /// Returns the interactions with a post whose requests are on their way, with the state that each asks for.
  /// Another tab may be sending those that wait here, unless this one `leads` and has tried itself.
  func sent(_ id: String, in session: String, leads: Bool) -> [SentInteraction] {
    var sent: [SentInteraction] = []
    for item in all where item.target.session == session && item.target.id == id {
      guard case .post(let interaction) = item.target.action, !item.isWaiting || !leads || item.attempts == 0
      else { continue }
      sent.append(
        SentInteraction(interaction: interaction, isOn: item.isWaiting ? item.choice : item.sentChoice))
    }
    return sent
  }

  /// Returns the stored text of one, `on` or `off`; `nil` if it isn't in the queue. One whose request runs is
  /// stored, too: other tabs show it, and the page can be left before the response.
  func storedText(_ target: Target) -> String? {
    index(of: target).map { all[$0].choice ? "on" : "off" }
  }

  /// Adds one that the device has stored. The request of another tab may run until `time`, before which it isn't
  /// sent again; `nil` sends it at once.
  mutating func restore(_ target: Target, _ isOn: Bool, notBefore time: Timestamp?) {
    if let index = index(of: target) {
      all[index].choice = isOn
    } else {
      all.append(
        Item(target: target, choice: isOn, sentChoice: isOn, isWaiting: true, notBefore: time))
    }
  }

  /// Removes one that another tab has sent. Returns the chosen state; `nil` if it doesn't wait here.
  mutating func sentElsewhere(_ target: Target) -> Bool? {
    guard let index = index(of: target), all[index].isWaiting else { return nil }
    return all.remove(at: index).choice
  }

  mutating func removeAll(of session: String) { all.removeAll { $0.target.session == session } }
}

/// An interaction with a post whose request is on its way, and the state that the request asks for.
struct SentInteraction: Equatable, Sendable {
  let interaction: PostInteraction
  let isOn: Bool
}
