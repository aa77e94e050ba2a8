import Foundation

/// Decodes a file and writes the copies of a plan into a folder.
struct CopyMaker {
  /// The longest line, in pixels, for which colours are managed.
  ///
  /// Before 8.14.5 libvips writes beyond the end of a longer line if the picture is transparent and its
  /// colours are managed (https://github.com/libvips/libvips/pull/3647). Before a square is cut out, a line
  /// is as long as the picture is wide.
  private static let longestManagedLine = 9_000

  let source: String
  let folder: String
  /// Bounds the processor time of each decoding.
  let limit: Duration

  /// Decodes the file once, to the largest copy, and makes the other copies from that. Squares and the
  /// banner of a very long picture are decoded separately if its largest copy is too flat for them.
  ///
  /// - Returns: The picture's blurhash.
  func make(_ plan: SizePlan) throws(MediaError) -> String? {
    let largest = try DecodedPicture.decode(source, as: plan.largest, within: limit)
    guard largest.writeJPEG(to: path(plan.largest)) else { throw .cannotWrite(folder) }
    for copy in plan.whole {
      guard let picture = largest.resized(as: copy) else { throw .truncated }
      guard picture.writeWebP(to: path(copy)) else { throw .cannotWrite(folder) }
    }
    for copy in plan.squares + [plan.banner].compactMap(\.self) {
      let isFlat = plan.largest.width < copy.width || plan.largest.height < copy.height
      let isManaged = plan.width * copy.height / plan.height <= Self.longestManagedLine
      let middle =
        isFlat
        ? try DecodedPicture.decode(source, as: copy, isManaged: isManaged, within: limit)
        : largest.resized(as: copy)
      guard let middle else { throw .truncated }
      guard middle.write(copy.name, to: path(copy)) else { throw .cannotWrite(folder) }
    }
    if let moving = plan.moving { try make(moving: moving) }
    let small = plan.blurred
    return largest.resized(as: small)?.pixels(width: small.width, height: small.height).map {
      Blurhash.encode(rgb: $0, width: small.width, height: small.height)
    }
  }

  private func make(moving copy: SizePlan.Copy) throws(MediaError) {
    guard let bytes = DecodedPicture.movingWebP(of: source, as: copy) else { throw .truncated }
    do { try Data(bytes).write(to: URL(filePath: path(copy))) } catch { throw .cannotWrite(folder) }
  }

  private func path(_ copy: SizePlan.Copy) -> String { folder + "/" + copy.name }
}
