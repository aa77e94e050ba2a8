import Storage

/// A note about a change that streams show.
public struct StreamNote: Hashable, Sendable {
  let note: EventNote

  /// True if tokens may have become invalid, and with them their streams.
  public var endsAccess: Bool { note == .accessChanged }
}

/// The notes of one commit, or the news that some may be missing.
public enum StreamNews: Sendable {
  case notes([StreamNote])
  /// Streams have to end, so that their clients catch up.
  case interrupted

  init(_ item: EventFeed.Item) {
    switch item {
    case .notes(let notes): self = .notes(notes.map { StreamNote(note: $0) })
    case .interrupted: self = .interrupted
    }
  }

  /// Drops all but the last of equal notes of numbers, which come in bursts.
  public static func merged(_ news: [StreamNews]) -> [StreamNews] {
    var known: Set<StreamNote> = []
    let merged: [StreamNews] = news.reversed().map { news in
      guard case .notes(let notes) = news else { return news }
      let kept = notes.reversed().filter { note in
        guard case .counted = note.note else { return true }
        return known.insert(note).inserted
      }
      return .notes(kept.reversed())
    }
    return merged.reversed()
  }
}
