import Community
import NIOCore

/// The two ways in which events are written.
enum StreamFormat: Sendable {
  case eventStream, webSocket
}

/// The reason for which the server ends a stream.
enum StreamEnd: Equatable, Sendable {
  /// The token isn't valid any more.
  case revoked
  /// The client took too little of what was sent.
  case slow
  case shutdown
  /// Events may have been missed. The client catches up when it connects again.
  case interrupted
}

/// The way to a client. No function waits for the client.
protocol StreamOutlet: AnyObject, Sendable {
  var format: StreamFormat { get }

  func send(_ bytes: ByteBuffer)

  /// Does what keeps the connection alive. Called once a second.
  func beat()

  func end(_ reason: StreamEnd)
}

/// A client that is connected to streams.
struct StreamConnection: Sendable {
  let id: Int
  let access: StreamAccess
  let outlet: any StreamOutlet
}

/// The checked sender of a request for streams.
struct StreamAccess: Sendable {
  let viewer: Viewer
  let token: TokenAccess
  /// The server's URL as the client reached it.
  let prefix: String
  let address: ClientAddress

  func may(_ scope: Scope) -> Bool { token.scopes.contains(scope) }
}
