import CVips
import Foundation

/// A decoded picture in libvips' memory, for use on one thread at a time.
struct DecodedPicture: ~Copyable {
  private let pointer: OpaquePointer

  private init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit { swiftlet_vips_release(pointer) }

  /// The size of the upright picture, from the file's header; nil if that can't be read.
  static func size(of path: String) -> (width: Int, height: Int)? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard swiftlet_vips_size(path, &width, &height) == 0, width > 0, height > 0 else { return nil }
    return (Int(width), Int(height))
  }

  /// Decodes a file straight to the size of that copy; nil if it is damaged.
  init?(path: String, as copy: SizePlan.Copy) {
    self.init(swiftlet_vips_decode(path, Int32(copy.width), Int32(copy.height), copy.isSquare ? 1 : 0))
  }

  func resized(as copy: SizePlan.Copy) -> DecodedPicture? {
    DecodedPicture(swiftlet_vips_resize(pointer, Int32(copy.width), Int32(copy.height), copy.isSquare ? 1 : 0))
  }

  /// Returns whether it could be written.
  func writeWebP(to path: String) -> Bool {
    guard swiftlet_vips_save_webp(pointer, path, 80) == 0, let written = FileManager.default.contents(atPath: path),
      let clean = WebPContainer.withoutMetadata([UInt8](written))
    else { return false }
    return (try? Data(clean).write(to: URL(filePath: path))) != nil
  }

  func writeJPEG(to path: String) -> Bool { swiftlet_vips_save_jpeg(pointer, path, 82) == 0 }
}
