import Contracts
import Localization
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Screens

/// The lines below a post: its place, and who was reminded.
struct LocationMarkupTests {
  private func text(_ write: (inout HTML) -> Void) -> String { HTML { write(&$0) }.text }

  @Test func `NEW_22 a place is plain text that is read with its name`() {
    let html = text { $0.location("<b>Lisbon</b>", hasPin: false, Strings(.english)) }
    #expect(
      html
        == #"<p class="location"><span class="unseen">Location: </span><span dir="auto">&lt;b&gt;Lisbon&lt;/b&gt;</span></p>"#
    )
    #expect(text { $0.location("Lisbon", hasPin: true, Strings(.english)) }.contains("<svg"))
  }

  @Test func `NEW_22 an author reads whom they reminded, and each of them only that they were`() {
    let people = ["ben", "cat"].map { Post.Mention(id: $0, username: $0, handle: $0, url: "") }
    let own = text { $0.reminded(people, isOwn: true, Strings(.english)) }
    #expect(own.contains("@ben") && own.contains("@cat"))
    let other = text { $0.reminded([people[0]], isOwn: false, Strings(.english)) }
    #expect(other.contains("Mentioned you") && !other.contains("ben"))
  }
}
