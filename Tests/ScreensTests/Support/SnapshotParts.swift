import Foundation
import Markup

@testable import Screens

/// Markup that many screens contain: drawings and the tab bar. `Snapshots/parts.html` holds each once, and a
/// recorded screen names it: `<svg class="icon" part="home"/>`. The browser tests put the parts back
/// (Tests/Browser/support/recordings.py).
enum SnapshotParts {
  private static let drawings = Icon.allCases.map { icon in
    let markup = HTML { icon.append(to: &$0) }.text
    return Part(tag: markup.components(separatedBy: " viewBox")[0], name: "\(icon)", markup: markup)
  }

  /// The English tab bar of each root, and of the screens that aren't one.
  private static let tabBars = ([nil] + Tab.allCases).map { (tab: Tab?) in
    let markup = TabBar(current: tab, .made()).html.text
    return Part(tag: "<nav class=\"tabs\"", name: tab.map { "tabs-\($0)" } ?? "tabs", markup: markup)
  }

  /// Replaces each part by its name.
  static func named(in markup: String) -> String { named(drawings, in: named(tabBars, in: markup)) }

  private static func named(_ parts: [Part], in markup: String) -> String {
    parts.reduce(markup) { markup, part in
      let tag = "\(part.tag) part=\"\(part.name)\"/>"
      return markup.replacingOccurrences(of: part.markup, with: tag, options: .literal)
    }
  }

  /// All parts, as they are recorded.
  static var recording: String {
    let bars = tabBars.map { Part(tag: $0.tag, name: $0.name, markup: named(drawings, in: $0.markup)) }
    return (drawings + bars).map { indented("<figure id=\"\($0.name)\">\($0.markup)</figure>") }.joined()
  }

  private struct Part {
    /// The beginning of the tag that stands for the part.
    let tag: String
    let name: String
    let markup: String
  }
}
