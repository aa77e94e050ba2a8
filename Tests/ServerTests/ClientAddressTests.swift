import NIOCore
import Testing

@testable import Server

@Suite struct ClientAddressTests {
  private func counted(_ text: String, isBehindProxy: Bool) throws -> String? {
    ClientAddress.counted(try SocketAddress(ipAddress: text, port: 1), isBehindProxy: isBehindProxy)
  }

  @Test func `an IPv4 address in IPv6 is itself`() throws {
    #expect(try counted("::ffff:192.0.2.1", isBehindProxy: false) == "192.0.2.1")
    #expect(try counted("::FFFF:127.0.0.1", isBehindProxy: true) == nil)
    #expect(try counted("::ffff:8.8.8.8", isBehindProxy: true) == "8.8.8.8")
  }

  @Test func `a network of IPv6 counts as one`() throws {
    #expect(
      try counted("2001:db8::1", isBehindProxy: false) == counted("2001:db8::2", isBehindProxy: false))
    #expect(
      try counted("2001:db8::1", isBehindProxy: false) != counted("2001:db8:0:1::1", isBehindProxy: false))
  }

  @Test func `the connections of a proxy are not counted`() throws {
    for address in ["127.0.0.1", "10.1.2.3", "::1", "fd00::1"] {
      #expect(try counted(address, isBehindProxy: true) == nil)
      #expect(try counted(address, isBehindProxy: false) != nil)
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
