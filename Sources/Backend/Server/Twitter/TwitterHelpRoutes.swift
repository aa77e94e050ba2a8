import Community
import Contracts
import HTTPTypes
import JSON
import Media
import Social
import TwitterContracts

extension API {
  /// Adds what clients ask about the server (developer.twitter.com, "Get app rate limit status").
  mutating func addTwitterHelp(_ community: Community) {
    let anything = Schema.any
    add(
      .twitter(
        .get, "application/rate_limit_status", "The limits of the viewer", .token, ["resources"],
        response: .object([.init("rate_limit_context", anything), .init("resources", anything)]))
    ) { call in
      let methods = Self.limitedMethods.filter { family, _ in
        let wanted = call.twitter.list("resources")
        return wanted.isEmpty || wanted.contains(family)
      }
      let budget = TwitterBudget(call.budget)
      return .json { writer in
        writer.object { writer in
          // The token itself is nothing to repeat.
          writer.object("rate_limit_context") { $0.member("access_token", "") }
          writer.object("resources") { writer in
            for (family, names) in methods {
              writer.name(of: family)
              writer.object { writer in
                for name in names {
                  writer.name(of: "/" + family + "/" + name)
                  budget.write(to: &writer)
                }
              }
            }
          }
        }
      }
    }
    add(
      .twitter(
        .get, "help/configuration", "What a tweet may hold", .token,
        response: .object([]))
    ) { _ in
      .json { writer in
        writer.object { writer in
          for (name, value) in [
            ("characters_reserved_per_media", 24), ("dm_text_character_limit", 0),
            ("max_media_per_upload", 1), ("photo_size_limit", community.media.limits.maxBytes),
            ("short_url_length", 23), ("short_url_length_https", 23),
          ] as [(StaticString, Int)] {
            writer.member(name, value)
          }
          writer.emptyArray("non_username_paths")
          writer.object("photo_sizes") { _ in }
        }
      }
    }
  }

  /// The methods whose limits clients look for. All share one, which the header fields of a response tell, too.
  private static let limitedMethods: [(family: String, names: [String])] = [
    ("account", ["verify_credentials"]), ("application", ["rate_limit_status"]), ("blocks", ["ids", "list"]),
    ("favorites", ["list"]), ("followers", ["ids", "list"]), ("friends", ["ids", "list"]),
    ("friendships", ["show"]), ("help", ["configuration"]), ("search", ["tweets"]),
    ("statuses", ["home_timeline", "mentions_timeline", "user_timeline", "show/:id", "lookup"]),
    ("users", ["show/:id", "lookup"]),
  ]
}

/// The rest of a limit.
private struct TwitterBudget {
  let limit: Int
  let remaining: Int
  /// In seconds since 1970.
  let reset: Int64

  /// - Parameter verdict: `nil` if limits are off; then all of the standard limit remains.
  init(_ verdict: RateLimiter.Verdict?) {
    let standard = RateLimits().general
    limit = verdict?.limit ?? standard.count
    remaining = verdict?.remaining ?? standard.count
    reset =
      verdict.map { $0.reset.milliseconds / 1000 } ?? Timestamp.now.milliseconds / 1000
      + standard.window.components.seconds
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("limit", limit)
      writer.member("remaining", remaining)
      writer.name("reset")
      writer.number(reset)
    }
  }
}
