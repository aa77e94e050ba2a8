import Testing

@testable import Media

@Suite struct WebPContainerTests {
  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [UInt8(data.count), 0, 0, 0] + data + (data.count % 2 == 1 ? [0] : [])
  }

  private func file(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
  }

  @Test func `Profile, EXIF and XMP go, pixels and transparency stay`() {
    let size: [UInt8] = [0, 0, 0, 9, 0, 0, 9, 0, 0]
    let pixels = chunk("ALPH", [1, 2, 3]) + chunk("VP8 ", [4, 5, 6, 7])
    let full =
      chunk("VP8X", [0x3C] + size) + chunk("ICCP", [1]) + pixels + chunk("EXIF", [2, 2]) + chunk("XMP ", [3])
    #expect(WebPContainer.withoutMetadata(file(full)) == file(chunk("VP8X", [0x10] + size) + pixels))
    #expect(WebPContainer.withoutMetadata(file(pixels)) == file(pixels))
  }

  @Test(arguments: ["", "RIFF", "RIFF0000WEBX", "GIF89a--------------"])
  func `What is no WebP is nil`(_ text: String) {
    #expect(WebPContainer.withoutMetadata(Array(text.utf8)) == nil)
  }

  @Test func `A chunk that claims more than there is does no harm`() {
    let claim = Array("EXIF".utf8) + [0xFF, 0xFF, 0xFF, 0x7F, 1]
    #expect(WebPContainer.withoutMetadata(file(claim)) == file([]))
    #expect(WebPContainer.withoutMetadata(file(Array("VP8X".utf8) + [0, 0, 0, 0])) != nil)
  }
}
