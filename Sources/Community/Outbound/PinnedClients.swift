import AsyncHTTPClient
import NIOCore

/// HTTP clients that connect to the very address that was checked: between the check and the
/// connection the name can't come to mean another machine (DNS rebinding).
actor PinnedClients {
  private static let mostKept = 64
  private var clients: [String: HTTPClient] = [:]
  private var order: [String] = []
  private var retired: [HTTPClient] = []

  /// The client for a host that resolved to that address.
  func client(for host: String, at address: String) -> HTTPClient {
    let key = host + " " + address
    if let client = clients[key] { return client }
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    // How long an answer may take is `Outbound`'s to say.
    configuration.timeout = .init(connect: .seconds(10))
    // Else a host where nobody listens is tried again and again until the timeout.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.decompression = .disabled
    configuration.httpVersion = .http1Only
    if host != address { configuration.dnsOverride = [host: address] }
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    clients[key] = client
    order.append(key)
    if order.count > Self.mostKept, let oldest = clients.removeValue(forKey: order.removeFirst()) {
      // It may be at work still, so it is only closed at the end.
      retired.append(oldest)
    }
    return client
  }

  func close() async {
    let all = Array(clients.values) + retired
    clients = [:]
    order = []
    retired = []
    for client in all { try? await client.shutdown() }
  }
}
