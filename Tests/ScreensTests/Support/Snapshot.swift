import Foundation
import Markup
import Screens
import Testing

/// Compares markup with `Snapshots/<name>.html`, in which `SnapshotParts` are recorded by name.
func assertSnapshot(_ html: HTML, named name: String, sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  try assertRecorded(
    indented(SnapshotParts.named(in: html.text)), in: name + ".html", sourceLocation: sourceLocation)
}

/// Compares a text with a file of `Snapshots`. A missing file is written and fails the test, so that a first
/// recording never passes as a check. To record anew, delete the file.
func assertRecorded(_ actual: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Snapshots")
  let url = folder.appending(path: name)
  guard let recorded = try? String(contentsOf: url, encoding: .utf8) else {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try actual.write(to: url, atomically: true, encoding: .utf8)
    Issue.record(
      "\(name) was recorded for the first time: look at it, then run again", sourceLocation: sourceLocation)
    return
  }
  guard !recorded.utf8.elementsEqual(actual.utf8) else { return }
  let lines = recorded.components(separatedBy: "\n")
  let newLines = actual.components(separatedBy: "\n")
  let place = (0..<max(lines.count, newLines.count)).first { index in
    index >= lines.count || index >= newLines.count || !lines[index].utf8.elementsEqual(newLines[index].utf8)
  }
  let line = place ?? 0
  Issue.record(
    """
    \(name) differs in line \(line + 1)
    recorded: \(line < lines.count ? lines[line] : "(the end)")
    now:      \(line < newLines.count ? newLines[line] : "(the end)")
    """, sourceLocation: sourceLocation)
}

/// Returns one line for each tag, indented by depth; an element with only text stays on one line. Only line
/// breaks and spaces are added, always at the same places.
func indented(_ markup: String) -> String {
  let voids: Set<String> = ["img", "input", "meta", "link", "!doctype"]
  var result = ""
  var depth = 0
  var holdsElements = [false]
  for part in markup.components(separatedBy: "<").dropFirst() {
    let name = String(part.prefix { $0 != ">" && $0 != " " })
    if name.hasPrefix("/") {
      depth = max(0, depth - 1)
      if holdsElements.removeLast() { result += newLine(depth) }
    } else {
      holdsElements[holdsElements.count - 1] = true
      if !result.isEmpty { result += newLine(depth) }
      let tag = part.prefix { $0 != ">" }
      if !voids.contains(name), !tag.hasSuffix("/") {
        depth += 1
        holdsElements.append(false)
      }
    }
    result += "<" + part
  }
  return result + "\n"
}

private func newLine(_ depth: Int) -> String { "\n" + String(repeating: "  ", count: depth) }
