import Contracts
import JSON

/// Encodes the documents by which clients discover the server and its accounts.
struct DiscoveryEncoder: Sendable {
  /// The server's address: `https://example.org`.
  let prefix: String

  init(prefix: String) { self.prefix = prefix }

  /// Encodes `/.well-known/nodeinfo` (nodeinfo.diaspora.software/protocol).
  func nodeInfoLinks(_ writer: inout JSONWriter) {
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

  /// Encodes the NodeInfo document (nodeinfo.diaspora.software/schema). Its list of protocols is empty,
  /// because servers don't talk to each other yet.
  func nodeInfo(_ instance: Instance, _ writer: inout JSONWriter) {
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
      writer.member("openRegistrations", instance.registration.isForEverybody)
      writer.object("usage") { writer in
        writer.object("users") { writer in writer.member("total", instance.members) }
        writer.member("localPosts", instance.posts)
      }
      writer.object("metadata") { writer in writer.member("nodeName", instance.title) }
    }
  }

  /// Encodes the WebFinger document of an account (RFC 7033 section 4.4).
  func person(_ username: String, _ writer: inout JSONWriter) {
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
