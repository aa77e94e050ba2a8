import Markup
import Testing

struct SanitizerTests {
  private func html(_ markup: String) -> String {
    Sanitizer.read(markup).html { _, _ in nil }.text
  }

  private static let rel = #"rel="noopener nofollow ugc" target="_blank""#

  @Test(arguments: [
    ("<p>Hello</p><p>World</p>", "<p>Hello</p><p>World</p>"),
    ("plain", "<p>plain</p>"),
    ("<p>one<br>two<br/>three<br />four</p>", "<p>one<br>two<br>three<br>four</p>"),
    ("<p>a</p>\n\n<p>b</p>", "<p>a</p><p>b</p>"),
    ("a<div>b</div>c", "<p>a</p><p>b</p><p>c</p>"),
    ("<ul><li>one</li><li>two</li></ul>", "<p>• one<br>• two</p>"),
    ("before<ul><li>one</ul>after", "<p>before</p><p>• one</p><p>after</p>"),
    ("<pre>a\n  b\nc</pre>", #"<p class="pre">a<br>  b<br>c</p>"#),
    (
      "x<pre><code>\nif a {\r\n\tb  c\n}\n</code></pre>y",
      "<p>x</p><p class=\"pre\">if a {<br>\tb  c<br>}</p><p>y</p>"
    ),
    ("<p>  much \n\t space </p>", "<p>much space</p>"),
    ("a<br><br><br><br><br>b", "<p>a<br><br>b</p>"),
    ("<br><br>a<br>", "<p>a</p>"),
    ("", ""), ("   ", ""), ("<p></p>", ""), ("<p> <br> </p>", ""),
    (#"hi <img src="x" alt=":cat:" onerror="alert(1)"> there"#, "<p>hi :cat: there</p>"),
    ("<b>bold</b> <em>and</em> <code>x</code>", "<p>bold and x</p>"),
  ])
  func `paragraphs breaks and text stay`(markup: String, expected: String) {
    #expect(html(markup) == expected)
  }

  @Test(arguments: [
    ("<p>x<sup>2</sup> H<sub>2</sub>O</p>", "<p>x<sup>2</sup> H<sub>2</sub>O</p>", "x² H₂O"),
    ("1<sup>st</sup> and 2<sub>n</sub>", "<p>1<sup>st</sup> and 2<sub>n</sub></p>", "1^st and 2_n"),
    ("a <del>b c</del> d", "<p>a <del>b c</del> d</p>", "a ~~b c~~ d"),
    ("a <s>b</s><strike> c</strike>d", "<p>a <del>b</del><del> c</del>d</p>", "a ~~b~~~~ c~~d"),
    ("<del>a<sup>9</sup>b</del>c", "<p><del>a</del><sup>9</sup><del>b</del>c</p>", "~~a~~⁹~~b~~c"),
    ("<del>a<p>b</p></del>c", "<p><del>a</del></p><p><del>b</del></p><p>c</p>", "~~a~~\n\n~~b~~\n\nc"),
    ("<sup><a href=x>1</a></sup>", "<p>¹</p>", "¹"),
    ("</del>a</sup></s>b", "<p>ab</p>", "ab"),
    ("<ol><li>one</li><li>two</li></ol>", "<p>1. one<br>2. two</p>", "1. one\n2. two"),
    (
      "<ol start=\"5\"><li>a<li>b<li value=9>c<li>d</ol>", "<p>5. a<br>6. b<br>9. c<br>10. d</p>",
      "5. a\n6. b\n9. c\n10. d"
    ),
    ("<ol start=-1><li>a<li>b</ol>", "<p>-1. a<br>0. b</p>", "-1. a\n0. b"),
    ("<ol start=99999999999><li>a</ol><ol start=x><li>b</ol>", "<p>1. a</p><p>1. b</p>", "1. a\n\n1. b"),
    (
      "<ul><li>a<ol><li>b</li><li>c<ul><li>d</li></ul></li></ol></li><li>e</li></ul>f",
      "<p>• a<br>\u{2003}1. b<br>\u{2003}2. c<br>\u{2003}\u{2003}• d<br>• e</p><p>f</p>",
      "• a\n\u{2003}1. b\n\u{2003}2. c\n\u{2003}\u{2003}• d\n• e\n\nf"
    ),
    (
      "<ol><li><p>a</p><p>b</p></li><li></li><li><p>c</p></li></ol>", "<p>1. a<br>b<br>3. c</p>",
      "1. a\nb\n3. c"
    ),
    ("<ul><li><a href=x>a</a> b</li></ul>", "<p>• a b</p>", "• a b"),
    (
      "x<table><caption>T</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><p>2</p></td></tr></table>y",
      "<p>x</p><p>T<br>A | B<br>1 | 2</p><p>y</p>", "x\n\nT\nA | B\n1 | 2\n\ny"
    ),
    ("<table><tr><td></td><td>b</td><td></td><td>d</td></tr></table>", "<p>| b | | d</p>", "| b | | d"),
  ])
  func `marks lists and tables keep their meaning`(markup: String, expected: String, plain: String) {
    #expect(html(markup) == expected)
    #expect(Sanitizer.read(markup).plain == plain)
  }

  @Test func `texts are cleaned by a rule that knows what stands before them`() {
    let text = Sanitizer.read("a<del>b</del><br>c<p><a href=x>d</a></p>").cleaned { ($1 ? "+" : "-") + $0 }
    #expect(text.html { _, _ in nil }.text == "<p>-a<del>+b</del><br>-c</p><p>-d</p>")
  }

  @Test(arguments: [
    ("<p><a href=x>@bob</a> hello</p><p>there</p>", "<p> hello</p><p>there</p>"),
    ("<p><span><a href=x>@<span>bob</span></a></span><br>hello</p>", "<p>hello</p>"),
    ("<p><a href=x>@bob</a></p>", ""),
    ("<p><a href=x>@bob</a>, hello</p>", "<p>, hello</p>"),
    ("<p>hello <a href=x>@bob</a></p>", "<p>hello @bob</p>"),
    ("<p><a href=y>@cat</a> hello</p>", "<p>@cat hello</p>"),
    ("", ""),
  ])
  func `the link with which it begins can be left out`(markup: String, expected: String) {
    #expect(Sanitizer.read(markup).html(leavingOut: { $0 == "x" }, target: { _, _ in nil }).text == expected)
  }

  @Test func `links lead out without telling who leads`() {
    #expect(
      html(#"see <a href="https://example.org/?a=1&amp;b=2" class="x" onclick="y">this</a>!"#)
        == #"<p>see <a class="link" href="https://example.org/?a=1&amp;b=2" \#(Self.rel)>this</a>!</p>"#)
  }

  @Test func `links show as much of their address as Mastodon shows`() {
    let markup =
      #"<a href="https://www.example.org/a/very/long/path/indeed"><span class="invisible">https://www.</span>"#
      + #"<span class="ellipsis">example.org/a/very</span><span class="invisible">/long/path/indeed</span></a> after"#
    #expect(
      html(markup)
        == #"<p><a class="link" href="https://www.example.org/a/very/long/path/indeed" \#(Self.rel)>example.org/a/very…</a> after</p>"#
    )
  }

  @Test func `nothing is hidden outside of links`() {
    #expect(html(#"<span class="invisible">not hidden</span>"#) == "<p>not hidden</p>")
    #expect(
      html(#"<a href="https://evil.example"><span class="invisible">all hidden</span></a>"#)
        == #"<p><a class="link" href="https://evil.example" \#(Self.rel)>https://evil.example</a></p>"#)
  }

  @Test func `what the app knows leads into the app`() {
    let text = Sanitizer.read(
      ##"<p><span class="h-card"><a href="https://a.example/@bob" class="u-url mention">@<span>bob</span></a></span> "##
        + ##"<a href="/tags/cats" class="mention hashtag" rel="tag">#<span>Cats</span></a></p>"##)
    let html = text.html { href, text in
      switch (href, text) {
      case ("https://a.example/@bob", "@bob"): .init(page: SafeURL(trusted: "/@bob"), tap: "profile:7")
      case ("/tags/cats", "#Cats"): .init(page: SafeURL(trusted: "/tags/cats"), tap: "tag:cats")
      default: nil
      }
    }
    #expect(
      html.text
        == ##"<p><a class="link" href="/@bob" data-tap="profile:7" dir="auto">@bob</a> <a class="link" href="/tags/cats" data-tap="tag:cats" dir="auto">#Cats</a></p>"##
    )
    #expect(text.plain == "@bob #Cats")
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "java&#10;script:alert(1)", "&#106;avascript:alert(1)", "&#x6A;avascript:alert(1)",
    "&#x6Aavascript&colon;alert(1)",
    "&#0000106avascript:alert(1)", "java&Tab;script:alert(1)", "java&NewLine;script:alert&lpar;1&rpar;",
    "data:text/html;base64,PHNjcmlwdD4=", "DATA:text/html,x", "vbscript:x", "file:///etc/passwd",
    "//evil.example",
    "/settings", "?x", "#y", "", "https:evil", "http:/evil", "\\\\evil", "https://a b",
    "&#1;javascript:alert(1)",
    "blob:https://example.org/1", "about:blank", "mailto:a@example.org",
  ])
  func `no other address becomes a link`(address: String) {
    for quote in ["\"", "'"] {
      let result = html("<a href=\(quote)\(address)\(quote)>text</a>")
      #expect(result == "<p>text</p>")
    }
  }

  @Test(arguments: [
    ("a<script>alert(1)</script>b", "<p>ab</p>"),
    ("a<SCRIPT src=//evil>x</ScRiPt >b", "<p>ab</p>"),
    ("a<script>if (1 < 2) { '<p>' }</script>b", "<p>ab</p>"),
    ("a<style>p{}</style>b", "<p>ab</p>"),
    ("a<svg><p>x</p><script>y</script></svg>b", "<p>ab</p>"),
    ("a<math><mtext><style>x</style></mtext></math>b", "<p>ab</p>"),
    ("a<iframe src=javascript:alert(1)><p>x</iframe>b", "<p>ab</p>"),
    ("a<script>never closed", "<p>a</p>"),
    ("a<script", "<p>a</p>"),
    ("a<!-- <script>x</script> -->b", "<p>ab</p>"),
    ("a<!-->b<!--->c", "<p>abc</p>"),
    ("a<!-- never closed <p>x", "<p>a</p>"),
    ("a<![CDATA[x<p>]]>b", "<p>a]]&gt;b</p>"),
    ("a<?php echo 1 ?>b<!DOCTYPE html>c", "<p>abc</p>"),
    ("<template><img onerror=x></template>", ""),
  ])
  func `scripts and the like are dropped whole`(markup: String, expected: String) {
    #expect(html(markup) == expected)
  }

  @Test(arguments: [
    ("&lt;script&gt;alert(1)&lt;/script&gt;", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("&amp;lt;b&amp;gt;", "<p>&amp;lt;b&amp;gt;</p>"),
    ("a &#8364; &#x20AC; &hellip; &nbsp;b", "<p>a € € … \u{A0}b</p>"),
    (
      "&eacute;&Eacute;&szlig;&sup2;&frac12;&euro;&trade;&hearts;&rarr;&rArr;&alpha;&Omega;&thetasym;&rang;",
      "<p>éÉß²½€™♥→⇒αΩϑ⟩</p>"
    ),
    ("&#146;&#x93;&#150;&#x80;", "<p>’“–€</p>"),
    ("&eacute &EACUTE; &thetasyms;", "<p>&amp;eacute &amp;EACUTE; &amp;thetasyms;</p>"),
    ("&unknown; & &; &#; &#x; &#xZ;", "<p>&amp;unknown; &amp; &amp;; &amp;#; &amp;#x; &amp;#xZ;</p>"),
    ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "<p>\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}</p>"),
    ("1 < 2 > 0 <", "<p>1 &lt; 2 &gt; 0 &lt;</p>"),
    ("<3 and </3 and <>", "<p>&lt;3 and</p>"),
    ("a\u{0}\u{8}\u{7F}b", "<p>ab</p>"),
    ("<p>open <b>and <i>never closed", "<p>open and never closed</p>"),
    ("</p></div></a></span>text", "<p>text</p>"),
    (#"<p title="a>b" title='c>d'>e"#, "<p>e</p>"),
    ("<p/onclick=alert(1)//>e", "<p>e</p>"),
    ("<a href=https://example.org>x<p>y", ""),
  ])
  func `broken markup becomes text`(markup: String, expected: String) {
    let result = html(markup)
    if expected.isEmpty {
      #expect(result.hasSuffix("</a></p><p>y</p>"))
    } else {
      #expect(result == expected)
    }
  }

  @Test func `deep nesting costs nothing`() {
    for (open, close) in [("<div>", "</div>"), ("<b>", "</b>"), ("<ul><li>", ""), ("<i ", ">")] {
      let markup = String(repeating: open, count: 10_000) + "deep" + String(repeating: close, count: 10_000)
      let plain = Sanitizer.read(markup).plain
      #expect(open == "<i " || plain.hasSuffix("deep"))
    }
    let links = String(repeating: "<a href=https://example.org><span>", count: 5_000) + "deep"
    let endsWell = html(links).hasSuffix(">deep</a></p>")
    #expect(endsWell)
  }

  @Test func `a text beyond all measure is cut`() {
    #expect(Sanitizer.read(String(repeating: "word ", count: 1_000_000)).plain.utf8.count <= 200_000)
  }
}

struct CharacterReferenceNameTests {
  /// HTML 4.01, section 24; `lang` and `rang` as in later HTML.
  private static let html4 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para \
    middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute \
    Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
    Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml fnof Alpha Beta Gamma \
    Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta \
    gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega \
    thetasym upsih piv bull hellip prime Prime oline frasl weierp image real trade alefsym larr uarr rarr darr harr crarr lArr \
    uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup \
    int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang \
    loz spades clubs hearts diams quot amp lt gt OElig oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm \
    ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger permil lsaquo rsaquo euro
    """

  @Test func `Every name of HTML 4 is known`() {
    let names = Self.html4.split(separator: " ")
    #expect(names.count == 252)
    var known: Set<[UInt8]> = []
    for name in names {
      let text = CharacterReferences.resolved(Array("&\(name);".utf8)[...])
      #expect(String(decoding: text, as: UTF8.self).unicodeScalars.count == 1, "\(name)")
      #expect(known.insert(text).inserted, "\(name)")
    }
    for (name, character) in [
      ("yuml", "ÿ"), ("uml", "¨"), ("Yuml", "Ÿ"), ("sigma", "σ"), ("rho", "ρ"), ("diams", "♦"),
      ("mdash", "—"),
    ] {
      #expect(CharacterReferences.resolved(Array("&\(name);".utf8)[...]) == Array(character.utf8))
    }
  }
}
