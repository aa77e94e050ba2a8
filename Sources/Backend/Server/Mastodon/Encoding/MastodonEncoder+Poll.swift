import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes a poll (entities/Poll).
  func poll(_ poll: Poll, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", poll.id)
      writer.member("expires_at", poll.expiresAt)
      writer.member("expired", poll.isEnded)
      writer.member("multiple", poll.isMultiple)
      writer.member("votes_count", poll.votesCount)
      writer.member("voters_count", poll.votersCount)
      writer.name("options")
      writer.array(poll.options) { writer, option in
        writer.object { writer in
          writer.member("title", option.title)
          if let count = option.votesCount {
            writer.member("votes_count", count)
          } else {
            writer.null("votes_count")
          }
        }
      }
      writer.emptyArray("emojis")
      writer.member("voted", poll.hasVoted)
      writer.name("own_votes")
      writer.array(poll.ownVotes) { writer, choice in writer.number(Int64(choice)) }
      if poll.showsVoters { writer.member("shows_voters", true) }
    }
  }

  /// Encodes the poll of an earlier version of a post (entities/StatusEdit).
  func poll(titles: [String], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("options")
      writer.array(titles) { writer, title in writer.object { $0.member("title", title) } }
    }
  }
}
