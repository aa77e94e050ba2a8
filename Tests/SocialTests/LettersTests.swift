import Testing

@testable import Social

/// Compares the approximations with Unicode's own tables, which the native library has.
struct LettersTests {
  private static let planes = (0x80...0x2_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

  private func isWord(_ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      true
    default: properties.isAlphabetic
    }
  }

  private func isAssigned(_ properties: Unicode.Scalar.Properties) -> Bool {
    properties.generalCategory != .unassigned && properties.generalCategory != .surrogate
  }

  @Test func `hardly a letter is taken for anything else`() {
    let missed = Self.planes.filter { isWord($0.properties) && !Letters.isWord($0.value) }
    #expect(missed.count < 100, "\(missed.map { String($0.value, radix: 16) })")
  }

  @Test func `hardly a sign is taken for a letter`() {
    let taken = Self.planes.filter {
      isAssigned($0.properties) && !isWord($0.properties) && Letters.isWord($0.value) && $0.value < 0x1_0000
    }
    #expect(taken.count < 400, "\(taken.map { String($0.value, radix: 16) })")
  }

  @Test func `digits of the scripts in use are no letters`() {
    let digits = Self.planes.filter {
      $0.properties.generalCategory == .decimalNumber && $0.value < 0x1090 && Letters.isLetter($0.value)
    }
    #expect(digits == [])
    let letters = Self.planes.filter {
      $0.properties.generalCategory == .otherLetter && Letters.isWord($0.value) && !Letters.isLetter($0.value)
    }
    #expect(letters == [])
  }

  @Test func `small letters are those of Unicode where we know them`() {
    for scalar in Self.planes + (0x20...0x7F as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let key = TagKey.lowercased(text)
      #expect(key.unicodeScalars.elementsEqual(text.unicodeScalars) || key == text.lowercased(), "\(text)")
    }
    #expect(TagKey.lowercased("ÀÖØÞΑΡΣΫЀЯԱՖＡＺAZ") == "àöøþαρσϋѐяաֆａｚaz")
  }
}
