import Contracts
import Localization
import Markup
import Screens
import Social

/// Pages of a member's posts for reading offline, in the folder of the unpacked archive. All texts are
/// escaped, and the pages contain no scripts.
struct ExportPage {
  static let postsPerPage = 500

  let strings: Strings
  let encoder: OwnDataEncoder
  let profile: Profile

  static func name(_ number: Int) -> String { number == 1 ? "index.html" : "posts-\(number).html" }

  func begin(_ number: Int) -> [UInt8] {
    HTML { html in
      html.literal("<!doctype html>\n<html")
      html.append(attributes)
      html.literal("><head><meta charset=\"utf-8\">")
      html.literal("<meta name=\"viewport\" content=\"width=device-width\">")
      html.literal(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; object-src 'none'; base-uri 'none'\">"
      )
      html.element("title", text: "\(profile.account.nick) (@\(profile.handle))")
      html.literal(Self.style)
      html.literal("</head><body>\n")
      if number == 1 { head(&html) }
    }.bytes
  }

  private var attributes: HTML {
    HTML { html in
      html.literal(strings.language.isRightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\"")
    }
  }

  private static let style: StaticString = """
    <style>
    body { max-width: 40rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
    article { padding: 1rem 0; border-top: 1px solid #8884; overflow-wrap: anywhere }
    .text { white-space: pre-wrap } img { max-width: 100%; height: auto } figure { margin: .5rem 0 }
    figcaption, .note { font-size: .85rem; opacity: .75 } :root { color-scheme: light dark }
    </style>
    """

  private func head(_ html: inout HTML) {
    if let file = profile.account.avatar.flatMap({ OwnDataEncoder.file(of: $0.url) }) {
      html.void("img", .src(SafeURL(file) ?? Links.home), .alt(""), .width(96), .height(96))
    }
    html.element("h1", .dir("auto"), text: profile.account.nick)
    html.element("p", .class("note"), text: "@\(profile.handle)")
    if case .text(let bio) = profile.bio, !bio.isEmpty {
      html.element("p", .class("text"), .dir("auto"), text: bio)
    }
  }

  /// Closes a page.
  ///
  /// - Parameter next: The number of the page with older posts; `nil` on the last page.
  func end(next: Int?) -> [UInt8] {
    HTML { html in
      if let url = next.flatMap({ SafeURL(Self.name($0)) }) {
        html.element("p") { $0.element("a", .href(url), text: strings[.earlierPosts]) }
      }
      html.literal("</body></html>\n")
    }.bytes
  }

  func post(_ entry: TimelineEntry) -> [UInt8] {
    let post = entry.post
    return HTML { html in
      html.element("article", .id(entry.id)) { html in
        if entry.reposter != nil {
          repost(of: post, at: entry.createdAt, &html)
        } else {
          own(post, &html)
        }
      }
      html.literal("\n")
    }.bytes
  }

  private func repost(of post: Post, at moment: Timestamp?, _ html: inout HTML) {
    html.element("p", .class("note"), text: strings[.repostedBy, profile.account.nick] + " · " + date(moment))
    link(encoder.address(of: post.author.handle, post: post.id), &html)
  }

  private func own(_ post: Post, _ html: inout HTML) {
    if !post.warning.isEmpty { html.element("p", .dir("auto")) { $0.element("strong", text: post.warning) } }
    if case .text(let text) = post.content { html.element("p", .class("text"), .dir("auto"), text: text) }
    for attachment in post.attachments { picture(attachment, &html) }
    if let location = post.location { html.element("p", .class("note"), .dir("auto"), text: location) }
    let edited = post.editedAt == nil ? "" : " · " + strings[.edited]
    html.element(
      "p", .class("note"), text: date(post.createdAt) + " · " + strings[audience(post.visibility)] + edited)
    link(encoder.address(of: profile.handle, post: post.id), &html)
  }

  private func picture(_ attachment: Post.Attachment, _ html: inout HTML) {
    let description = attachment.picture.description
    html.element("figure") { html in
      if let url = OwnDataEncoder.file(of: attachment.url).flatMap({ SafeURL($0) }) {
        html.void("img", .src(url), .alt(description), .named(.loading, "lazy"))
      } else {
        link(attachment.url, &html)
      }
      if !description.isEmpty { html.element("figcaption", .dir("auto"), text: description) }
    }
  }

  private func link(_ address: String, _ html: inout HTML) {
    guard let url = SafeURL(address) else { return }
    html.element("p", .class("note")) { $0.element("a", .href(url), .rel("noreferrer"), text: address) }
  }

  private func audience(_ visibility: Visibility) -> Phrase {
    switch visibility {
    case .everybody: .everybody
    case .unlisted: .unlisted
    case .members: .membersOnly
    case .followers: .followersOnly
    case .circles: .somePeople
    case .direct: .mentionedOnly
    }
  }

  /// Returns `2026-11-22 14:05 UTC`.
  private func date(_ moment: Timestamp?) -> String {
    guard let moment else { return "" }
    let text = Array(moment.iso8601.utf8)
    return String(decoding: text.prefix(10), as: UTF8.self) + " "
      + String(decoding: text.dropFirst(11).prefix(5), as: UTF8.self) + " UTC"
  }
}
