import Contracts
import Testing

struct MomentsRequestsTests {
  @Test func `MOM_06 the requests are those of the contract`() throws {
    let other = Origin.other(try .made("https://example.org/api"))
    #expect(MomentsRequests.profile(of: "jsmith", at: other) == "https://example.org/api/user/jsmith")
    #expect(MomentsRequests.posts(of: "jsmith", at: other) == "https://example.org/api/user/jsmith/tweets")
  }

  @Test func `the own server is asked relative to its root`() throws {
    #expect(
      MomentsRequests.posts(of: "jsmith", at: .own(try .made("https://example.org"))) == "/user/jsmith/tweets"
    )
    #expect(
      MomentsRequests.profile(of: "jsmith", at: .own(try .made("https://example.org/a"))) == "/a/user/jsmith")
  }

  @Test func `a username cannot leave its part of the path`() throws {
    let own = Origin.own(try .made("https://example.org"))
    #expect(MomentsRequests.profile(of: "../a b/朋?#&", at: own) == "/user/..%2Fa%20b%2F%E6%9C%8B%3F%23%26")
  }

  @Test func `only unreserved characters stay unencoded`() {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    #expect(percentEncoded(unreserved) == unreserved)
    #expect(
      percentEncoded(":/?#[]@!$&'()*+,;=%") == "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25")
    #expect(percentEncoded("\u{0}\n ") == "%00%0A%20")
    #expect(percentEncoded("😀") == "%F0%9F%98%80")
    #expect(percentEncoded("") == "")
  }
}
