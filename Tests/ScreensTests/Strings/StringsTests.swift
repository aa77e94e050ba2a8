import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct StringsTests {
  @Test(arguments: Language.allCases, Phrase.allCases)
  func `every language has every phrase`(language: Language, phrase: Phrase) {
    #expect(!Strings(language)[phrase].isEmpty)
  }

  @Test(arguments: Language.allCases, Phrase.allCases)
  func `COM_07 no phrase is left untranslated`(language: Language, phrase: Phrase) {
    check(Strings(language)[phrase], Strings(.english)[phrase], language)
  }

  @Test(arguments: Language.allCases, AuthPhrase.allCases)
  func `COM_07 no phrase of the server's pages is left untranslated`(language: Language, phrase: AuthPhrase) {
    check(Strings(language)[auth: phrase, "7"], Strings(.english)[auth: phrase, "7"], language)
  }

  @Test(arguments: Language.allCases, LaterPhrase.allCases)
  func `COM_07 no phrase of the owner's tools is left untranslated`(language: Language, phrase: LaterPhrase) {
    #expect(!Strings(language)[later: phrase].isEmpty)
    check(Strings(language)[later: phrase], Strings(.english)[later: phrase], language)
  }

  @Test(arguments: LaterPhrase.allCases)
  func `values of the owner's tools have a place in every language`(phrase: LaterPhrase) {
    let places = Language.allCases.map { language in
      ["{0}", "{1}"].filter { Strings(language)[later: phrase].contains($0) }
    }
    #expect(Set(places).count == 1, "\(places)")
  }

  /// Checks that a text differs from the English one, and in another script also in its letters, except for
  /// names and literals.
  private func check(_ text: String, _ english: String, _ language: Language) {
    let english = english.replacing(/\{\d\}/, with: "")
    guard language != .english, english.contains(where: \.isLetter) else { return }
    #expect(text != english)
    guard language != .brazilianPortuguese else { return }
    let names =
      /https:\S+|Twitter|PIN|xAuth|callback|consumer key|consumer secret|--demo|swiftlet import moments|Swiftlet|JavaScript|Mastodon|iPhone|iPad|Safari|Android|Chrome|API|[Cc]ookie|Feed|JSON|timeline|MB|ID|TA|\ba\b|\bz\b/
    let rest = text.replacing(names, with: "")
    #expect(!rest.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }, "\(rest)")
  }

  @Test(arguments: Phrase.allCases)
  func `values have a place in every language`(phrase: Phrase) {
    let places = Language.allCases.map { language in
      ["{0}", "{1}", "{2}", "{3}"].filter { Strings(language)[phrase].contains($0) }
    }
    #expect(Set(places).count == 1, "\(places)")
  }

  @Test(arguments: AuthPhrase.allCases)
  func `values of the server's own pages have a place too`(phrase: AuthPhrase) {
    let texts = Language.allCases.map { Strings($0)[auth: phrase, "{value}"] }
    #expect(!texts.contains(""))
    #expect(Set(texts.map { $0.contains("{value}") }).count == 1, "\(texts)")
  }

  /// ICU's short forms, cut as Mastodon does it.
  @Test(arguments: [
    (Language.english, ["999", "1K", "1.2K", "9.9K", "12K", "999K", "1.2M", "12M"]),
    (.greek, ["999", "1 χιλ.", "1,2 χιλ.", "9,9 χιλ.", "12 χιλ.", "999 χιλ.", "1,2 εκ.", "12 εκ."]),
    (.brazilianPortuguese, ["999", "1 mil", "1,2 mil", "9,9 mil", "12 mil", "999 mil", "1,2 mi", "12 mi"]),
    (.arabic, ["999", "1 ألف", "1.2 ألف", "9.9 ألف", "12 ألف", "999 ألف", "1.2 مليون", "12 مليون"]),
    (.simplifiedChinese, ["999", "1000", "1299", "9999", "1.2万", "99万", "129万", "1234万"]),
  ])
  func `TWT_09 large numbers are short`(language: Language, texts: [String]) {
    let counts = [999, 1000, 1299, 9999, 12_999, 999_999, 1_299_999, 12_345_678]
    #expect(counts.map { Strings(language).short($0) } == texts)
    #expect(Strings(.simplifiedChinese).short(129_999_999) == "1.2亿")
  }

  /// Arabic has a form for 3 to 9 thousand (ICU, compact short).
  @Test func `TWT_09 Arabic has a plural of thousand`() {
    let counts = [1000, 2000, 2999, 3000, 3050, 3200, 9099, 10_000, 103_000, 3_000_000]
    #expect(
      counts.map { Strings(.arabic).short($0) } == [
        "1 ألف", "2 ألف", "2.9 ألف", "3 آلاف", "3 آلاف", "3.2 ألف", "9 آلاف", "10 ألف", "103 ألف", "3 مليون",
      ])
  }

  @Test(arguments: [
    (Language.english, ["1 follower", "999 followers", "1.2K followers", "2M followers"]),
    (.greek, ["1 ακόλουθος", "999 ακόλουθοι", "1,2 χιλ. ακόλουθοι", "2 εκ. ακόλουθοι"]),
    (.brazilianPortuguese, ["1 seguidor", "999 seguidores", "1,2 mil seguidores", "2 mi de seguidores"]),
    (.arabic, ["متابع واحد", "999 متابعًا", "1.2 ألف متابع", "2 مليون متابع"]),
    (.simplifiedChinese, ["1 关注者", "999 关注者", "1203 关注者", "200万 关注者"]),
  ])
  func `TWT_11 a large count is short in its text`(language: Language, texts: [String]) {
    let strings = Strings(language)
    #expect(
      [1, 999, 1203, 2_000_000].map { count in
        Strings.fill(strings.shortTemplate(.followers, count), [strings.short(count)])
      } == texts)
  }

  @Test(arguments: Language.allCases, CountPhrase.allCases)
  func `every language counts`(language: Language, phrase: CountPhrase) {
    for count in [0, 1, 2, 5, 11, 21, 100, 1_000_000] {
      let text = Strings(language)[phrase, count]
      // Arabic has words for one thing and for two.
      let isWord =
        language == .arabic && 1...2 ~= count
        && ![.followingCount, .minutesShort, .hoursShort].contains(phrase)
      #expect(text.contains("\(count)") != isWord && !text.contains("{"), "\(text)")
    }
  }

  /// Checks that every counting text has the plural forms of its language.
  @Test(arguments: CountPhrase.allCases)
  func `TWT_09 every text has the forms of its language`(phrase: CountPhrase) {
    guard ![.followingCount, .minutesShort, .hoursShort].contains(phrase) else { return }
    func forms(_ language: Language, _ counts: [Int]) -> Int {
      Set(counts.map { Strings(language)[phrase, $0].replacing(/\d+/, with: "#") }).count
    }
    for language in [Language.english, .greek, .brazilianPortuguese] {
      #expect(forms(language, [1, 2]) == 2)
    }
    #expect(
      forms(.brazilianPortuguese, [0, 1]) == 1 && forms(.brazilianPortuguese, [2, 3, 100, 999_999]) == 1)
    #expect(forms(.simplifiedChinese, [0, 1, 2, 3, 11, 1_000_000]) == 1)
    #expect(forms(.arabic, [1, 2, 3, 100]) == 4 && forms(.arabic, [0, 100, 1_000_000]) == 1)
  }

  @Test func `FOL_11 TWT_09 Arabic has six forms`() {
    let arabic = Strings(.arabic)
    #expect(
      [0, 1, 2, 3, 10, 11, 99, 100, 103].map { arabic[.followers, $0] } == [
        "0 متابع", "متابع واحد", "متابعان", "3 متابعين", "10 متابعين", "11 متابعًا", "99 متابعًا", "100 متابع",
        "103 متابعين",
      ])
  }

  @Test func `TWT_09 millions have a form of their own in Portuguese`() {
    let portuguese = Strings(.brazilianPortuguese)
    #expect(
      [0, 1, 2, 1_000_000, 1_000_001].map { portuguese[.reposts, $0] } == [
        "0 republicação", "1 republicação", "2 republicações", "1000000 de republicações",
        "1000001 republicações",
      ])
  }

  @Test(arguments: [
    (0, "0 minutes"), (1, "1 minute"), (2, "2 minutes"), (5, "5 minutes"), (21, "21 minutes"),
  ])
  func `English has one and other`(count: Int, text: String) {
    #expect(Strings(.english)[.minutes, count] == text)
  }

  @Test(arguments: [(0, "0小时"), (1, "1小时"), (2, "2小时"), (5, "5小时"), (21, "21小时")])
  func `Chinese has one form`(count: Int, text: String) {
    #expect(Strings(.simplifiedChinese)[.hours, count] == text)
  }

  @Test func `ages are told in two languages`() throws {
    let date = try #require(CalendarDate(year: 2025, month: 3, day: 9))
    let ages: [(Age, String, String)] = [
      (.justNow, "Just now", "刚刚"), (.minutes(1), "1 minute ago", "1分钟前"),
      (.hours(23), "23 hours ago", "23小时前"),
      (.yesterday, "Yesterday", "昨天"), (.day(date), "Mar 9", "3月9日"),
      (.dayOfYear(date), "Mar 9, 2025", "2025年3月9日"),
    ]
    for (age, english, chinese) in ages {
      #expect(Strings(.english).text(age) == english)
      #expect(Strings(.simplifiedChinese).text(age) == chinese)
    }
  }

  @Test func `every month has its name`() throws {
    let names = try (1...12).map { month in
      Strings(.english).text(.day(try #require(CalendarDate(year: 2026, month: month, day: 1))))
    }
    let expected = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map {
      $0 + " 1"
    }
    #expect(names == expected)
  }

  @Test(arguments: ["", "{0}", "{1}", "朋", "}{", "<b>"])
  func `a value is put in as it is`(value: String) {
    #expect(Strings(.english)[.pictureOf, value, "9"] == "Picture \(value) of 9")
  }

  /// U+2068 and U+2069 isolate a value of the other direction, so that it stays in its place.
  @Test func `FOL_11 a value of the other direction stays together`() {
    #expect(
      Strings(.arabic)[.nobody, "anna", "b.example"].contains(
        "«\u{2068}anna\u{2069}» على \u{2068}b.example\u{2069}."))
    #expect(Strings(.english)[.repostedBy, "Anna"] == "Anna reposted")
    #expect(Strings(.english)[.repostedBy, "أحمد"] == "\u{2068}أحمد\u{2069} reposted")
    #expect(Strings(.simplifiedChinese)[.repostedBy, "Дора Ω 李雷 é"] == "Дора Ω 李雷 é转发了")
    #expect(Strings(.arabic)[auth: .welcome, "Anna"].contains("\u{2068}Anna\u{2069}"))
    #expect(!Strings(.arabic)[.minutes, 5].contains("\u{2068}"))
  }

  @Test func `FOL_11 Arabic runs from the right`() {
    #expect(Language.allCases.filter(\.isRightToLeft) == [.arabic])
  }

  @Test(
    arguments: [
      ("en", .english), ("en-GB", .english), ("EN", .english), ("zh", .simplifiedChinese),
      ("zh-CN", .simplifiedChinese),
      ("zh_TW", .simplifiedChinese), ("ZH-hans", .simplifiedChinese), ("fr", nil),
      ("el", .greek), ("el-GR", .greek), ("pt", .brazilianPortuguese), ("pt-BR", .brazilianPortuguese),
      ("PT_pt", .brazilianPortuguese), ("ar", .arabic), ("ar-EG", .arabic), ("e", nil), ("arz", nil),
      ("eng", nil),
      ("", nil), ("*", nil),
      ("-en", nil),
    ] as [(String, Language?)])
  func `a range of the browser finds the best language`(range: String, language: Language?) {
    #expect(Language(range: range) == language)
  }

  @Test(arguments: Language.allCases)
  func `a tag names its language`(language: Language) {
    #expect(Language(tag: language.tag) == language)
    #expect(Language(range: language.tag) == language)
    #expect(!language.name.isEmpty)
    #expect(Language(tag: language.tag + "x") == nil)
  }
}
