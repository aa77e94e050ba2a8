import Invalidation
public import Social

/// A member's uploaded picture that no post has yet.
public struct UploadRecord: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Its resized copies don't exist yet.
    case waiting
    case done
    /// The upload can't be processed, for the reason in this sentence.
    case failed(String)
  }

  /// The attachment; it has no addresses while the upload waits.
  public var attachment: Post.Attachment
  public var state: State
}

extension Store {
  /// Returns an upload; `nil` if it is missing, belongs to another account or to a post.
  public func upload(_ id: Int64, of account: Int64) async throws -> UploadRecord? {
    try await driver.read(dependsOn: .everything) { connection in
      let sql = Statement(with: id) { id in
        """
        SELECT \(AttachmentRow.columns(of: "t")), t.failure, t.media FROM \(AttachmentRow.tables(Self.upload(id)))
        WHERE t.account = \(account)
        """
      }
      return try connection.first(sql) { row in
        let attachment = try AttachmentRow.attachment(&row)
        let (failure, media) = (try row.optionalText(), try row.optionalInteger())
        return UploadRecord(
          attachment: attachment, state: media != nil ? .done : failure.map { .failed($0) } ?? .waiting)
      }
    }
  }

  /// Selects an upload with the columns of an attachment.
  private static func upload(_ id: SQL) -> SQL {
    """
    (SELECT id AS identifier, 0 AS post, 0 AS position, NULL AS source, account, media, thumbnail, failure, description,
      focus_x, focus_y FROM uploads WHERE id = \(id)) t
    """
  }

  /// Returns the account of an upload; `nil` if the upload is missing.
  public func uploader(of id: Int64) async throws -> Int64? {
    try await driver.read(dependsOn: .everything) {
      try $0.integer("SELECT account FROM uploads WHERE id = \(id)")
    }
  }

  /// Returns the uploads whose copies don't exist yet, the oldest first.
  public func waitingUploads() async throws -> [Int64] {
    try await driver.read(dependsOn: .everything) { try $0.waitingUploads() }
  }

  /// Returns the number of uploads that no post has, and the number of them whose copies don't exist yet.
  public func uploadCounts() async throws -> (all: Int, waiting: Int) {
    try await driver.read(dependsOn: .everything) { connection in
      (try connection.count("SELECT count(*) FROM uploads"), try connection.waitingUploads().count)
    }
  }
}

extension DatabaseConnection {
  func waitingUploads() throws(StorageError) -> [Int64] {
    try integers("SELECT id FROM uploads WHERE media IS NULL AND failure IS NULL ORDER BY id")
  }
}

/// An upload to insert.
public struct UploadDraft: Equatable, Sendable {
  public var id: Int64
  public var account: Int64
  /// The size of the received file.
  public var byteSize: Int
  public var description: String
  public var focus: Picture.Focus?
  /// The thumbnail's id in `media`.
  public var thumbnail: Int64?
  /// Milliseconds.
  public var createdAt: Int64
  /// The idempotency key, the same whenever the client retries; `nil` if the client sent none.
  public var key: String?

  public init(
    id: Int64, account: Int64, byteSize: Int, description: String, focus: Picture.Focus?, thumbnail: Int64?,
    createdAt: Int64, key: String? = nil
  ) {
    self.id = id
    self.account = account
    self.byteSize = byteSize
    self.description = description
    self.focus = focus
    self.thumbnail = thumbnail
    self.createdAt = createdAt
    self.key = key
  }
}

/// A change of a picture's metadata; `nil` leaves a value as it is.
public struct PictureChange: Equatable, Sendable {
  public var description: String?
  public var focus: Picture.Focus?

  public init(description: String? = nil, focus: Picture.Focus? = nil) {
    self.description = description
    self.focus = focus
  }
}

/// A picture of a post, or an upload that can become one.
public struct AttachedPicture: Equatable, Sendable {
  /// The id that clients see.
  public var id: Int64
  /// The id in `media`; `nil` if the picture isn't stored, or not yet.
  public var media: Int64?
  /// The original address of an imported picture.
  public var source: String?
  public var description: String
  public var focus: Picture.Focus?
  public var thumbnail: Int64?
  /// The reason why the upload can't be processed.
  public var failure: String?

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    media = try row.optionalInteger()
    source = try row.optionalText()
    description = try row.text()
    focus = try AttachmentRow.focus(&row)
    thumbnail = try row.optionalInteger()
    failure = try row.optionalText()
  }
}
