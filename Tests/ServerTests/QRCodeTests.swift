import Testing

@testable import Server

/// Compares QR codes with those of another program (qrcode 8 for Python), module by module.
@Suite struct QRCodeTests {
  private static let small = """
    #######.###...#.#.#######
    #.....#.#..##...#.#.....#
    #.###.#.##..####..#.###.#
    #.###.#....###..#.#.###.#
    #.###.#.#.##.##.#.#.###.#
    #.....#...#..#..#.#.....#
    #######.#.#.#.#.#.#######
    .........#.#.##.#........
    #..#######..#.#.##..#.###
    ####.#.#....####....####.
    .##.#.#.###.##.#...###..#
    ....#....#.##.#.##...####
    ##....#...##...#..##....#
    ##.#.#.####.#.###...#..#.
    #####.#.##...#.#.##.#####
    #.#.##..#.#.#....###.##.#
    #..######.####..#####.##.
    ........####.#..#...#.##.
    #######.##..#...#.#.#...#
    #.....#.#..#.####...#...#
    #.###.#.##.##..######....
    #.###.#.#.#.#######....##
    #.###.#..#####.#....#####
    #.....#..####.#..#.##.###
    #######.#.......###..#..#
    """

  private func drawn(_ code: QRCode, _ dark: String = "1", _ light: String = "0") -> String {
    (0..<code.size).map { y in
      (0..<code.size).map { code.modules[y * code.size + $0] ? dark : light }.joined()
    }
    .joined(separator: "\n")
  }

  @Test func `NEW_20 a code is as the standard says`() throws {
    let code = try #require(QRCode("https://a.example/join/x"))
    #expect(drawn(code, "#", ".") == Self.small)
    #expect(code.path.hasPrefix("M0 0h7v1h-7z"))
  }

  /// FNV-1a hashes of the codes of versions with several blocks, alignment patterns, and a version number.
  @Test(arguments: [
    (
      "https://moments.example.org/join/" + String(repeating: "a", count: 43), 37,
      0x55d88aecc337aa13 as UInt64
    ),
    (String(repeating: "x", count: 150), 49, 0xf761fabe7f78d779),
    (String(repeating: "y", count: 210), 57, 0x1a0b69a03f60df9e),
  ])
  func `NEW_20 longer texts have larger codes`(text: String, size: Int, hash: UInt64) throws {
    let code = try #require(QRCode(text))
    let found = drawn(code).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    #expect(code.size == size && found == hash)
  }

  @Test func `NEW_20 a text that is too long has none`() {
    #expect(QRCode(String(repeating: "z", count: 213)) != nil)
    #expect(QRCode(String(repeating: "z", count: 214)) == nil)
  }
}
