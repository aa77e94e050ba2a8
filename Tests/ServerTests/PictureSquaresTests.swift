import Social
import Testing

@testable import Media
@testable import Screens

/// Compares the squares that the app asks for with those that the server makes.
struct PictureSquaresTests {
  @Test(arguments: [(1, 1), (120, 90), (180, 400), (181, 181), (360, 4000), (4000, 361), (1600, 1200)])
  func `NEW_22 the app knows which squares the server makes`(width: Int, height: Int) throws {
    let plan = SizePlan(width: width, height: height)
    let folder = "/media/" + String(repeating: "0f", count: 16) + "/"
    let preview = try #require(plan.whole.first)
    let size = try #require(PixelSize(width: preview.width, height: preview.height))
    let picture = Picture(
      url: folder + "original.jpg", size: PixelSize(width: width, height: height),
      variants: [.init(url: folder + preview.name, size: size, shape: .whole)])
    let squares = picture.withSquares.variants.filter { $0.shape == .square }
    #expect(squares.map(\.url) == plan.squares.map { folder + $0.name })
    #expect(squares.map(\.size.width) == plan.squares.map(\.width))
    #expect(squares.map(\.size.height) == plan.squares.map(\.height))
  }
}
