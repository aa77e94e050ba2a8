import Contracts
import Social
import Testing

@testable import Screens

/// Tests the copies that the tiles of an album load.
extension AlbumTests {
  private static func post(in folder: String, more: String = "") -> String {
    let meta =
      #"{"original":{"width":1600,"height":1200},"small":{"width":720,"height":540}\#(more)}"#
    let picture =
      #"{"id":"1","type":"image","url":"\#(folder)original.jpg","preview_url":"\#(folder)w720.webp","meta":\#(meta)}"#
    return json(30, on: "2026-11-21", more: "")
      .replacing(#""media_attachments":[]"#, with: #""media_attachments":[\#(picture)]"#)
  }

  /// Returns the markup of an album with the post: by day, then its pictures by month.
  private static func shown(_ post: String) -> (days: String, pictures: String) {
    var store = store()
    store.given(.appeared, profile, .received(.first(.days, month: nil), page(post), at: noon))
    let days = store.wholeText
    store.given(.tapped(.choose(.pictures)), .received(.first(.pictures, month: nil), page(post), at: noon))
    return (days, store.wholeText)
  }

  private static let folder = "/media/" + String(repeating: "0f", count: 16) + "/"

  @Test func `NEW_22 tiles load squares of about their size from this server`() {
    let (days, pictures) = Self.shown(Self.post(in: "https://example.org" + Self.folder))
    let squares = "srcset=\"\(Self.folder)s180.webp 180w, \(Self.folder)s360.webp 360w\""
    // 88 px show 176 pixels on most phones: the copy of 180.
    #expect(days.contains("sizes=\"88px\" " + squares), "\(days)")
    #expect(days.contains("src=\"\(Self.folder)s180.webp\"") && !days.contains("w720"))
    #expect(pictures.contains(squares) && !pictures.contains("w720"), "\(pictures)")
  }

  @Test func `NEW_22 a tile with a focus shows that part of the whole picture`() {
    let post = Self.post(in: "https://example.org" + Self.folder, more: #","focus":{"x":-1.0,"y":0.0}"#)
    let pictures = Self.shown(post).pictures
    #expect(pictures.contains(Self.folder + "w720.webp 720w") && !pictures.contains("s180"), "\(pictures)")
  }

  @Test(arguments: [
    "https://other.example" + folder, "https://example.org/media/0f/", "https://example.org/system/media/",
    "https://example.org/media/" + String(repeating: "0x", count: 16) + "/",
  ])
  func `NEW_22 other pictures are loaded as their server offers them`(folder: String) {
    let (days, pictures) = Self.shown(Self.post(in: folder))
    for text in [days, pictures] {
      #expect(text.contains("w720.webp 720w") && !text.contains("s180"), "\(text)")
    }
  }
}
