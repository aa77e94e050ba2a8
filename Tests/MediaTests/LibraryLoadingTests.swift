import CLoading
import Foundation
import Media
import Testing

/// The sentences about a library of another project that can't be used, as for libvips, libcurl and libpq.
@Suite struct LibraryLoadingTests {
  /// Loads a library by its names, which has these functions.
  private func problem(_ names: [String], _ functions: [String], isDescribed: Bool = true) -> String {
    var problem = [CChar](repeating: 1, count: 512)
    let places = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: functions.count)
    places.initialize(repeating: nil, count: functions.count)
    let texts = (names + functions + ["libz 1.3 or later"]).map { strdup($0) }
    defer {
      for text in texts { free(text) }
      places.deallocate()
    }
    let pointers: [UnsafePointer<CChar>?] = texts.prefix(names.count).map { UnsafePointer($0) } + [nil]
    let wanted = texts.dropFirst(names.count).dropLast().enumerated().compactMap { index, text in
      text.map { SwiftletFunction(name: UnsafePointer($0), place: UnsafeMutableRawPointer(places + index)) }
    }
    let code = pointers.withUnsafeBufferPointer { names in
      wanted.withUnsafeBufferPointer { wanted -> Int32 in
        guard let names = names.baseAddress, let first = wanted.baseAddress, let needed = texts.last ?? nil
        else {
          return 1
        }
        var library = SwiftletLibrary(
          names: names, functions: first, count: wanted.count, needed: needed,
          describe: isDescribed ? { _, text, _ in _ = strcpy(text, "libz 1.2.3") } : nil, isGlobal: 0)
        return swiftlet_library_load(&library, &problem, 512)
      }
    }
    let text = String(decoding: problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #expect((code == 0) == text.isEmpty)
    #expect(code != 0 || (0..<functions.count).allSatisfy { places[$0] != nil })
    return text
  }

  @Test func `NEW_16 a library that is there is loaded, under its second name, too (29_27)`() {
    #expect(problem(["libz.so.1"], ["deflate", "inflate"]) == "")
    #expect(problem(["libnone.so.7", "libz.so.1"], ["deflate"]) == "")
  }

  @Test func `NEW_16 a missing library is named, with the system's reason (29_27)`() {
    let text = problem(["libnone.so.7", "libnone-gnutls.so.7"], ["deflate"])
    #expect(text.hasPrefix("libnone.so.7 can't be loaded (libnone.so.7: "))
  }

  @Test func `NEW_16 a missing function is named, with the version found and the one needed (29_27)`() {
    let functions = ["deflate", "deflateAgain"]
    let found = problem(["libz.so.1"], functions)
    #expect(found == "libz.so.1 has no deflateAgain: libz 1.2.3 was found, and libz 1.3 or later is needed")
    let unknown = problem(["libz.so.1"], functions, isDescribed: false)
    #expect(unknown.contains("an unknown version was found"))
  }

  @Test func `NEW_16 without libvips the sentence says why no picture can be made (29_27)`() {
    let error = MediaError.noLibrary(
      "libvips.so.42 has no vips_operation_block_set: libvips 8.12.1 was found")
    #expect(error.message.contains("libvips 8.12.1") && error.message.contains("libvips42") && !error.isFinal)
  }
}
