import Contracts
import JSON
import Localization
import Social

/// The viewer's vote in a poll. It shows at once, and waits for a network as interactions do.
struct PollVote: Equatable, Sendable {
  /// The first field of the form.
  static let form = "poll-vote"

  let poll: String
  let choices: [Int]
  /// The server's poll with this vote in it; `nil` until it has answered.
  var result: Poll?

  init(poll: String, choices: [Int], result: Poll? = nil) {
    self.poll = poll
    self.choices = choices
    self.result = result
  }

  /// Votes are the same whether the server has answered or not, so that a confirmed one replaces the one that
  /// waited.
  static func == (one: PollVote, other: PollVote) -> Bool {
    one.poll == other.poll && one.choices == other.choices
  }

  /// `vote-0.2-7` for the first and third option of poll 7.
  var storedName: String {
    var name = "vote-"
    for (index, choice) in choices.enumerated() { name += index == 0 ? "\(choice)" : ".\(choice)" }
    return name + "-" + poll
  }

  @inline(never)
  init?(storedName name: String) {
    let parts = Array(name.utf8).split(separator: UInt8(ascii: "-"), maxSplits: 2)
    guard parts.count == 3, parts[0].elementsEqual("vote".utf8) else { return nil }
    let choices = parts[1].split(separator: UInt8(ascii: ".")).compactMap {
      Int64(digits: $0).map { Int(clamping: $0) }
    }
    guard !choices.isEmpty else { return nil }
    self.init(poll: String(decoding: parts[2], as: UTF8.self), choices: choices)
  }

  /// Reads the fields of the form under a post. Returns `nil` if another form was submitted, or nothing was
  /// chosen.
  @inline(never)
  static func submitted(_ fields: [String]) -> (post: String, vote: PollVote)? {
    guard fields.count > 3, fields[0] == form else { return nil }
    let choices = fields[3...].compactMap { Int64(digits: Array($0.utf8)[...]).map { Int(clamping: $0) } }
    return (fields[1], PollVote(poll: fields[2], choices: choices))
  }

  /// Returns the post with the vote counted, or without it.
  @inline(never)
  func set(_ isOn: Bool, on post: Post) -> Post {
    guard var poll = post.poll, poll.id == self.poll else { return post }
    if isOn, let result {
      poll = result
    } else {
      guard poll.hasVoted != isOn else { return post }
      let step = isOn ? 1 : -1
      poll.hasVoted = isOn
      poll.ownVotes = isOn ? choices : []
      poll.votersCount = max(0, poll.votersCount + step)
      for choice in choices where poll.options.indices.contains(choice) {
        if let count = poll.options[choice].votesCount {
          poll.options[choice].votesCount = max(0, count + step)
        }
      }
    }
    var changed = post
    changed.poll = poll
    return changed
  }
}

extension App {
  /// Votes under the session of the screen. Returns false if another form was submitted.
  @inline(never)
  mutating func voted(_ fields: [String], on screen: Identifier) -> Bool {
    guard fields.first == PollVote.form else { return false }
    if let (post, vote) = PollVote.submitted(fields),
      let session = stack.first(where: { $0.id == screen })?.session,
      sessions.session(session) != nil
    {
      perform(.vote(vote), id: post, true, in: session)
    }
    return true
  }

  /// Returns the outcome of a vote. One that the server had already counts as sent: its response was lost.
  @inline(never)
  func outcome(of vote: PollVote, _ result: Result<Response, RequestFailure>) -> RequestOutcome {
    let outcome = RequestOutcome(result)
    guard outcome == .permanent, case .success(let response) = result,
      Array(response.errorText.utf8).starts(with: (Refusal.alreadyVoted.rawValue + Strings.codeEnd).utf8)
    else { return outcome }
    return .done
  }

  /// Shows the server's count.
  @inline(never)
  mutating func counted(_ vote: PollVote, _ target: InteractionQueue.Target, _ response: Response) {
    guard let session = sessions.session(target.session),
      let poll = MastodonDecoder(origin: session.origin).poll(body: response.body), poll.hasVoted
    else { return }
    var vote = vote
    vote.result = poll
    let change = MemberActionChange(
      action: .vote(vote), id: target.id, isOn: true, at: now, isConfirmed: true)
    broadcast(.memberActed(change), in: target.session)
  }
}
