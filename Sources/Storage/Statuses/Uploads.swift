public import Social

/// A picture that a member brought and that no post has yet.
public struct UploadRecord: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Its copies are not made yet.
    case waiting
    case done
    /// Nothing can be made of it; a sentence that says why.
    case failed(String)
  }

  /// Without addresses while it waits.
  public var attachment: Status.Attachment
  public var state: State
}

extension Store {
  /// nil if there is no such upload, or it is somebody else's, or a post has it.
  public func upload(_ id: Int64, of account: Int64) async throws -> UploadRecord? {
    try await driver.read { connection in
      let sql = """
        SELECT \(AttachmentRow.columns(of: "t")), t.failure, t.media FROM \(AttachmentRow.tables(Self.uploadsAsAttachments))
        WHERE t.account = $2
        """
      guard let row = try connection.rows(Statement(sql, .integer(id), .integer(account))).first else { return nil }
      let failure = try row.optionalText(AttachmentRow.columnCount)
      let isDone = try row.optionalInteger(AttachmentRow.columnCount + 1) != nil
      return UploadRecord(
        attachment: try AttachmentRow.attachment(row), state: isDone ? .done : failure.map { .failed($0) } ?? .waiting)
    }
  }

  private static let uploadsAsAttachments = """
    (SELECT id AS identifier, 0 AS post, 0 AS position, NULL AS source, account, media, thumbnail, failure, description,
      focus_x, focus_y FROM uploads WHERE id = $1) t
    """

  /// Those of which no copies are made yet, the oldest first.
  public func waitingUploads() async throws -> [(id: Int64, account: Int64)] {
    try await driver.read { connection in
      let sql = "SELECT id, account FROM uploads WHERE media IS NULL AND failure IS NULL ORDER BY id"
      return try connection.rows(Statement(sql)).map { (try $0.integer(0), try $0.integer(1)) }
    }
  }

  /// What a member's pictures had in bytes when they came, and how many of them no post has yet.
  public func usage(of account: Int64) async throws -> (bytes: Int, unattached: Int) {
    try await driver.read { connection in
      let sql = """
        SELECT coalesce((SELECT sum(byte_size) FROM media WHERE id IN (
            SELECT t.media FROM posts p JOIN attachments t ON t.post = p.id WHERE p.author = $1)), 0)
          + coalesce((SELECT sum(byte_size) FROM uploads WHERE account = $1), 0),
          (SELECT count(*) FROM uploads WHERE account = $1)
        """
      guard let row = try connection.rows(Statement(sql, .integer(account))).first else { return (0, 0) }
      return (Int(try row.integer(0)), Int(try row.integer(1)))
    }
  }
}

/// What is written of an upload.
public struct UploadDraft: Equatable, Sendable {
  public var id: Int64
  public var account: Int64
  /// Of what came in.
  public var byteSize: Int
  public var description: String
  public var focus: Picture.Focus?
  /// An id of media.
  public var thumbnail: Int64?
  /// Milliseconds.
  public var createdAt: Int64

  public init(
    id: Int64, account: Int64, byteSize: Int, description: String, focus: Picture.Focus?, thumbnail: Int64?,
    createdAt: Int64
  ) {
    self.id = id
    self.account = account
    self.byteSize = byteSize
    self.description = description
    self.focus = focus
    self.thumbnail = thumbnail
    self.createdAt = createdAt
  }
}

/// What is said of a picture anew; nil: it stays.
public struct PictureChange: Equatable, Sendable {
  public var description: String?
  public var focus: Picture.Focus?

  public init(description: String? = nil, focus: Picture.Focus? = nil) {
    self.description = description
    self.focus = focus
  }
}

/// A picture of a post, or one that can become one.
public struct AttachedPicture: Equatable, Sendable {
  /// As programs know it.
  public var id: Int64
  /// nil: it is not here, or not yet.
  public var media: Int64?
  /// Where one is that came with an import.
  public var source: String?
  public var description: String
  public var focus: Picture.Focus?
  public var thumbnail: Int64?
  /// Why nothing could be made of it.
  public var failure: String?

  init(_ row: Row) throws(StorageError) {
    id = try row.integer(0)
    media = try row.optionalInteger(1)
    source = try row.optionalText(2)
    description = try row.text(3)
    focus = try AttachmentRow.focus(row, from: 4)
    thumbnail = try row.optionalInteger(6)
    failure = try row.optionalText(7)
  }
}
