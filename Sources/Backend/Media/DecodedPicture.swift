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

  /// The facts in a file's header.
  struct Facts {
    /// The size of the upright picture, in pixels.
    let width: Int
    let height: Int
    let frames: Int
    /// libvips' name for the loader that reads the file, such as `jpegload_source`.
    let loader: String
  }

  /// Reads the header; returns `nil` if it can't be read.
  static func facts(of path: String) -> Facts? {
    var (width, height, frames): (Int32, Int32, Int32) = (0, 0, 0)
    var loader = [CChar](repeating: 0, count: 64)
    guard swiftlet_vips_facts(path, &width, &height, &frames, &loader, Int32(loader.count)) == 0, width > 0,
      height > 0
    else { return nil }
    let name = String(decoding: loader.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Facts(width: Int(width), height: Int(height), frames: max(1, Int(frames)), loader: name)
  }

  /// Decodes a file straight to the size of that copy.
  ///
  /// - Parameters:
  ///   - isManaged: whether a colour profile is followed.
  ///   - limit: bounds the processor time.
  /// - Throws: `MediaError.truncated`, `MediaError.tooSlow`.
  static func decode(
    _ path: String, as copy: SizePlan.Copy, isManaged: Bool = true, within limit: Duration
  ) throws(MediaError) -> DecodedPicture {
    var isTooSlow: Int32 = 0
    let pointer = swiftlet_vips_decode(
      path, Int32(copy.width), Int32(copy.height), copy.isCropped ? 1 : 0, isManaged ? 1 : 0,
      Int(limit / .milliseconds(1)), &isTooSlow)
    guard let picture = DecodedPicture(pointer) else { throw isTooSlow == 0 ? .truncated : .tooSlow }
    return picture
  }

  func resized(as copy: SizePlan.Copy) -> DecodedPicture? {
    DecodedPicture(
      swiftlet_vips_resize(pointer, Int32(copy.width), Int32(copy.height), copy.isCropped ? 1 : 0))
  }

  /// Returns red, green and blue of each pixel, row by row; `nil` if the picture has another size.
  func pixels(width: Int, height: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    return swiftlet_vips_pixels(pointer, &bytes, Int32(width), Int32(height)) == 0 ? bytes : nil
  }

  /// Returns false if the file can't be written.
  func writeWebP(to path: String) -> Bool {
    swiftlet_vips_save_webp(pointer, path, 80) == 0 && Self.clean(path)
  }

  /// Encodes all frames of a file as an animated WebP. Returns `nil` if the file is damaged.
  static func movingWebP(of path: String, as copy: SizePlan.Copy) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    guard swiftlet_vips_moving(path, Int32(copy.width), Int32(copy.height), 70, &bytes, &size) == 0, let bytes
    else {
      return nil
    }
    defer { swiftlet_vips_free(bytes) }
    return WebPContainer.withoutMetadata(Array(UnsafeBufferPointer(start: bytes, count: Int(size))))
  }

  /// Removes the metadata that libvips leaves in a WebP.
  private static func clean(_ path: String) -> Bool {
    guard let written = FileManager.default.contents(atPath: path),
      let clean = WebPContainer.withoutMetadata([UInt8](written))
    else { return false }
    return (try? Data(clean).write(to: URL(filePath: path))) != nil
  }

  /// Writes the copy of that name; returns false if the file can't be written.
  func write(_ name: String, to path: String) -> Bool {
    name == StoredPicture.bannerName ? writeJPEG(to: path) : writeWebP(to: path)
  }

  func writeJPEG(to path: String) -> Bool { swiftlet_vips_save_jpeg(pointer, path, 82) == 0 }
}
