import CVips

/// Decodes a file and writes the copies of a plan into a folder.
struct CopyMaker {
  let source: String
  let folder: String

  /// The file is decoded once, to the largest copy; the others are made from that, except squares
  /// of a picture so long that its largest copy is too flat for them.
  ///
  /// - Returns: the picture's blurhash.
  func make(_ plan: SizePlan) throws(MediaError) -> String? {
    guard let largest = DecodedPicture(path: source, as: plan.largest) else { throw .truncated }
    guard largest.writeJPEG(to: path(plan.largest)) else { throw .cannotWrite(folder) }
    for copy in plan.whole {
      guard let picture = largest.resized(as: copy) else { throw .truncated }
      guard picture.writeWebP(to: path(copy)) else { throw .cannotWrite(folder) }
    }
    for copy in plan.squares {
      let isFlat = min(plan.largest.width, plan.largest.height) < copy.width
      let square = isFlat ? DecodedPicture(path: source, as: copy) : largest.resized(as: copy)
      guard let square else { throw .truncated }
      guard square.writeWebP(to: path(copy)) else { throw .cannotWrite(folder) }
    }
    if let moving = plan.moving { try make(moving: moving) }
    let small = plan.blurred
    return largest.resized(as: small)?.pixels(width: small.width, height: small.height).map {
      Blurhash.encode(rgb: $0, width: small.width, height: small.height)
    }
  }

  private func make(moving copy: SizePlan.Copy) throws(MediaError) {
    let (width, height) = (Int32(copy.width), Int32(copy.height))
    guard swiftlet_vips_save_moving(source, path(copy), width, height, 70) == 0 else { throw .truncated }
    guard DecodedPicture.clean(path(copy)) else { throw .cannotWrite(folder) }
  }

  private func path(_ copy: SizePlan.Copy) -> String { folder + "/" + copy.name }
}
