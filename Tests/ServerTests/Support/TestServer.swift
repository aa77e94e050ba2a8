import Community
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Server
import ServiceLifecycle
import Social

/// The settings of a test's server.
struct ServerSetup: Sendable {
  var configuration = Configuration()
  var assets = Assets.none
  var render: PageRenderer = PlaceholderPages.render
  var now: @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_795_000_000_000) }
  /// The clock that measures connections.
  var clock: @Sendable () -> NIODeadline = { .now() }
  var logger = quiet

  func application(
    _ community: Community, onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    buildApplication(
      configuration, community: community, assets: assets, render: render, now: now, clock: clock,
      logger: logger,
      onServerRunning: onServerRunning)
  }
}

/// Runs the real application without a socket.
func withServer<Value>(
  _ setup: ServerSetup = ServerSetup(), owner: String = "ann", posts: [SourcePost]? = [SourcePost()],
  files: [String: [UInt8]] = [:], _ body: @Sendable (TestClient) async throws -> Value
) async throws -> Value {
  try await withCommunity(owner: owner, posts: posts, files: files) { community in
    try await setup.application(community).withClient { client in try await body(client) }
  }
}

/// Runs the real application on a port of its own, with all its limits, and stops it at the end.
func withRunningServer<Value: Sendable>(
  _ setup: ServerSetup = ServerSetup(), posts: [SourcePost]? = [SourcePost()],
  _ body:
    @escaping @Sendable (_ port: Int, _ stop: @escaping @Sendable () async -> Void) async throws -> Value
) async throws -> Value {
  try await withCommunity(posts: posts) { community in
    var setup = setup
    setup.configuration.port = 0
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = setup.application(community) { channel in
      continuation.yield(channel.localAddress?.port ?? 0)
    }
    var configuration = ServiceGroupConfiguration(services: [application], logger: setup.logger)
    configuration.maximumGracefulShutdownDuration = setup.configuration.limits.shutdownTimeout
    let group = ServiceGroup(configuration: configuration)
    return try await withThrowingTaskGroup(of: Value?.self) { tasks in
      tasks.addTask {
        do { try await group.run() } catch is CancellationError {}
        return nil
      }
      var values = ports.makeAsyncIterator()
      let port = await values.next() ?? 0
      tasks.addTask {
        do {
          let value = try await body(port) { await group.triggerGracefulShutdown() }
          await group.triggerGracefulShutdown()
          return value
        } catch {
          await group.triggerGracefulShutdown()
          throw error
        }
      }
      var result: Value?
      for try await value in tasks { result = value ?? result }
      guard let result else { throw CancellationError() }
      return result
    }
  }
}

extension HTTPField.Name {
  /// Returns a header name that HTTPTypes lacks.
  static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }
}
