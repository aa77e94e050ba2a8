import Contracts

/// The results of a timeline import.
public struct TimelineReport: Equatable, Sendable {
  /// An item that was left out. Items are counted from 1 in the order of the file.
  public struct LeftOut: Equatable, Sendable {
    public var item: Int
    public var reason: Reason
  }

  public enum Reason: Equatable, Sendable {
    case notAnObject
    case noID
    case noAuthor
    case empty
    case sameID
    /// The text has more than 100,000 characters.
    case tooLong
  }

  public var posts = ImportReport.Count()
  /// The number of known posts whose text, date or pictures changed.
  public var changed = 0
  public var people = ImportReport.Count()
  /// The number of pictures. Each counts once, even if it is shown several times.
  public var pictures = ImportReport.Count()
  public var leftOut: [LeftOut] = []
  /// The number of pictures beyond the ninth of a post, or without an address.
  public var droppedPictures = 0
  public var failedPictures: [ImportReport.FailedPicture] = []
  public var renamed: [ImportReport.RenamedPerson] = []
  /// The number of posts without a date, or with an impossible one.
  public var undated = 0
  /// The number of replies to posts that the file doesn't have.
  public var unknownReplies = 0
  /// The items whose parent was removed, because their replies formed a circle.
  public var circles: [Int] = []
  /// The number of posts from earlier imports that the file no longer has. They were kept.
  public var missingInSource = 0

  public init() {}
}

extension TimelineReport {
  /// The report as lines for a terminal or a log.
  public var lines: [String] {
    var lines = [posts.line("posts"), people.line("people"), pictures.line("pictures")]
    if changed > 0 { lines.append("changed: \(changed.counting("post"))") }
    lines += leftOut.map { "left out: item \($0.item), \($0.reason.text)" }
    if undated > 0 {
      lines.append("without a date: \(undated.counting("post")), placed after the one before")
    }
    if unknownReplies > 0 {
      lines.append(
        "threads started: \(unknownReplies.counting("reply", plural: "replies")), to posts that are not in the file"
      )
    }
    lines += circles.map { "thread started: item \($0), which replied to itself or in a circle" }
    if droppedPictures > 0 { lines.append(ImportReport.line(droppedPictures: droppedPictures)) }
    lines += failedPictures.map(\.line) + renamed.map(\.line)
    if missingInSource > 0 { lines.append(ImportReport.line(missing: missingInSource)) }
    return lines
  }
}

extension TimelineReport.Reason {
  init(_ reason: TimelineFile.Reason) {
    switch reason {
    case .notAnObject: self = .notAnObject
    case .noID: self = .noID
    case .noAuthor: self = .noAuthor
    case .empty: self = .empty
    case .sameID: self = .sameID
    }
  }

  var text: String {
    switch self {
    case .notAnObject: ImportReport.Reason.notAnObject.text
    case .noID: "no id"
    case .noAuthor: "no author"
    case .empty: ImportReport.Reason.empty.text
    case .sameID: "an item before it has the same id"
    case .tooLong: ImportReport.Reason.tooLong.text
    }
  }
}
