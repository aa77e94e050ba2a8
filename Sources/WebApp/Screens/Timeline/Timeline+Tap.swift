extension Timeline {
  indirect enum Tap: ScreenTap {
    case list(ListTap)
    /// The id of the entry above it.
    case gap(after: String)
    case post(PostTap)
    /// Opens a circle's timeline.
    case circle(String)
    /// Opens the people of the circle that shows.
    case people

    private enum Verb: String { case gap, circle, people }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .gap(let id): EncodedTap(Verb.gap.rawValue, id)
      case .post(let tap): tap.encoded
      case .circle(let id): EncodedTap(Verb.circle.rawValue, id)
      case .people: EncodedTap(Verb.people.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
      } else if tap.verb == Verb.gap.rawValue {
        self = .gap(after: tap.value)
      } else if tap.verb == Verb.circle.rawValue {
        self = .circle(tap.value)
      } else if tap.verb == Verb.people.rawValue {
        self = .people
      } else if let post = PostTap(tap) {
        self = .post(post)
      } else {
        return nil
      }
    }
  }
}
