import Testing

@testable import Screens

/// Tests the `Link` field as servers write it (RFC 8288 section 3).
struct LinkFieldTests {
  private func query(_ field: String) -> String {
    String(decoding: LinkField.nextQuery(Array(field.utf8)), as: UTF8.self)
  }

  @Test(
    arguments: [
      (
        #"<https://a.example/api/v1/accounts/7/followers?limit=40&max_id=9>; rel="next""#, "limit=40&max_id=9"
      ),
      (
        #"<https://a.example/x?max_id=9>; rel="next", <https://a.example/x?min_id=20>; rel="prev""#,
        "max_id=9"
      ),
      (
        #"<https://a.example/x?min_id=20>; rel="prev", <https://a.example/x?max_id=9>; rel="next""#,
        "max_id=9"
      ),
      ("</x?cursor=a,b;c>;rel=next", "cursor=a,b;c"), ("<?a=1>;rel=next,</x?b=2>;rel=prev", "a=1"),
      (##"<https://a.example/x?a=1#part> ; title="one; two, three" ; rel = "next""##, "a=1"),
      // Names and relations ignore case, and a link can have several relations.
      ("</x?a=1>; REL=Next", "a=1"), (#"</x?a=1>; rel="last \#tnext""#, "a=1"),
      (#"</x?a=1>; rel="prev", </x?b=2>;; rel="next";"#, "b=2"),
      // Only the text outside of quotes parts links and parameters.
      (#"</x?a=1>; title="</x?b=2>; rel=prev, \" "; rel=next"#, "a=1"),
      (#"</x?a=1>; title="; rel=next", </x?b=2>; rel="next""#, "b=2"),
      ("</x>; rel=next, </x?b=2>; rel=next", "b=2"),
    ])
  func `FOL_07 the next page is asked for by the query that the server names`(field: String, next: String) {
    #expect(query(field) == next)
  }

  @Test(
    arguments: [
      "", "<", "<>", "nonsense", #"<https://a.example/x>; rel="next""#,
      #"<https://a.example/x?min_id=20>; rel="prev""#,
      #"<https://a.example/x?a=1>; rel="nextdoor""#, #"<https://a.example/x?a=1; rel="next""#,
      #"; rel="next", <https://a.example/x?a=1>"#, "</x#?a=1>; rel=next", "</x?a=1>; rel=prev; rel=next",
      "</x?a=1>; rev=next", "</x?a=1>; rel", "</x?a=1>; rel=", "</x?a=1>; title=\"rel=next\\",
      "</x?a=1>, rel=next",
      "</x?a=1>; rel=\"next",
    ])
  func `FOL_07 a field without a next page names none`(field: String) {
    #expect(query(field) == "")
  }
}
