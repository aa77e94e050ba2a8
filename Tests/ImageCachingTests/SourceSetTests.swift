import Testing

@testable import ImageCaching

struct SourceSetTests {
  private let three = SourceSet(parsing: "/s 180w, /m 360w, /l 720w")

  @Test(arguments: [
    (90.0, 1.0, "/s"), (90, 2, "/s"), (91, 2, "/m"), (120, 3, "/m"), (180, 2, "/m"), (181, 2, "/l"),
    (720, 1, "/l"), (2000, 2, "/l"),
  ])
  func `MOM_07 the smallest image with enough pixels is taken`(width: Double, ratio: Double, url: String) {
    #expect(three.url(shownWidth: width, ratio: ratio, orElse: "/src") == url)
  }

  @Test func `MOM_07 a ratio above three counts as three`() {
    #expect(three.url(shownWidth: 120, ratio: 4, orElse: "/src") == "/m")
    #expect(three.url(shownWidth: 90, ratio: .infinity, orElse: "/src") == "/m")
  }

  @Test(arguments: [0, -1, .nan] as [Double])
  func `MOM_07 a ratio that makes no sense counts as one`(ratio: Double) {
    #expect(three.url(shownWidth: 180, ratio: ratio, orElse: "/src") == "/s")
  }

  @Test(arguments: [0, -5, .nan] as [Double])
  func `MOM_07 the source is taken while the width is not known`(width: Double) {
    #expect(three.url(shownWidth: width, ratio: 2, orElse: "/src") == "/src")
  }

  @Test func `MOM_07 the order of candidates does not matter`() {
    let reversed = SourceSet(parsing: "/l 720w, /m 360w, /s 180w")
    #expect(reversed.url(shownWidth: 100, ratio: 2, orElse: "/src") == "/m")
    #expect(reversed.url(shownWidth: 9000, ratio: 2, orElse: "/src") == "/l")
  }

  @Test(arguments: [
    "", " ", ",", ", ,,", "/a", "/a,/b", "/a 2x", "/a 100", "/a w", "/a 0w", "/a -5w", "/a 1.5w", "/a 1e3w",
    "/a 10W",
    "/a 100w 2x", "/a 99999999999999999999w", "/a (", "/a (10w", "180w", "\u{FFFD}\u{0}",
  ])
  func `MOM_07 a malformed attribute falls back to the source`(attribute: String) {
    #expect(SourceSet(parsing: attribute).url(shownWidth: 100, ratio: 2, orElse: "/src") == "/src")
  }

  @Test func `MOM_07 a malformed candidate loses only itself`() {
    let set = SourceSet(parsing: " ,/a 180w,\n/b 2x, /c,, /d\t360w ,/e (x, y) 5w, /f,g 720w,")
    #expect(
      set.candidates == [
        .init(url: "/a", width: 180), .init(url: "/d", width: 360), .init(url: "/f,g", width: 720),
      ])
  }

  @Test func `MOM_07 URLs keep their commas and their letters`() {
    let set = SourceSet(parsing: "/i?crop=1,2&t=ü 180w,data:image/png;base64,AAA= 360w")
    #expect(set.candidates.map { $0.url } == ["/i?crop=1,2&t=ü", "data:image/png;base64,AAA="])
  }
}
