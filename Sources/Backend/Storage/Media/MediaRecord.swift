import JSON

/// A stored picture, as it is written to the database.
public struct MediaRecord: Equatable, Sendable {
  /// One of the picture's files.
  public struct Copy: Equatable, Sendable {
    public var name: String
    public var width: Int
    public var height: Int
    public var isSquare: Bool

    public init(name: String, width: Int, height: Int, isSquare: Bool) {
      self.name = name
      self.width = width
      self.height = height
      self.isSquare = isSquare
    }
  }

  public var hash: String
  public var mimeType: String
  public var width: Int
  public var height: Int
  public var byteSize: Int
  public var copies: [Copy]
  public var blurhash: String?

  public init(
    hash: String, mimeType: String, width: Int, height: Int, byteSize: Int, copies: [Copy],
    blurhash: String? = nil
  ) {
    self.hash = hash
    self.mimeType = mimeType
    self.width = width
    self.height = height
    self.byteSize = byteSize
    self.copies = copies
    self.blurhash = blurhash
  }
}

extension MediaRecord {
  static let columns: SQL = "hash, mime_type, width, height, byte_size, copies, blurhash"

  init(_ row: inout RowReader) throws(StorageError) {
    self.init(
      hash: try row.text(), mimeType: try row.text(), width: try row.int(),
      height: try row.int(), byteSize: try row.int(),
      copies: Copy.list(encoded: try row.text()), blurhash: try row.optionalText())
  }
}

extension MediaRecord.Copy {
  /// The file name of the animated copy.
  static let movingName = "moving.webp"

  /// The file name of a cover's banner.
  static let bannerName = "banner.jpg"

  /// Encodes copies as `[["s180.webp",180,180,true],…]`.
  static func encoded(_ copies: [Self]) -> String {
    var writer = JSONWriter()
    writer.array(copies) { writer, copy in
      writer.array { writer in
        writer.string(copy.name)
        writer.number(copy.width)
        writer.number(copy.height)
        writer.bool(copy.isSquare)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func list(encoded: String) -> [Self] {
    guard let json = try? JSON(parsing: encoded) else { return [] }
    return (json.array ?? []).compactMap { copy in
      guard let parts = copy.array, parts.count == 4, let name = parts[0].string,
        let width = parts[1].int, let height = parts[2].int, let isSquare = parts[3].bool
      else { return nil }
      return Self(name: name, width: width, height: height, isSquare: isSquare)
    }
  }
}
