import JSON
public import Social

/// Polls (Mastodon API, entities/Poll).
extension MastodonDecoder {
  /// The number of options that are decoded; the rest is left out.
  private static let maxOptions = 100

  /// Decodes the poll of a post; `nil` without one, or with fewer than two options.
  func poll(_ json: JSON?) -> Poll? { json?.members == nil ? nil : json.flatMap { readPoll($0) } }

  public func poll(body: [UInt8]) -> Poll? { (try? JSON(parsing: body)).flatMap { poll($0) } }

  /// Returns a count; `nil` if the server hides it.
  private func number(_ json: JSON?) -> Int? { json == .null ? nil : json?.count }

  @inline(never)
  private func readPoll(_ json: JSON) -> Poll? {
    let options = (json["options"]?.array ?? []).prefix(Self.maxOptions).map { option in
      Poll.Option(title: name(option["title"]) ?? "", votesCount: number(option["votes_count"]))
    }
    guard let id = identifier(json["id"]), options.count > 1 else { return nil }
    let votesCount = count(json["votes_count"])
    return Poll(
      id: id, options: options, expiresAt: date(json["expires_at"]), isEnded: json["expired"]?.bool ?? false,
      isMultiple: json["multiple"]?.bool ?? false, votesCount: votesCount,
      votersCount: number(json["voters_count"]) ?? votesCount,
      showsVoters: json["shows_voters"]?.bool ?? false,
      hasVoted: json["voted"]?.bool ?? false,
      ownVotes: (json["own_votes"]?.array ?? []).compactMap { $0.count }.filter {
        options.indices.contains($0)
      })
  }
}
