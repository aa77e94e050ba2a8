import Social
import TestSupport
import Testing

struct PictureLayoutTests {
  @Test(arguments: [(2, 2), (3, 3), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3), (9, 3)])
  func `MOM_03 several pictures stand in rows`(count: Int, columns: Int) {
    #expect(PictureLayout(of: Picture.several(count)) == .grid(columns: columns))
  }

  @Test func `MOM_03 four pictures stand two by two`() {
    #expect(PictureLayout(of: Picture.several(4)) == .grid(columns: 2))
  }

  @Test func `MOM_03 no pictures take no place`() {
    #expect(PictureLayout(of: []) == .none)
  }

  @Test(arguments: [
    (800, 600, 169, 127), (1600, 900, 169, 95), (600, 800, 135, 180), (9, 16, 101, 180), (500, 500, 169, 169),
    (1, 1, 169, 169),
    (3000, 1000, 169, 56), (1000, 3000, 60, 180),
    // Cropped to half its length.
    (4000, 1000, 169, 85), (1000, 4000, 90, 180),
    // Never thinner than a finger.
    (5600, 100, 169, 48), (1, 1_000_000, 48, 180),
  ])
  func `MOM_03 one picture keeps its ratio within limits`(
    width: Int, height: Int, shownWidth: Int, shownHeight: Int
  ) {
    #expect(
      PictureLayout(of: [.made(width: width, height: height)])
        == .single(PictureLayout.Box(width: shownWidth, height: shownHeight)))
  }

  @Test func `MOM_03 one picture of unknown size gets a square`() {
    #expect(
      PictureLayout(of: [Picture(url: "/a.jpg")]) == .single(PictureLayout.Box(width: 169, height: 169)))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `MOM_03 no picture is shown above the limits`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let width = 1 + generator.below(generator.chance(50) ? 100 : 1_000_000)
      let height = 1 + generator.below(generator.chance(50) ? 100 : 1_000_000)
      guard case .single(let box) = PictureLayout(of: [.made(width: width, height: height)]) else {
        Issue.record("one picture is no grid")
        return
      }
      // 185: 75% of the 247 px beside the avatar on the narrowest screen.
      #expect(box.width <= 185 && box.height <= 180, "\(width)×\(height)")
      #expect(box.width >= 48 && box.height >= 48, "\(width)×\(height)")
      #expect(width >= height ? box.width == 169 : box.height == 180, "\(width)×\(height)")
      guard max(width, height) <= 3 * min(width, height) else { continue }
      let exact = Double(min(width, height)) / Double(max(width, height))
      let shown = Double(min(box.width, box.height)) / Double(max(box.width, box.height))
      #expect(abs(exact - shown) < 1.0 / 169, "\(width)×\(height) is stretched")
    }
  }

  @Test(
    arguments: [
      // Wide: the focus's horizontal coordinate decides.
      ((200, 100), (-1000, 0), 0), ((200, 100), (1000, 0), 10), ((200, 100), (-500, 900), 0),
      ((200, 100), (-300, 0), 2),
      ((400, 100), (500, 0), 8),
      // Tall: the vertical coordinate decides; positive is up.
      ((100, 200), (0, 1000), 0), ((100, 200), (900, -1000), 10), ((100, 300), (0, 200), 4),
      // The focus is in the middle, or the picture isn't cropped.
      ((200, 100), (0, 1000), nil), ((100, 100), (1000, 1000), nil), ((101, 100), (1000, 0), nil),
    ] as [((Int, Int), (Int, Int), Int?)])
  func `NEW_07 a cropped picture is held by its focus`(size: (Int, Int), focus: (Int, Int), tenths: Int?) {
    let picture = Picture(
      url: "x", size: PixelSize(width: size.0, height: size.1), focus: .init(x: focus.0, y: focus.1))
    #expect(picture.crop(to: PictureLayout.Box(width: 82, height: 82)) == tenths)
  }

  @Test func `NEW_07 a picture without a focus or a size is held in the middle`() {
    let box = PictureLayout.Box(width: 82, height: 82)
    #expect(Picture(url: "x", size: PixelSize(width: 2, height: 1)).crop(to: box) == nil)
    #expect(Picture(url: "x", focus: .init(x: 1000, y: 0)).crop(to: box) == nil)
  }
}
