import Social
import Testing

@testable import TwitterContracts

@Suite struct UserFieldsTests {
  private static func field(_ name: String, _ value: String) -> Profile.Field {
    Profile.Field(name: name, value: .text(value))
  }

  @Test func `a row keeps its name and its place`() {
    var fields = [
      Self.field("Town", "https://t.example is ours"), Self.field("My page", "https://a.example"),
      Self.field("location", " Athens "),
    ]
    #expect(fields.website?.text == "https://a.example" && fields.location == "Athens")
    fields.setWebsite(" b.example/x ")
    fields.setLocation("Berlin & <Ost>")
    #expect(fields.map(\.name) == ["Town", "My page", "location"])
    #expect(fields.website?.text == "http://b.example/x" && fields.location == "Berlin & <Ost>")
    fields.setWebsite("")
    fields.setLocation(" ")
    #expect(fields == [Self.field("Town", "https://t.example is ours")])
  }

  @Test func `a full table and a text that isn't a link change nothing`() {
    let full = ["1", "2", "3", "4"].map { Self.field($0, "x") }
    var fields = full
    fields.setWebsite("https://a.example")
    fields.setLocation("Athens")
    #expect(fields == full)
    fields = []
    for text in ["javascript://x", "two words", "://", "https://a.example and more"] {
      fields.setWebsite(text)
      #expect(fields.isEmpty, "\(text)")
    }
    fields.setLocation("")
    #expect(fields.isEmpty && fields.website == nil && fields.location.isEmpty)
  }
}
