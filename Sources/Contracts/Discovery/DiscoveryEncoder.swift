public import JSON

/// Writes what programs ask to find out what a server is, and who is there.
public struct DiscoveryEncoder: Sendable {
  /// The server's address: `https://example.org`.
  public let prefix: String

  public init(prefix: String) { self.prefix = prefix }

  /// Of `/.well-known/nodeinfo` (nodeinfo.diaspora.software/protocol).
  public func nodeInfoLinks(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("links")
      writer.array { writer in
        writer.object { writer in
          writer.member("rel", "http://nodeinfo.diaspora.software/ns/schema/2.0")
          writer.member("href", prefix + "/nodeinfo/2.0")
        }
      }
    }
  }

  /// The document itself (nodeinfo.diaspora.software/schema). There are no protocols between servers yet.
  public func nodeInfo(_ instance: Instance, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("version", "2.0")
      writer.object("software") { writer in
        writer.member("name", "swiftlet")
        writer.member("version", instance.version)
      }
      writer.emptyArray("protocols")
      writer.object("services") { writer in
        writer.emptyArray("inbound")
        writer.emptyArray("outbound")
      }
      writer.member("openRegistrations", instance.registration == .open)
      writer.object("usage") { writer in
        writer.object("users") { writer in writer.member("total", instance.members) }
        writer.member("localPosts", instance.posts)
      }
      writer.object("metadata") { writer in writer.member("nodeName", instance.title) }
    }
  }

  /// An account by its address (RFC 7033 section 4.4).
  public func person(_ username: String, _ writer: inout JSONWriter) {
    let encoder = MastodonEncoder(prefix: prefix)
    writer.object { writer in
      writer.member("subject", "acct:\(username)@\(encoder.domain)")
      writer.name("aliases")
      writer.array([username]) { writer, username in
        writer.string { writer in encoder.profileAddress(of: username, &writer) }
      }
      writer.name("links")
      writer.array { writer in
        writer.object { writer in
          writer.member("rel", "http://webfinger.net/rel/profile-page")
          writer.member("type", "text/html")
          writer.name("href")
          writer.string { writer in encoder.profileAddress(of: username, &writer) }
        }
      }
    }
  }
}
