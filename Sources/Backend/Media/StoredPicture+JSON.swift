import JSON

/// The description file beside a picture's copies. It saves decoding the same picture again.
extension StoredPicture {
  static let descriptionName = "picture.json"

  /// - Parameter sums: The sums of its files by file name (`FileSum`).
  func encoded(sums: [String: String]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("format")
      writer.string(format.rawValue)
      writer.name("width")
      writer.number(width)
      writer.name("height")
      writer.number(height)
      writer.name("bytes")
      writer.number(byteSize)
      if let blurhash {
        writer.name("blurhash")
        writer.string(blurhash)
      }
      writer.name("sums")
      writer.object { writer in
        for name in fileNames {
          guard let sum = sums[name] else { continue }
          writer.name(of: name)
          writer.string(sum)
        }
      }
      writer.name("copies")
      writer.array(copies) { writer, copy in
        writer.array { writer in
          writer.string(copy.name)
          writer.number(copy.width)
          writer.number(copy.height)
          writer.bool(copy.isSquare)
        }
      }
    }
    return writer.bytes
  }

  /// Returns the sums of the files in a description; empty for descriptions of earlier versions, which have
  /// none.
  static func sums(encoded: [UInt8]) -> [String: String] {
    guard let json = try? JSON(parsing: encoded), let sums = json["sums"]?.members else { return [:] }
    return sums.reduce(into: [:]) { $0[$1.name] = $1.value.string }
  }

  init?(hash: String, encoded: [UInt8]) {
    guard let json = try? JSON(parsing: encoded),
      let format = json["format"]?.string.flatMap(PictureFormat.init(rawValue:)),
      let width = json["width"]?.int, let height = json["height"]?.int, let byteSize = json["bytes"]?.int,
      let copies = json["copies"]?.array
    else { return nil }
    self.hash = hash
    self.format = format
    self.width = width
    self.height = height
    self.byteSize = byteSize
    blurhash = json["blurhash"]?.string
    self.copies = copies.compactMap { copy in
      guard let parts = copy.array, parts.count == 4, let name = parts[0].string,
        let width = parts[1].int, let height = parts[2].int, let isSquare = parts[3].bool
      else { return nil }
      return Copy(name: name, width: width, height: height, isSquare: isSquare)
    }
  }
}
