import JSON

extension Moments.Action {
  /// Reads what a view wrote into `data-tap`.
  public init?(tap: String) {
    let bytes = Array(tap.utf8)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    let rest = bytes[min(colon + 1, bytes.count)...]
    switch Verb(rawValue: String(decoding: bytes[..<colon], as: UTF8.self)) {
    case .back: self = .tappedBack
    case .settings: self = .tappedSettings
    case .refresh: self = .pulledDown
    case .notice: self = .tappedNotice
    case .more: self = .reachedEnd
    case .retry: self = .tappedRetry
    case .fold: self = .tappedFold(key: String(decoding: rest, as: UTF8.self))
    case .person: self = .tappedPerson(username: String(decoding: rest, as: UTF8.self))
    case .picture:
      guard let last = rest.lastIndex(of: UInt8(ascii: ":")),
        let index = Int64(digits: rest[(last + 1)...]).flatMap({ Int(exactly: $0) })
      else { return nil }
      self = .tappedPicture(key: String(decoding: rest[..<last], as: UTF8.self), index: index)
    case nil: return nil
    }
  }

  private enum Verb: String {
    case back, settings, refresh, notice, more, retry, fold, person, picture
  }
}
