import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Server

@Suite struct ClientAddressTests {
  private func counted(_ text: String, behind proxies: TrustedProxies? = nil) throws -> String? {
    ClientAddress.counted(try SocketAddress(ipAddress: text, port: 1), behind: proxies)
  }

  private func proxies(_ ranges: String...) throws -> TrustedProxies {
    TrustedProxies(try ranges.map { try #require(AddressRange($0)) })
  }

  @Test func `an IPv4 address in IPv6 is itself`() throws {
    #expect(try counted("::ffff:192.0.2.1") == "192.0.2.1")
    #expect(try counted("::FFFF:127.0.0.1", behind: .loopback) == nil)
    #expect(try counted("::ffff:8.8.8.8", behind: .loopback) == "8.8.8.8")
  }

  @Test func `a network of IPv6 counts as one`() throws {
    #expect(try counted("2001:db8::1") == counted("2001:db8::2"))
    #expect(try counted("2001:db8::1") != counted("2001:db8:0:1::1"))
  }

  @Test func `the connections of a proxy are not counted`() throws {
    for address in ["127.0.0.1", "127.9.9.9", "::1"] {
      #expect(try counted(address, behind: .loopback) == nil)
      #expect(try counted(address) != nil)
    }
    for address in ["10.1.2.3", "fd00::1", "192.168.1.1"] {
      #expect(try counted(address, behind: .loopback) != nil, "whoever is near is not trusted for that")
      #expect(try counted(address, behind: proxies("10.0.0.0/8", "fd00::/8", "192.168.1.1")) == nil)
    }
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("172.16.0.0/12", "172.31.255.255", true),
    ("172.16.0.0/12", "172.32.0.0", false), ("192.0.2.128/25", "192.0.2.127", false),
    ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "::1", false), ("fd7a:115c:a1e0::/48", "fd7a:115c:a1e0:ab12::1", true),
    ("fd7a:115c:a1e0::/48", "fd7a:115c:a1e1::1", false), ("192.0.2.1", "192.0.2.1", true),
    ("::1", "::2", false),
  ])
  func `a range holds addresses that begin alike`(_ range: String, _ address: String, _ isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(#require(NumericAddress(address))) == isIn)
  }

  @Test(arguments: [
    "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "example.org", "::1/129", "1.2.3.4/8/8",
  ])
  func `what is no range is none`(_ text: String) { #expect(AddressRange(text) == nil) }

  @Test(arguments: [
    // Only a proxy's header is trusted.
    ("8.8.8.8", "192.0.2.1", "8.8.8.8"), ("10.0.0.9", "192.0.2.1", "192.0.2.1"),
    // The last entry that isn't a proxy counts; entries before it may be forged.
    ("10.0.0.9", "1.1.1.1, 192.0.2.1", "192.0.2.1"),
    ("10.0.0.9", "1.1.1.1,192.0.2.1, 10.0.0.8 ,10.0.0.7", "192.0.2.1"),
    // If all are proxies, the first one counts.
    ("10.0.0.9", "10.0.0.1, 10.0.0.2", "10.0.0.1"),
    // With ports, as some proxies write them.
    ("10.0.0.9", "192.0.2.1:50123", "192.0.2.1"), ("10.0.0.9", "[2001:db8::1]:443", "2001:db8::1"),
    ("10.0.0.9", "[2001:db8::1]", "2001:db8::1"), ("10.0.0.9", "2001:db8::1", "2001:db8::1"),
    ("10.0.0.9", "::ffff:192.0.2.1", "192.0.2.1"), ("::ffff:10.0.0.9", "192.0.2.1", "192.0.2.1"),
    // An unreadable entry, and everything before it, counts as the proxy that wrote it.
    ("10.0.0.9", "192.0.2.1, unknown", "10.0.0.9"), ("10.0.0.9", "unknown, 192.0.2.1", "192.0.2.1"),
    ("10.0.0.9", "192.0.2.1, unknown, 10.0.0.8", "10.0.0.8"), ("10.0.0.9", "", "10.0.0.9"),
  ])
  func `a request comes from the last address that is no proxy's`(
    _ peer: String, _ forwarded: String, _ client: String
  ) throws {
    let found = try proxies("10.0.0.0/8").client(of: NumericAddress(peer), forwarded: forwarded)
    #expect(found == NumericAddress(client))
  }

  @Test func `whether it is https is said by the first proxy`() throws {
    let base = PublicBase(configured: nil)
    for (value, isSecure) in [
      ("https", true), ("https, http", true), ("HTTPS ,http", true), ("http, https", false), ("http", false),
      ("", false),
    ] {
      let head = HTTPRequest(
        method: .get, scheme: "http", authority: "localhost", path: "/",
        headerFields: [.forwardedProto: value])
      let source = base.source(of: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
      #expect(source.isSecure == isSecure, "\(value)")
    }
  }

  @Test func `connections are counted up and down`() {
    let counter = ConnectionCounter(limit: 2, maximum: 3, logger: quiet)
    #expect(counter.open("a") && counter.open("a") && !counter.open("a") && counter.open("b"))
    counter.close("a")
    #expect(counter.open("a"))
    for _ in 0..<3 { counter.close("a") }
    counter.close("b")
    #expect(counter.addresses == 0)
  }

  @Test func `connections leave room for files`() {
    #expect(FileDescriptors.connections(ofDescriptors: 1024) == 448)
    #expect(FileDescriptors.connections(ofDescriptors: 20) == 1)
    #expect(FileDescriptors.raiseLimit() >= 64)
  }
}
