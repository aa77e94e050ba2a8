import Foundation

/// Writes a blurhash (https://github.com/woltapp/blurhash/blob/master/Algorithm.md): the lowest frequencies
/// of a picture in about 30 characters. Clients draw a blur from it until the picture has loaded.
enum Blurhash {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  private struct Colour {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    var largest: Double { max(abs(red), abs(green), abs(blue)) }
  }

  /// - Parameter rgb: Three bytes a pixel, row by row, in sRGB.
  static func encode(rgb: [UInt8], width: Int, height: Int) -> String {
    let (columns, rows) = width >= height ? (4, 3) : (3, 4)
    let linear = rgb.map { Self.linear($0) }
    var factors: [Colour] = []
    for row in 0..<rows {
      for column in 0..<columns { factors.append(factor(linear, width, height, column, row)) }
    }
    let strongest = factors.dropFirst().map(\.largest).max() ?? 0
    let scale = max(0, min(82, Int((strongest * 166 - 0.5).rounded(.down))))
    let range = Double(scale + 1) / 166
    var text = base83((columns - 1) + (rows - 1) * 9, length: 1) + base83(scale, length: 1)
    if let average = factors.first {
      text += base83(sRGB(average.red) << 16 | sRGB(average.green) << 8 | sRGB(average.blue), length: 4)
    }
    for factor in factors.dropFirst() {
      let parts = [factor.red, factor.green, factor.blue].map { part in
        let root = abs(part / range).squareRoot()
        return max(0, min(18, Int(((part < 0 ? -root : root) * 9 + 9.5).rounded(.down))))
      }
      text += base83(parts[0] * 361 + parts[1] * 19 + parts[2], length: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func factor(_ linear: [Double], _ width: Int, _ height: Int, _ column: Int, _ row: Int)
    -> Colour
  {
    var sum = Colour()
    for y in 0..<height {
      let vertical = cos(.pi * Double(row * y) / Double(height))
      for x in 0..<width {
        let basis = vertical * cos(.pi * Double(column * x) / Double(width))
        let place = (y * width + x) * 3
        sum.red += basis * linear[place]
        sum.green += basis * linear[place + 1]
        sum.blue += basis * linear[place + 2]
      }
    }
    let scale = (row == 0 && column == 0 ? 1.0 : 2.0) / Double(width * height)
    return Colour(red: sum.red * scale, green: sum.green * scale, blue: sum.blue * scale)
  }

  private static func linear(_ value: UInt8) -> Double {
    let value = Double(value) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func sRGB(_ value: Double) -> Int {
    let value = max(0, min(1, value))
    return Int((value <= 0.0031308 ? value * 12.92 * 255 : (1.055 * pow(value, 1 / 2.4) - 0.055) * 255) + 0.5)
  }

  private static func base83(_ value: Int, length: Int) -> [UInt8] {
    var value = value
    var text: [UInt8] = []
    for _ in 0..<length {
      text.append(digits[value % 83])
      value /= 83
    }
    return text.reversed()
  }
}
