import Screens
import Testing

@testable import Localization
@testable import Server

@Suite struct PageLanguageTests {
  @Test(arguments: [
    (nil, Language.english), ("zh-CN,zh;q=0.9,en;q=0.8", .simplifiedChinese), ("en-GB", .english),
    ("zh-TW", .simplifiedChinese),
    ("de, fr;q=0.9", .english), ("de, zh;q=0.2, en;q=0.1", .simplifiedChinese),
    ("zh;q=0, en;q=0.1", .english),
    ("en;q=0.5, zh;q=0.6", .simplifiedChinese), ("*", .english), ("", .english),
    ("ZH-hans", .simplifiedChinese),
    ("zhuang", .english), ("pt-PT,pt;q=0.9,en;q=0.8", .brazilianPortuguese), ("ar-EG, en;q=0.9", .arabic),
    ("fr, el;q=0.3, en;q=0.2", .greek),
  ])
  func `the browsers preferences choose the language`(_ field: String?, _ expected: Language) {
    #expect(PageLanguage.preferred(cookie: nil, acceptLanguage: field) == expected)
  }

  @Test func `the viewer's own choice comes first`() {
    #expect(PageLanguage.preferred(cookie: "en", acceptLanguage: "zh") == .english)
    #expect(PageLanguage.preferred(cookie: "tlh", acceptLanguage: "zh") == .simplifiedChinese)
  }

  @Test(arguments: [
    ("language=zh-Hans", "zh-Hans"), ("a=1; language=en", "en"), ("a=1;language=en", "en"),
    ("xlanguage=en", nil),
    ("language", nil), ("", nil),
  ])
  func `the cookie is found among others`(_ field: String, _ expected: String?) {
    #expect(PageLanguage.cookie("language", in: field) == expected)
  }
}
