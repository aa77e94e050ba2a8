import Community
import HTTPTypes
import Invalidation
import Logging
import Synchronization

/// The connected streams of this process, and the one who tells them what happens.
///
/// Notes come in the order of commits and are handled one after the other, so events keep that order. A
/// client that is too slow is cut, and no other one waits for it.
final class StreamingHub: Sendable {
  fileprivate struct State {
    var connections: [Int: StreamConnection] = [:]
    var subscriptions: [Int: [StreamSubscription]] = [:]
    /// The connections of each stream's subscribers, by account.
    var subscribers: [StreamName: [Int64: Set<Int>]] = [:]
    var ofAccount: [Int64: Int] = [:]
    var ofAddress: [ClientAddress: Int] = [:]
    var lastID = 0
    var pending: [StreamNews] = []
    var isStopping = false
  }

  let community: Community
  let limits: ServerLimits
  let posts: EncodedPosts
  let logger: Logger
  private let state = Mutex(State())
  private let signal: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init(community: Community, limits: ServerLimits, posts: EncodedPosts, logger: Logger) {
    self.community = community
    self.limits = limits
    self.posts = posts
    self.logger = logger
    (signal, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    community.streaming.subscribe { [weak self] item in self?.receive(item) }
  }

  /// The number of connected clients.
  var count: Int { state.withLock { $0.connections.count } }

  // A process without streams does nothing with notes.
  private func receive(_ item: StreamNews) {
    let isWaiting = state.withLock { state in
      guard !state.connections.isEmpty else { return false }
      state.pending.append(item)
      return true
    }
    if isWaiting { wake.yield() }
  }

  /// Registers a client. Notes of later commits reach it.
  ///
  /// - Throws: `RequestError` for one stream too many, and while the server stops.
  func open(_ access: StreamAccess, _ outlet: some StreamOutlet) throws(RequestError) -> StreamConnection {
    let opened: Result<StreamConnection, RequestError> = state.withLock { state in
      guard !state.isStopping else { return .failure(.busy) }
      let account = access.viewer.account
      guard state.ofAccount[account, default: 0] < limits.streams.perAccount,
        state.ofAddress[access.address, default: 0] < limits.connectionsPerAddress
          * limits.streams.addressFactor,
        state.connections.count < limits.streams.inAll(of: limits.connections)
      else {
        return .failure(Self.tooMany)
      }
      state.lastID += 1
      let connection = StreamConnection(id: state.lastID, access: access, outlet: outlet)
      state.connections[connection.id] = connection
      state.ofAccount[account, default: 0] += 1
      state.ofAddress[access.address, default: 0] += 1
      return .success(connection)
    }
    return try opened.get()
  }

  /// The number of the last change, to be noted before a token is checked.
  var revision: UInt64 { community.revisions.latest }

  /// Checks a token once more if tokens became invalid after it was checked: the note about that may have come
  /// before the client was registered.
  ///
  /// - Parameter revision: `revision` before the token was checked.
  /// - Throws: `RequestError.invalidToken`, or the error of the database. Then the client is forgotten.
  func confirm(_ connection: StreamConnection, since revision: UInt64) async throws {
    guard !community.revisions.isCurrent(.access, asOf: revision) else { return }
    let token = connection.access.token.tokenID
    do {
      guard try await community.streaming.validTokens([token]).contains(token) else {
        throw RequestError.invalidToken
      }
    } catch {
      close(connection)
      throw error
    }
  }

  private static let tooMany: RequestError = {
    var error = RequestError.tooManyRequests
    error.retryAfter = 30
    return error
  }()

  /// Adds a stream to a client's. Repeating one has no further effect.
  ///
  /// - Throws: `RequestError` for a missing scope, for a circle that isn't the member's, and for one too many.
  func subscribe(_ connection: StreamConnection, to subscription: StreamSubscription) async throws {
    let access = connection.access
    guard access.may(subscription.scope) else { throw RequestError.outsideScopes }
    if case .list(let list) = subscription.name {
      guard try await community.streaming.owns(list: list, access.viewer) else {
        throw StreamSubscription.notAuthorized
      }
    }
    let isAdded = state.withLock { state in
      guard state.connections[connection.id] != nil else { return true }
      let present = state.subscriptions[connection.id, default: []]
      guard !present.contains(subscription) else { return true }
      guard present.count < limits.streams.subscriptions else { return false }
      state.subscriptions[connection.id, default: []].append(subscription)
      state.subscribers[subscription.name, default: [:]][access.viewer.account, default: []].insert(
        connection.id)
      return true
    }
    guard isAdded else { throw RequestError(status: .badRequest, message: "Too many streams") }
  }

  func unsubscribe(_ connection: StreamConnection, from subscription: StreamSubscription) {
    state.withLock { state in
      state.subscriptions[connection.id]?.removeAll { $0 == subscription }
      state.leave(subscription.name, connection)
    }
  }

  /// Forgets a client whose connection is over.
  func close(_ connection: StreamConnection) {
    state.withLock { state in
      guard state.connections.removeValue(forKey: connection.id) != nil else { return }
      let names = Set((state.subscriptions.removeValue(forKey: connection.id) ?? []).map(\.name))
      for name in names { state.leave(name, connection) }
      let access = connection.access
      let count = state.ofAccount[access.viewer.account, default: 1] - 1
      state.ofAccount[access.viewer.account] = count > 0 ? count : nil
      let near = state.ofAddress[access.address, default: 1] - 1
      state.ofAddress[access.address] = near > 0 ? near : nil
      if state.connections.isEmpty { state.pending = [] }
    }
  }

  private var connections: [StreamConnection] { state.withLock { Array($0.connections.values) } }

  /// Ends all streams. Clients catch up when they connect again.
  private func endAll(_ reason: StreamEnd) { for connection in connections { connection.outlet.end(reason) } }

  /// Ends all streams one after the other, so that the clients don't connect all at once to the next process.
  /// Called more than once.
  func stop() {
    let connections = state.withLock { state -> [StreamConnection] in
      guard !state.isStopping else { return [] }
      state.isStopping = true
      return state.connections.values.shuffled()
    }
    guard !connections.isEmpty else { return }
    let pause = limits.streams.stopping / connections.count
    Task {
      for connection in connections {
        connection.outlet.end(.shutdown)
        try? await Task.sleep(for: pause)
      }
    }
  }

  /// Delivers events until the task is cancelled.
  func run() async {
    await withTaskGroup { group in
      group.addTask { await self.deliverAll() }
      group.addTask { await self.beat() }
    }
  }

  private func deliverAll() async {
    for await _ in signal {
      // The writer's response goes first, and events of the same moment are merged.
      try? await Task.sleep(for: limits.streams.gathering)
      let items = state.withLock { state in
        defer { state.pending = [] }
        return state.pending
      }
      if items.count > limits.streams.maxPending {
        endAll(.interrupted)
      } else {
        for item in StreamNews.merged(items) { await deliver(item) }
      }
    }
  }

  private func deliver(_ item: StreamNews) async {
    guard case .notes(let notes) = item else { return endAll(.interrupted) }
    for note in notes {
      do {
        if note.endsAccess {
          try await endRevoked()
        } else {
          let deliveries = try await community.streaming.deliveries(of: note, to: audience)
          for delivery in deliveries { await deliver(delivery) }
        }
      } catch is CancellationError {
        return
      } catch {
        logger.error("Streams end, as an event can't be read", metadata: ["error": "\(error)"])
        endAll(.interrupted)
      }
    }
  }

  private var audience: StreamAudience {
    state.withLock { state in StreamAudience(state.subscribers.mapValues { Set($0.keys) }) }
  }

  private func deliver(_ delivery: StreamDelivery) async {
    let receivers = state.withLock { state -> [(StreamConnection, [String])] in
      guard let subscribers = state.subscribers[delivery.stream] else { return [] }
      return delivery.accounts.flatMap { subscribers[$0] ?? [] }.flatMap { id in
        guard let connection = state.connections[id] else { return [] as [(StreamConnection, [String])] }
        return (state.subscriptions[id] ?? []).filter { $0.name == delivery.stream }.map {
          (connection, $0.labels)
        }
      }
    }
    var renderer = EventRenderer(delivery.event, posts: posts)
    for (index, (connection, labels)) in receivers.enumerated() {
      // Requests that come meanwhile don't wait until all have the event.
      if index > 0, index.isMultiple(of: limits.streams.receiversAtOnce) { await Task.yield() }
      if case .notification = delivery.event, !connection.access.may(.readNotifications) { continue }
      let bytes = renderer.bytes(
        connection.outlet.format, prefix: connection.access.prefix, labels: labels)
      connection.outlet.send(bytes)
    }
  }

  /// Ends the streams of tokens that aren't valid any more.
  private func endRevoked() async throws {
    let connections = connections
    let tokens = Set(connections.map(\.access.token.tokenID)).sorted()
    let valid = try await community.streaming.validTokens(tokens)
    for connection in connections where !valid.contains(connection.access.token.tokenID) {
      connection.outlet.end(.revoked)
    }
  }

  /// Keeps the connections alive. Also notices that a command of the CLI, which sends no notes with SQLite,
  /// ended tokens.
  private func beat() async {
    var revision = community.revisions.latest
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      let connections = connections
      guard !connections.isEmpty else { continue }
      for connection in connections { connection.outlet.beat() }
      await community.refresh()
      let latest = community.revisions.latest
      guard !community.revisions.isCurrent(.access, asOf: revision) else { continue }
      do {
        try await endRevoked()
        revision = latest
      } catch {
        logger.debug("Tokens of streams can't be checked", metadata: ["error": "\(error)"])
      }
    }
  }
}

extension StreamingHub.State {
  /// Takes a connection off a stream's subscribers, unless it subscribes to it by another label.
  fileprivate mutating func leave(_ name: StreamName, _ connection: StreamConnection) {
    guard subscriptions[connection.id]?.contains(where: { $0.name == name }) != true else { return }
    let account = connection.access.viewer.account
    subscribers[name]?[account]?.remove(connection.id)
    if subscribers[name]?[account]?.isEmpty == true { subscribers[name]?[account] = nil }
    if subscribers[name]?.isEmpty == true { subscribers[name] = nil }
  }
}
