import Testing

/// Forbids the parts of Foundation that need ICU's data, which the program is built without (decision 0009).
/// A debug build has the data, so no other test would notice.
struct FoundationTests {
  private static let needsData = [
    "Calendar(", "Calendar.", "DateFormatter", "Locale(", "Locale.", "NSRegularExpression", "NumberFormatter",
    "TimeZone.",
    "TimeZone(", ".formatted(", "localizedCompare", "localizedCase", "localizedStandard",
    "localizedUppercase",
    "localizedLowercase", "localizedCapitalized", ".applyingTransform", "ByteCountFormatter",
  ]

  @Test func `nothing asks Foundation for what ICU knows of languages and times`() throws {
    for file in try SourceFile.all(in: "Sources") where file.imports.contains("Foundation") {
      for name in Self.needsData { #expect(!file.code.contains(name), "\(file) uses \(name)") }
    }
  }

  /// Without that data Foundation can't read host names beyond ASCII.
  @Test func `addresses are read by way of the names of their hosts`() throws {
    for file in try SourceFile.all(in: "Sources") where file.imports.contains("Foundation") {
      for name in ["URL(string:", "URLComponents("] where !file.path.hasSuffix("Outbound/HostName.swift") {
        #expect(!file.code.contains(name), "\(file) uses \(name)")
      }
    }
  }
}
