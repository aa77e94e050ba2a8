import OAuth1
import Testing

struct SignedOriginsTests {
  @Test func `both schemes of the known addresses are tried`() {
    let origins = SignedOrigins(
      publicOrigin: "https://Example.org", host: "127.0.0.1", port: 8080,
      forwardedHost: "api.example.org, inner", aliases: ["api.twitter.com"])
    #expect(
      origins.all == [
        "https://example.org", "http://example.org", "https://127.0.0.1", "http://127.0.0.1",
        "https://127.0.0.1:8080", "http://127.0.0.1:8080", "https://api.example.org",
        "http://api.example.org",
        "https://api.twitter.com", "http://api.twitter.com",
      ])
  }

  @Test func `a default port is dropped, another one stays`() {
    #expect(
      SignedOrigins(publicOrigin: nil, host: "a.b:443", port: nil).all == ["https://a.b", "http://a.b:443"])
    #expect(
      SignedOrigins(publicOrigin: nil, host: "a.b:080", port: 80).all == ["https://a.b:80", "http://a.b"])
    #expect(
      SignedOrigins(publicOrigin: "http://a.b:8080/", host: "a.b:8080", port: 8080).all
        == ["https://a.b:8080", "http://a.b:8080"])
    #expect(
      SignedOrigins(publicOrigin: nil, host: "[::1]:8080", port: nil).all
        == ["https://[::1]:8080", "http://[::1]:8080"])
    #expect(
      SignedOrigins(publicOrigin: nil, host: "[::1]", port: 8080).all == [
        "https://[::1]", "http://[::1]", "https://[::1]:8080", "http://[::1]:8080",
      ])
  }

  @Test func `what is no host isn't tried`() {
    for host in [
      "", " ", ":", ":80", "a/b", "user@a.b", "a.b:0", "a.b:65536", "a.b:123456", "a.b:-1", "a?b", "a b",
      "[]",
    ] {
      #expect(SignedOrigins(publicOrigin: host, host: host, port: 80, forwardedHost: host).all == [])
    }
  }

  @Test func `their number is bounded`() {
    let aliases = (0..<50).map { "a\($0).example.org" }
    #expect(SignedOrigins(publicOrigin: nil, host: nil, port: nil, aliases: aliases).all.count == 12)
  }
}
