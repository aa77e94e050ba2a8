import Hummingbird
import NIOCore

/// What goes with a request through the router: besides Hummingbird's own, who is at the other end of the connection.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  /// nil where there is no socket, as in a test.
  let remoteAddress: SocketAddress?
  let channel: any Channel

  init(source: Source) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
    channel = source.channel
  }
}
