import Contracts
import Social
import Testing

@Suite struct WholeCoverTests {
  private let folder = "https://a.example/media/0123456789abcdef0123456789abcdef"

  @Test func `NEW_22 a banner leads to the whole cover beside it`() {
    let banner = Picture(url: folder + "/banner.jpg", size: PixelSize(width: 900, height: 300))
    #expect(banner.wholeCover(shown: nil) == Picture(url: folder + "/original.jpg"))
    let size = PixelSize(width: 360, height: 360)
    let variants = size.map { [Picture.Variant(url: folder + "/w360.webp", size: $0, shape: .whole)] } ?? []
    let shown = Picture(url: folder + "/original.jpg", variants: variants)
    #expect(banner.wholeCover(shown: shown) == shown, "its sizes stay")
    #expect(banner.wholeCover(shown: Picture(url: "/other/original.jpg")).url == folder + "/original.jpg")
  }

  @Test(arguments: [
    "https://a.example/media/a/original.jpg", "/.picture/1-xb", "", "banner.jpg",
    "https://a.example/banner.jpg?x",
  ])
  func `NEW_22 every other address stays`(_ url: String) {
    let picture = Picture(url: url, size: PixelSize(width: 3, height: 1))
    #expect(picture.wholeCover(shown: nil) == picture)
    let shown = Picture(url: url)
    #expect(picture.wholeCover(shown: shown) == shown)
  }
}
