import Synchronization

/// Encoded answers, kept as long as the data they were made of does not change.
///
/// A byte limit holds for all of them together: what was asked for longest ago goes first. However
/// many ask for one answer at the same time, it is made once.
final class AnswerCache: Sendable {
  /// What an answer depends on, besides the data.
  struct Key: Hashable, Sendable {
    /// As the client wrote it: another spelling of a path is another entry.
    let path: String
    let base: PublicBase.Source
    /// For pages: language, minute, how many posts.
    var variant = ""

    var cost: Int { path.utf8.count + base.host.utf8.count + variant.utf8.count }
  }

  private struct Entry {
    let answer: Answer
    let generation: Int
    var lastUse: UInt64
  }

  private struct Making {
    let generation: Int
    let task: Task<Answer, any Error>
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var making: [Key: Making] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  private let limit: Int
  private let generation: @Sendable () async -> Int
  private let state = Mutex(State())

  /// `generation` changes whenever the data does.
  init(byteLimit: Int, generation: @escaping @Sendable () async -> Int) {
    limit = byteLimit
    self.generation = generation
  }

  /// The bytes that are kept now, by the answers' own estimate.
  var bytes: Int { state.withLock { $0.bytes } }

  /// The answer, if it is at hand and still true.
  func kept(_ key: Key) async -> Answer? {
    kept(key, generation: await generation())
  }

  private func kept(_ key: Key, generation current: Int) -> Answer? {
    state.withLock { state in
      guard let found = state.entries.index(forKey: key) else { return nil }
      let entry = state.entries.values[found]
      guard entry.generation == current else { return nil }
      state.uses += 1
      state.entries.values[found].lastUse = state.uses
      return entry.answer
    }
  }

  /// The answer, made if need be. An error is passed on to all that wait, and not kept.
  func answer(_ key: Key, make: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
    let current = await generation()
    if let answer = kept(key, generation: current) { return answer }
    let task = state.withLock { state in
      if let making = state.making[key], making.generation == current { return making.task }
      let task = Task {
        let result: Result<Answer, any Error>
        do { result = .success(try await make()) } catch { result = .failure(error) }
        await self.finish(key, generation: current, result)
        return try result.get()
      }
      state.making[key] = Making(generation: current, task: task)
      return task
    }
    return try await task.value
  }

  private func finish(_ key: Key, generation made: Int, _ result: Result<Answer, any Error>) async {
    let isCurrent = await generation() == made
    state.withLock { state in
      if state.making[key]?.generation == made { state.making[key] = nil }
      guard isCurrent, case .success(let answer) = result, answer.cost + key.cost <= limit / 2 else { return }
      if let old = state.entries.removeValue(forKey: key) { state.bytes -= old.answer.cost + key.cost }
      state.uses += 1
      state.entries[key] = Entry(answer: answer, generation: made, lastUse: state.uses)
      state.bytes += answer.cost + key.cost
      if state.bytes > limit { Self.evict(&state, downTo: limit / 8 * 7, generation: made) }
    }
  }

  /// Outdated answers first, then the ones unused for longest; some more than needed, so that it is seldom.
  private static func evict(_ state: inout State, downTo target: Int, generation: Int) {
    let order = state.entries.sorted { left, right in
      let leftIsOld = left.value.generation != generation
      let rightIsOld = right.value.generation != generation
      return leftIsOld == rightIsOld ? left.value.lastUse < right.value.lastUse : leftIsOld
    }
    for (key, entry) in order {
      guard state.bytes > target else { return }
      state.entries[key] = nil
      state.bytes -= entry.answer.cost + key.cost
    }
  }
}
