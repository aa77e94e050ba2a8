extension ImportReport {
  /// The report as lines for a terminal or a log.
  public var lines: [String] {
    var lines = [
      posts.line("posts"), comments.line("comments"), likes.line("likes"), people.line("people"),
      pictures.line("pictures"),
    ]
    lines += dropped.map { "left out: item \($0.item), \($0.reason.text)" }
    if droppedComments > 0 {
      lines.append("left out: \(droppedComments.counting("comment")) without sender or text, or too long")
    }
    if droppedPictures > 0 { lines.append(Self.line(droppedPictures: droppedPictures)) }
    lines += failedPictures.map(\.line) + renamed.map(\.line)
    if missingInSource > 0 { lines.append(Self.line(missing: missingInSource)) }
    return lines
  }

  static func line(droppedPictures count: Int) -> String {
    "left out: \(count.counting("picture")) beyond nine, or without an address"
  }

  static func line(missing count: Int) -> String {
    "kept: \(count.counting("post")) that the source no longer has"
  }
}

extension ImportReport.Count {
  func line(_ name: String) -> String { "\(name): \(added) added, \(known) already there" }
}

extension ImportReport.FailedPicture {
  var line: String {
    "picture not imported: \(item.map { "item \($0)" } ?? "profile"), \(reference): \(reason)"
  }
}

extension ImportReport.RenamedPerson {
  var line: String { "renamed: \(username) (\(nick)) is \(newUsername) here, the name was taken" }
}

extension ImportReport.Reason {
  var text: String {
    switch self {
    case .unreadable: "not readable JSON"
    case .notAnObject: "not an object"
    case .errorObject: "an error object"
    case .noSender: "no sender"
    case .empty: "neither text nor pictures"
    case .tooLong: "more than 100,000 characters"
    }
  }
}
