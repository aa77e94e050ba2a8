import Community
import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes the response of `/api/v1/instance` (entities/V1_Instance).
  func instanceV1(_ instance: Instance, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("uri", domain)
      writer.member("title", instance.title)
      writer.member("short_description", instance.description)
      writer.member("description", instance.description)
      writer.member("email", instance.email)
      writer.member("version", Self.claimedVersion(of: instance))
      writer.object("urls") { writer in writer.member("streaming_api", streamingAddress) }
      writer.object("stats") { writer in
        writer.member("user_count", instance.members)
        writer.member("status_count", instance.posts)
        writer.member("domain_count", 0)
      }
      url("thumbnail", instance.thumbnail ?? DefaultPicture.header, &writer)
      languages(&writer)
      writer.member("registrations", instance.registration.isForEverybody)
      writer.member("approval_required", instance.registration == .approval)
      writer.member("invites_enabled", instance.registration == .invitation)
      writer.object("configuration") { writer in limits(of: instance, &writer) }
      writer.name("contact_account")
      contact(of: instance, &writer)
      writer.name("rules")
      writer.array(instance.rules) { writer, rule in rule.write(&writer) }
    }
  }

  /// Encodes the response of `/api/v2/instance` (entities/Instance).
  func instanceV2(_ instance: Instance, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("domain", domain)
      writer.member("title", instance.title)
      writer.member("version", Self.claimedVersion(of: instance))
      writer.null("source_url")
      writer.member("description", instance.description)
      writer.object("usage") { writer in
        writer.object("users") { writer in writer.member("active_month", instance.members) }
      }
      writer.object("thumbnail") { writer in
        url("url", instance.thumbnail ?? DefaultPicture.header, &writer)
        writer.null("blurhash")
        writer.object("versions") { _ in }
      }
      languages(&writer)
      writer.object("configuration") { writer in
        writer.object("urls") { writer in
          writer.member("streaming", streamingAddress)
          writer.null("status")
        }
        limits(of: instance, &writer)
        writer.object("translation") { writer in writer.member("enabled", false) }
        if let key = instance.pushKey {
          writer.object("vapid") { writer in writer.member("public_key", key) }
        }
      }
      writer.object("registrations") { writer in
        writer.member("enabled", instance.registration.isForEverybody)
        writer.member("approval_required", instance.registration == .approval)
        writer.null("message")
        writer.null("url")
      }
      writer.object("contact") { writer in
        writer.member("email", instance.email)
        writer.name("account")
        contact(of: instance, &writer)
      }
      writer.name("rules")
      writer.array(instance.rules) { writer, rule in rule.write(&writer) }
    }
  }

  /// The server's URL for WebSockets, without a path: `wss://example.org`.
  private var streamingAddress: String {
    "ws" + (prefix.hasPrefix("http") ? prefix.dropFirst("http".count) : prefix[...])
  }

  /// Returns the version with that of the compatible Mastodon first. Clients read its first three characters
  /// as a number, to know which entities and routes exist.
  private static func claimedVersion(of instance: Instance) -> String {
    "4.2.0 (compatible; Swiftlet \(instance.version))"
  }

  /// The prefix without the scheme.
  var domain: String {
    let bytes = Array(prefix.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return prefix }
    return String(decoding: bytes[(colon + 3)...], as: UTF8.self)
  }

  private func languages(_ writer: inout JSONWriter) {
    writer.name("languages")
    writer.array(["en", "ar", "el", "pt", "zh"]) { writer, tag in writer.string(tag) }
  }

  private func contact(of instance: Instance, _ writer: inout JSONWriter) {
    if let profile = instance.contact { account(profile, &writer) } else { writer.null() }
  }

  /// Writes the limits, which are the same in both versions. Missing features have limits of 0.
  private func limits(of instance: Instance, _ writer: inout JSONWriter) {
    writer.object("accounts") { writer in writer.member("max_featured_tags", 0) }
    writer.object("statuses") { writer in
      writer.member("max_characters", instance.maxCharacters)
      writer.member("max_media_attachments", instance.pictures.most)
      writer.member("characters_reserved_per_url", instance.charactersPerLink)
    }
    writer.object("media_attachments") { writer in
      writer.name("supported_mime_types")
      writer.array(instance.pictures.types) { writer, type in writer.string(type) }
      writer.member("image_size_limit", instance.pictures.maxBytes)
      writer.member("image_matrix_limit", instance.pictures.maxPixels)
      writer.member("description_limit", instance.pictures.longestDescription)
      for name in Self.filmLimits { writer.member(name, 0) }
    }
    writer.object("polls") { writer in
      writer.member("max_options", instance.polls.mostOptions)
      writer.member("max_characters_per_option", instance.polls.longestOption)
      writer.member("min_expiration", instance.polls.expiration.lowerBound)
      writer.member("max_expiration", instance.polls.expiration.upperBound)
    }
  }

  private static let filmLimits: [StaticString] = [
    "video_size_limit", "video_frame_rate_limit", "video_matrix_limit",
  ]
}

extension CommunityRule {
  /// Encodes the rule (entities/Rule).
  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", "\(id)")
      writer.member("text", text)
      writer.member("hint", "")
    }
  }
}
