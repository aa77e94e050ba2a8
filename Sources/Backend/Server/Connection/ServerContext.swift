import Community
import Hummingbird
import NIOCore

/// The context of a request in the router: Hummingbird's own and the other end of the connection.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  /// The peer's address; `nil` without a socket, as in a test.
  let remoteAddress: SocketAddress?
  let channel: any Channel
  /// The member whose reading address the request came to; `nil` at any other address.
  var reader: Viewer?
  /// The result of checking the request's signature; `nil` if it isn't signed.
  var signature: SignatureCheck?

  init(source: Source) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
    channel = source.channel
  }
}
