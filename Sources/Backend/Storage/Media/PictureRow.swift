import Social

/// A row of `media`, and the addresses of its files.
struct PictureRow {
  static func columns(_ table: SQL) -> SQL {
    "\(table).hash, \(table).width, \(table).height, \(table).copies"
  }

  let hash: String
  let size: PixelSize?
  let copies: [MediaRecord.Copy]

  /// Returns `nil` if an outer join found no row.
  init?(_ row: inout RowReader) throws(StorageError) {
    guard let hash = try row.optionalText() else {
      row.skip(3)
      return nil
    }
    self.hash = hash
    size = PixelSize(width: try row.int(), height: try row.int())
    copies = MediaRecord.Copy.list(encoded: try row.text())
  }

  /// The address shown for a missing picture without an address elsewhere.
  static let missing = "/media/missing"

  /// The address of the animated copy; `nil` if the picture isn't animated.
  var moving: String? {
    copies.contains { $0.name == MediaRecord.Copy.movingName }
      ? "/media/\(hash)/\(MediaRecord.Copy.movingName)" : nil
  }

  /// The middle of a cover; `nil` for other pictures, and for covers from before there were banners.
  var banner: Picture? {
    copies.first { $0.name == MediaRecord.Copy.bannerName }.map { copy in
      Picture(
        url: "/media/\(hash)/\(copy.name)", size: PixelSize(width: copy.width, height: copy.height))
    }
  }

  /// Returns a stored picture, or the original address of one that could not be fetched.
  static func picture(_ stored: PictureRow?, source: String?, description: String = "") -> Picture {
    guard let stored else {
      let isAddress = source.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
      return Picture(url: isAddress ? source ?? missing : missing, description: description)
    }
    var picture = stored.picture
    picture.description = description
    return picture
  }

  var picture: Picture {
    let folder = "/media/\(hash)/"
    let others = [MediaRecord.Copy.movingName, MediaRecord.Copy.bannerName]
    return Picture(
      url: folder + "original.jpg", size: size,
      variants: copies.filter { !others.contains($0.name) }.compactMap { copy in
        PixelSize(width: copy.width, height: copy.height).map { size in
          Picture.Variant(url: folder + copy.name, size: size, shape: copy.isSquare ? .square : .whole)
        }
      })
  }
}
