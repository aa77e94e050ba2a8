extension ImportReport {
  /// The report as lines for a terminal or a log.
  public var lines: [String] {
    var lines = [
      line("posts", posts), line("comments", comments), line("likes", likes), line("people", people),
      line("pictures", pictures),
    ]
    lines += dropped.map { "left out: item \($0.item), \($0.reason.text)" }
    if droppedComments > 0 { lines.append("left out: \(droppedComments) comments without sender or text, or too long") }
    if droppedPictures > 0 { lines.append("left out: \(droppedPictures) pictures beyond nine, or without an address") }
    lines += failedPictures.map { picture in
      "picture not imported: \(picture.item.map { "item \($0)" } ?? "profile"), \(picture.reference): \(picture.reason)"
    }
    lines += renamed.map { "another person: \($0.username) (\($0.nick)) is \($0.newUsername) here" }
    if missingInSource > 0 { lines.append("kept: \(missingInSource) posts that the source no longer has") }
    return lines
  }

  private func line(_ name: String, _ count: Count) -> String {
    "\(name): \(count.added) added, \(count.known) already there"
  }
}

extension ImportReport.Reason {
  var text: String {
    switch self {
    case .notAnObject: "not an object"
    case .errorObject: "an error object"
    case .noSender: "no sender"
    case .empty: "neither text nor pictures"
    case .tooLong: "more than 100,000 characters"
    }
  }
}
