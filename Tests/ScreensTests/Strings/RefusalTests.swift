import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Refusals of our own server show in the viewer's language.
struct RefusalTests {
  private static func response(_ body: String, status: Int = 422) -> Response {
    Response(status: status, body: Array(body.utf8))
  }

  private static func words(_ refusal: Refusal) -> String {
    response(#"{"error":"Validation failed: Oh","code":"\#(refusal.rawValue)"}"#).errorText
  }

  @Test(arguments: Language.allCases, Refusal.allCases)
  func `NEW_02 every refusal has a text in every language`(language: Language, refusal: Refusal) throws {
    let strings = try #require(Strings.read(language))
    let text = strings.refusal(Self.words(refusal))
    #expect(!text.isEmpty && !text.contains("Oh") && !text.contains(Strings.codeEnd))
    #expect(language == .english || text != Strings(.english).refusal(Self.words(refusal)))
    #expect(strings.refusal(Self.words(refusal), by: "b.example") == text)
  }

  @Test(arguments: Language.allCases)
  func `NEW_02 the texts of refusals differ`(language: Language) {
    let texts = Refusal.allCases.map { Strings(language).refusal(Self.words($0)) }
    #expect(Set(texts).count == texts.count)
  }

  @Test(arguments: [
    #"{"error":"Oh"}"#, #"{"error":"Oh","code":"unheard_of"}"#, #"{"error":"Oh","code":""}"#,
    #"{"error":"Oh","code":7}"#, #"{"error":"oh","error_description":"Oh"}"#,
    "{\"error\":\"Oh\",\"code\":\"not\"}",
  ])
  func `NEW_02 other words of a server are quoted`(body: String) {
    let words = Self.response(body).errorText
    #expect(Strings(.greek).refusal(words) == "Ο διακομιστής λέει: Oh")
    #expect(Strings(.english).refusal(words, by: "b.example") == "b.example says: Oh")
    #expect(Message(.refusedBy, words).text(Strings(.english)) == "The server says: Oh")
  }

  @Test func `NEW_02 a response without words is quoted by its status`() {
    #expect(
      Strings(.english).refusal(Self.response("<html>", status: 502).errorText) == "The server says: 502")
  }
}
