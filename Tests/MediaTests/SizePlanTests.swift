import Testing

@testable import Media

@Suite struct SizePlanTests {
  @Test func `A photo gets all copies, with its aspect ratio`() {
    let plan = SizePlan(width: 4000, height: 3000)
    #expect(plan.whole.map(\.width) == [360, 720, 1440])
    #expect(plan.whole.map(\.height) == [270, 540, 1080])
    #expect(plan.squares.map(\.width) == [180, 360])
    #expect(plan.largest.width == 1440)
  }

  @Test(arguments: [
    (1, 1), (100, 50), (359, 400), (360, 360), (5600, 3700), (100, 20_000), (20_000, 100), (1, 90_000),
  ])
  func `Nothing is enlarged, and nothing is left without a copy`(_ size: (Int, Int)) {
    let plan = SizePlan(width: size.0, height: size.1)
    for copy in plan.whole + plan.squares + [plan.largest] {
      #expect(copy.width <= size.0 && copy.height <= size.1)
      #expect(copy.width >= 1 && copy.height >= 1)
      #expect(max(copy.width, copy.height) <= SizePlan.longestSide)
      #expect(copy.width * copy.height <= SizePlan.maxPixels + SizePlan.longestSide)
    }
    #expect(!plan.whole.isEmpty && !plan.squares.isEmpty)
  }

  @Test(arguments: [
    (1, 1), (2, 9), (3, 1), (1, 3), (900, 900), (1500, 500), (5600, 3700), (20_000, 100), (100, 20_000),
    (3, 90_000), (4, 1), (1441, 480),
  ])
  func `NEW_22 a cover's banner is three times as wide as high, and not enlarged`(_ size: (Int, Int)) throws {
    let plan = SizePlan(width: size.0, height: size.1, isCover: true)
    let banner = try #require(plan.banner)
    #expect(banner.isCropped && (1...min(1440, size.0)).contains(banner.width))
    #expect((1...size.1).contains(banner.height))
    #expect(size.0 < 3 || banner.width == 3 * banner.height)
    #expect(size.0 < 3 || banner.height == min(480, size.0 / 3, size.1), "as large as it can be")
    #expect(SizePlan(width: size.0, height: size.1).banner == nil)
  }
}
