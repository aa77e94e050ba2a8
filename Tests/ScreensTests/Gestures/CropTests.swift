import Social
import TestSupport
import Testing

@testable import Screens

struct CropTests {
  private static func crop(_ width: Int = 400, _ height: Int = 200) throws -> Crop {
    Crop(of: try #require(PixelSize(width: width, height: height)))
  }

  private func isNear(
    _ area: Crop.Area, _ left: Double, _ top: Double, _ width: Double, _ height: Double,
    within distance: Double = 0.003
  ) -> Bool {
    zip([area.left, area.top, area.width, area.height], [left, top, width, height]).allSatisfy {
      abs($0 - $1) < distance
    }
  }

  @Test func `NEW_13 at first the frame shows the middle of the picture, as large as it can be`() throws {
    #expect(isNear(try Self.crop().area, 0.25, 0, 0.5, 1))
    #expect(isNear(try Self.crop(200, 400).area, 0, 0.25, 1, 0.5))
    #expect(isNear(try Self.crop(300, 300).area, 0, 0, 1, 1))
    #expect(isNear(try Self.crop(1500, 500).area, 1 / 3, 0, 1 / 3, 1))
  }

  @Test func `NEW_13 the picture always covers the frame`() throws {
    var crop = try Self.crop()
    crop.move(x: 5000, y: 300)
    #expect(isNear(crop.area, 0, 0, 0.5, 1), "as far as its left edge")
    crop.move(x: -9000, y: 0)
    #expect(isNear(crop.area, 0.5, 0, 0.5, 1))
    crop.scale(to: 2000)
    crop.scale(to: 10)
    #expect(crop.zoom == Crop.minZoom && isNear(crop.area, 0.5, 0, 0.5, 1))
    crop.scale(to: 1_000_000)
    #expect(crop.zoom == Crop.maxZoom)
  }

  /// The app's integers have 32 bits.
  @Test(arguments: [(1, 1_048_575), (1_048_575, 1), (1_048_575, 1_048_575), (1, 1), (60_000, 1)])
  func `NEW_13 a picture of any size can be moved and scaled`(width: Int, height: Int) throws {
    var crop = try Self.crop(width, height)
    for zoom in [5000, 1000, 3333, 5000] {
      crop.scale(to: zoom, aroundX: 1_000_000, y: -1_000_000)
      for distance in [Int(Int32.max), -Int(Int32.max), 60] {
        crop.move(x: distance, y: distance)
        #expect(Int32(exactly: crop.x * 2) != nil && Int32(exactly: crop.y * 2) != nil)
        #expect(crop.area.width > 0 && crop.area.height > 0)
      }
    }
  }

  @Test func `NEW_13 what lies between the fingers stays there while it is scaled`() throws {
    var crop = try Self.crop()
    crop.scale(to: 2000, aroundX: -500, y: -500)
    #expect(isNear(crop.area, 0.25, 0, 0.25, 0.5), "the corner of the frame")
  }

  @Test(arguments: [
    ("ArrowLeft", -60, 0), ("ArrowRight", 60, 0), ("ArrowUp", 0, -60), ("ArrowDown", 0, 60), ("Enter", 0, 0),
  ])
  func `NEW_13 the arrow keys move it`(key: String, x: Int, y: Int) throws {
    var crop = try Self.crop()
    crop.scale(to: 2000)
    crop.press(key)
    #expect((crop.x, crop.y) == (x, y))
  }

  @Test func `NEW_13 plus and minus scale it`() throws {
    var crop = try Self.crop()
    crop.press("+")
    #expect(crop.zoom == 1200)
    crop.press("-")
    #expect(crop.zoom == 1000)
    crop.press("-")
    #expect(crop.zoom == 1000)
  }

  @Test func `NEW_13 a finger moves it, and two scale it`() throws {
    var gesture = CropGesture()
    gesture.crop = try Self.crop()
    func event(_ phase: PointerEvent.Phase, _ pointer: Int32, _ x: Int, _ y: Int) -> PointerEvent {
      PointerEvent(phase: phase, pointer: pointer, x: x, y: y, time: 0, sheetHeight: 300)
    }
    func moves(_ event: PointerEvent) -> Bool { gesture.handle(event) }
    #expect(!moves(event(.down, 1, 195, 422)))
    #expect(moves(event(.move, 1, 225, 422)))
    #expect(gesture.crop?.x == 100 && gesture.crop?.zoom == 1000)
    #expect(!moves(event(.down, 2, 165, 422)))
    #expect(moves(event(.move, 2, 105, 422)))
    #expect(gesture.crop?.zoom == 2000)
    #expect(!moves(event(.up, 1, 225, 422)))
    #expect(!moves(event(.move, 1, 0, 0)), "it is up")
    #expect(!moves(PointerEvent(phase: .move, pointer: 2, x: 0, y: 0, time: 0)), "where there is no frame")
  }

  /// A panorama, with 32-bit integers as in the browser.
  @Test func `NEW_13 no picture is too wide or too high`() throws {
    for (width, height) in [(2048, 1), (1, 2048)] {
      var crop = try Self.crop(width, height)
      crop.scale(to: Crop.maxZoom)
      crop.move(x: 100_000_000, y: 100_000_000)
      let area = crop.area
      #expect(
        area.left >= 0 && area.top >= 0 && area.left + area.width <= 1.001
          && area.top + area.height <= 1.001)
      #expect(abs(crop.x) < 1 << 31 && abs(crop.y) < 1 << 31)
    }
  }

  @Test func `NEW_22 a picture without a size is none to cut`() {
    for (width, height) in [(0, 0), (0, 5), (5, 0), (-1, 5), (Int.min, Int.max), (1 << 20, 1), (1, Int.max)] {
      #expect(PixelSize(width: width, height: height) == nil)
    }
  }

  /// Whatever fingers and keys do, the part is a square of the picture, within it, and so is the banner: its
  /// middle third.
  @Test func `NEW_22 every part is a square within the picture`() throws {
    var random = SeededGenerator(seed: 22)
    let sides = [1, 2, 3, 17, 640, 1080, 2048, 1_048_575]
    for _ in 0..<2000 {
      let width = sides.randomElement(using: &random) ?? 1
      let height = Bool.random(using: &random) ? sides.randomElement(using: &random) ?? 1 : width
      var crop = try Self.crop(width, height)
      for _ in 0..<8 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: crop.move(x: Int.random(in: -5000...5000, using: &random), y: 0)
        case 1: crop.move(x: 0, y: Int.random(in: -2_000_000_000...2_000_000_000, using: &random))
        case 2:
          crop.scale(
            to: Int.random(in: -9000...9000, using: &random),
            aroundX: Int.random(in: -600...600, using: &random), y: Int.random(in: -600...600, using: &random)
          )
        default: crop.press(["ArrowUp", "ArrowLeft", "+", "-"].randomElement(using: &random) ?? "+")
        }
      }
      let area = crop.area
      #expect([area.left, area.top, area.width, area.height].allSatisfy { $0.isFinite })
      #expect(area.left > -0.001 && area.top > -0.001)
      #expect(area.left + area.width < 1.001 && area.top + area.height < 1.001)
      let (across, down) = (area.width * Double(width), area.height * Double(height))
      #expect(across > 0 && abs(across / down - 1) < 0.01, "\(width)×\(height): \(area)")
      #expect((Crop.minZoom...Crop.maxZoom).contains(crop.zoom))
    }
  }

  @Test(arguments: [(1500, 500), (500, 1500), (4000, 1000), (1000, 9000), (2048, 600)])
  func `NEW_22 a long cover moves to both ends, and shows whole when it is made smaller`(
    width: Int, height: Int
  ) throws {
    let size = try #require(PixelSize(width: width, height: height))
    var crop = Crop(of: size, isCover: true)
    #expect(crop.shape.isLong && crop.zoom == Crop.minZoom, "at first it covers the frame")
    let (part, isWide) = (Double(min(width, height)) / Double(max(width, height)), width > height)
    for (distance, start) in [(-1_000_000, 1 - part), (1_000_000, 0)] {
      crop.move(x: distance, y: distance)
      #expect(isWide ? isNear(crop.area, start, 0, part, 1) : isNear(crop.area, 0, start, 1, part))
    }
    for _ in 0..<20 { crop.press("-") }
    let (shown, edge) = (1 / part, (1 - 1 / part) / 2)
    #expect(
      isWide
        ? isNear(crop.area, 0, edge, 1, shown, within: shown / 100)
        : isNear(crop.area, edge, 0, shown, 1, within: shown / 100))
    crop.move(x: 700, y: -700)
    #expect(abs(crop.x) < 9 && abs(crop.y) < 9, "what is smaller than the frame stays in its middle")
    for _ in 0..<30 { crop.press("+") }
    #expect(crop.zoom == Crop.maxZoom)
  }

  @Test func `NEW_22 other covers, and avatars of any shape, always cover the frame`() throws {
    for (width, height, isCover) in [
      (1499, 500, true), (500, 1499, true), (1, 1, true), (9000, 1000, false),
    ] {
      var crop = Crop(of: try #require(PixelSize(width: width, height: height)), isCover: isCover)
      crop.scale(to: 1)
      #expect(!crop.shape.isLong && crop.zoom == Crop.minZoom)
    }
  }

  @Test(arguments: [(1, 1_048_575), (1_048_575, 1), (60_000, 1), (20, 1), (21, 1)])
  func `NEW_22 the longest cover keeps within 32 bits`(width: Int, height: Int) throws {
    var crop = Crop(of: try #require(PixelSize(width: width, height: height)), isCover: true)
    for zoom in [Int.min, 5000, 0, 333, Int.max, 1] {
      crop.scale(to: zoom, aroundX: 1_000_000, y: -1_000_000)
      #expect((Crop.leastZoom...Crop.maxZoom).contains(crop.zoom))
      for distance in [Int(Int32.max), -Int(Int32.max), 60] {
        crop.move(x: distance, y: distance)
        #expect(Int32(exactly: crop.x * 2) != nil && Int32(exactly: crop.y * 2) != nil)
        let area = crop.area
        #expect([area.left, area.top, area.width, area.height].allSatisfy { $0.isFinite })
        #expect(area.width > 0 && area.height > 0)
      }
    }
  }

  @Test func `NEW_22 fingers outside of the frame, or in a window without a size, do no harm`() throws {
    var gesture = CropGesture()
    gesture.crop = try Self.crop(3, 2)
    let events: [(pointer: Int, phase: PointerEvent.Phase)] = [
      (1, .down), (2, .down), (1, .move), (2, .move), (1, .cancel),
    ]
    for (x, y, height) in [(0, 0, 1), (-100_000, 100_000, 1), (100_000, 5, 0), (5, 5, 300)] {
      for (pointer, phase) in events {
        _ = gesture.handle(
          PointerEvent(
            phase: phase, pointer: Int32(pointer), x: x * pointer, y: y, time: 0, windowWidth: 0,
            windowHeight: 0, sheetHeight: height))
      }
      let area = try #require(gesture.crop?.area)
      #expect(area.left > -0.001 && area.left + area.width < 1.001 && area.width > 0)
    }
  }
}
