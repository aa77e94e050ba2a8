import Social
import TestSupport
import Testing

@testable import Screens

struct StringsTests {
  @Test(arguments: Language.allCases, Phrase.allCases)
  func everyLanguageHasEveryPhrase(language: Language, phrase: Phrase) {
    #expect(!Strings(language)[phrase].isEmpty)
  }

  @Test(arguments: Phrase.allCases)
  func noPhraseIsLeftUntranslated(phrase: Phrase) {
    let english = Strings(.english)[phrase]
    guard english.contains(where: \.isLetter) else { return }
    #expect(Strings(.simplifiedChinese)[phrase] != english)
  }

  @Test(arguments: Phrase.allCases)
  func valuesHaveAPlaceInEveryLanguage(phrase: Phrase) {
    let places = Language.allCases.map { language in
      ["{0}", "{1}", "{2}", "{3}"].filter { Strings(language)[phrase].contains($0) }
    }
    #expect(Set(places).count == 1, "\(places)")
  }

  @Test(arguments: AuthPhrase.allCases)
  func theServersOwnPagesAreTranslatedToo(phrase: AuthPhrase) {
    let texts = Language.allCases.map { Strings($0)[auth: phrase, "{value}"] }
    #expect(!texts.contains(""))
    #expect(texts[0] != texts[1])
    #expect(texts[0].contains("{value}") == texts[1].contains("{value}"))
  }

  @Test(arguments: Language.allCases, CountPhrase.allCases)
  func everyLanguageCounts(language: Language, phrase: CountPhrase) {
    for count in [0, 1, 2, 5, 11, 21, 100, 1_000_000] {
      let text = Strings(language)[phrase, count]
      #expect(text.contains("\(count)") && !text.contains("{"))
    }
  }

  @Test(arguments: [
    (0, "0 minutes ago"), (1, "1 minute ago"), (2, "2 minutes ago"), (5, "5 minutes ago"), (21, "21 minutes ago"),
  ])
  func englishHasOneAndOther(count: Int, text: String) {
    #expect(Strings(.english)[.minutesAgo, count] == text)
  }

  @Test(arguments: [(0, "0小时前"), (1, "1小时前"), (2, "2小时前"), (5, "5小时前"), (21, "21小时前")])
  func chineseHasOneForm(count: Int, text: String) {
    #expect(Strings(.simplifiedChinese)[.hoursAgo, count] == text)
  }

  @Test func agesAreToldInBothLanguages() throws {
    let date = try #require(CalendarDate(year: 2025, month: 3, day: 9))
    let ages: [(Age, String, String)] = [
      (.justNow, "Just now", "刚刚"), (.minutes(1), "1 minute ago", "1分钟前"), (.hours(23), "23 hours ago", "23小时前"),
      (.yesterday, "Yesterday", "昨天"), (.day(date), "Mar 9", "3月9日"), (.dayOfYear(date), "Mar 9, 2025", "2025年3月9日"),
    ]
    for (age, english, chinese) in ages {
      #expect(Strings(.english).text(age) == english)
      #expect(Strings(.simplifiedChinese).text(age) == chinese)
    }
  }

  @Test func everyMonthHasItsName() throws {
    let names = try (1...12).map { month in
      Strings(.english).text(.day(try #require(CalendarDate(year: 2026, month: month, day: 1))))
    }
    let expected = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map {
      $0 + " 1"
    }
    #expect(names == expected)
  }

  @Test(arguments: ["", "{0}", "{1}", "朋", "}{", "<b>"])
  func aValueIsPutInAsItIs(value: String) {
    #expect(Strings(.english)[.pictureOf, value, "9"] == "Picture \(value) of 9")
  }

  @Test(
    arguments: [
      ("en", .english), ("en-GB", .english), ("EN", .english), ("zh", .simplifiedChinese),
      ("zh-CN", .simplifiedChinese),
      ("zh_TW", .simplifiedChinese), ("ZH-hans", .simplifiedChinese), ("fr", nil), ("eng", nil), ("", nil), ("*", nil),
      ("-en", nil),
    ] as [(String, Language?)])
  func aRangeOfTheBrowserFindsTheBestLanguage(range: String, language: Language?) {
    #expect(Language(range: range) == language)
  }

  @Test(arguments: Language.allCases)
  func aTagNamesItsLanguage(language: Language) {
    #expect(Language(tag: language.tag) == language)
    #expect(Language(range: language.tag) == language)
    #expect(!language.name.isEmpty)
    #expect(Language(tag: language.tag + "x") == nil)
  }
}
