/// A QR code (ISO/IEC 18004) of a text in byte mode, with error correction level M.
///
/// Versions up to 10 suffice for 213 bytes; a link for an invitation has about 80.
struct QRCode: Equatable, Sendable {
  /// The number of modules in a row.
  let size: Int
  /// True for dark modules, row by row.
  private(set) var modules: [Bool]
  /// True for modules that no mask changes.
  private var isFixed: [Bool]

  /// The number of codewords of each version, with those for error correction (table 1).
  private static let codewords = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
  /// The number of codewords for error correction in a block, and of blocks, at level M (table 9).
  private static let correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
  private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
  /// The distance of the second alignment pattern from the first one (annex E); 0 for none.
  private static let alignments = [0, 12, 16, 20, 24, 28, 16, 18, 20, 22]

  /// Fails if the text is too long.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var index = 0
    while index < Self.codewords.count {
      let room = Self.codewords[index] - Self.correction[index] * Self.blocks[index]
      // The mode and the length take 12 bits, from version 10 on 20.
      if bytes.count + (index < 9 ? 2 : 3) <= room { break }
      index += 1
    }
    guard index < Self.codewords.count else { return nil }
    size = 21 + 4 * index
    modules = Array(repeating: false, count: size * size)
    isFixed = modules
    addPatterns(index)
    addCodewords(Self.interleaved(Self.data(bytes, index), index))
    var best = (mask: 0, penalty: Int.max)
    for mask in 0..<8 {
      addFormat(mask)
      apply(mask)
      let penalty = penalty
      if penalty < best.penalty { best = (mask, penalty) }
      apply(mask)
    }
    addFormat(best.mask)
    apply(best.mask)
  }

  /// Returns the path of the dark modules, each a square of one unit.
  var path: String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        var width = 0
        while x + width < size, modules[y * size + x + width] { width += 1 }
        if width > 0 { path += "M\(x) \(y)h\(width)v1h-\(width)z" }
        x += max(1, width)
      }
    }
    return path
  }

  /// Returns mode, length, bytes and padding as codewords (7.4).
  private static func data(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
    let room = codewords[index] - correction[index] * blocks[index]
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for shift in (0..<count).reversed() { bits.append(value >> shift & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, index < 9 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, 8 * room - bits.count))
    while bits.count % 8 != 0 { bits.append(false) }
    var data: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      data.append(bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    }
    var pad: UInt8 = 0xEC
    while data.count < room {
      data.append(pad)
      pad ^= 0xEC ^ 0x11
    }
    return data
  }

  /// Returns the codewords of all blocks, one of each in turn, and then those for error correction (7.6).
  private static func interleaved(_ data: [UInt8], _ index: Int) -> [UInt8] {
    let count = blocks[index]
    let (length, longer) = (data.count / count, data.count % count)
    var parts: [[UInt8]] = []
    var start = 0
    for block in 0..<count {
      let end = start + length + (block < count - longer ? 0 : 1)
      parts.append(Array(data[start..<end]))
      start = end
    }
    var result: [UInt8] = []
    for position in 0...length {
      for part in parts where position < part.count { result.append(part[position]) }
    }
    let divisor = divisor(correction[index])
    let corrections = parts.map { remainder($0, divisor) }
    for position in 0..<correction[index] {
      for part in corrections { result.append(part[position]) }
    }
    return result
  }

  /// Multiplies in GF(2^8) modulo 0x11D.
  private static func multiply(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var product = 0
    for shift in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7 & 1) * 0x11D
      product ^= (Int(other) >> shift & 1) * Int(one)
    }
    return UInt8(truncatingIfNeeded: product)
  }

  /// Returns the generator polynomial of a degree, without its leading 1 (annex A).
  private static func divisor(_ degree: Int) -> [UInt8] {
    var result = Array(repeating: UInt8(0), count: degree)
    result[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for position in 0..<degree {
        result[position] = multiply(result[position], root)
        if position + 1 < degree { result[position] ^= result[position + 1] }
      }
      root = multiply(root, 2)
    }
    return result
  }

  private static func remainder(_ data: [UInt8], _ divisor: [UInt8]) -> [UInt8] {
    var result = Array(repeating: UInt8(0), count: divisor.count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for position in result.indices { result[position] ^= multiply(divisor[position], factor) }
    }
    return result
  }

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  /// Draws timing, finder and alignment patterns, and the version (6.3, 7.10).
  private mutating func addPatterns(_ index: Int) {
    for position in 0..<size {
      set(6, position, position % 2 == 0)
      set(position, 6, position % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for dy in -4...4 {
        for dx in -4...4 where 0..<size ~= x + dx && 0..<size ~= y + dy {
          let distance = max(abs(dx), abs(dy))
          set(x + dx, y + dy, distance != 2 && distance != 4)
        }
      }
    }
    if Self.alignments[index] > 0 {
      let centers =
        [6] + Array(stride(from: 6 + Self.alignments[index], to: size - 6, by: Self.alignments[index]))
      for y in centers {
        for x in centers
        where !isFixed[y * size + x] || y == 6 && 8..<size - 8 ~= x || x == 6 && 8..<size - 8 ~= y {
          for dy in -2...2 {
            for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
          }
        }
      }
    }
    addFormat(0)
    guard index >= 6 else { return }
    var rest = index + 1
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = (index + 1) << 12 | rest
    for bit in 0..<18 {
      let isDark = bits >> bit & 1 == 1
      set(size - 11 + bit % 3, bit / 3, isDark)
      set(bit / 3, size - 11 + bit % 3, isDark)
    }
  }

  /// Draws level and mask, twice, and the dark module (7.9).
  private mutating func addFormat(_ mask: Int) {
    // Level M is 00.
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ position: Int) -> Bool { bits >> position & 1 == 1 }
    for position in 0...5 { set(8, position, bit(position)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for position in 9..<15 { set(14 - position, 8, bit(position)) }
    for position in 0..<8 { set(size - 1 - position, 8, bit(position)) }
    for position in 8..<15 { set(8, size - 15 + position, bit(position)) }
    set(8, size - 8, true)
  }

  /// Draws the codewords upwards and downwards in columns of two modules, from the right (7.7.3).
  private mutating func addCodewords(_ codewords: [UInt8]) {
    var bit = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        for x in [right, right - 1] {
          let y = (right + 1) & 2 == 0 ? size - 1 - step : step
          guard !isFixed[y * size + x], bit < 8 * codewords.count else { continue }
          modules[y * size + x] = codewords[bit / 8] >> (7 - UInt8(bit % 8)) & 1 == 1
          bit += 1
        }
      }
      right -= 2
    }
  }

  /// Inverts the modules of a mask (7.8.2). Twice is as if never.
  private mutating func apply(_ mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] {
        let isInverted =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if isInverted { modules[y * size + x].toggle() }
      }
    }
  }

  /// The sum of what makes a code hard to read: long runs, squares, patterns like a finder's, and one colour
  /// (7.8.3).
  private var penalty: Int {
    var sum = 0
    for line in 0..<size {
      for isRow in [true, false] {
        let bits = (0..<size).map { modules[isRow ? line * size + $0 : $0 * size + line] }
        var run = 0
        for position in 0..<size {
          run = position > 0 && bits[position] == bits[position - 1] ? run + 1 : 1
          sum += run == 5 ? 3 : run > 5 ? 1 : 0
        }
        let finder = [true, false, true, true, true, false, true]
        for start in 0..<size - 6 where bits[start..<start + 7].elementsEqual(finder) {
          let isLight = { (range: Range<Int>) in
            !range.contains { 0..<size ~= $0 && bits[$0] }
          }
          if isLight(start - 4..<start) || isLight(start + 7..<start + 11) { sum += 40 }
        }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let corner = modules[y * size + x]
        if corner == modules[y * size + x + 1], corner == modules[(y + 1) * size + x],
          corner == modules[(y + 1) * size + x + 1]
        {
          sum += 3
        }
      }
    }
    let dark = modules.reduce(0) { $0 + ($1 ? 1 : 0) }
    return sum + 10 * (abs(20 * dark - 10 * size * size) / (size * size))
  }
}
