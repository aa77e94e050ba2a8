import Freshness
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

  /// An upload with the columns of an attachment.
  private static func upload(_ id: SQL) -> SQL {
    """
    (SELECT id AS identifier, 0 AS post, 0 AS position, NULL AS source, account, media, thumbnail, failure, description,
      focus_x, focus_y FROM uploads WHERE id = \(id)) t
    """
  }

  /// Who brought it; `nil` if there is no such upload.
  public func uploader(of id: Int64) async throws -> Int64? {
    try await driver.read(dependsOn: .everything) { try $0.integer("SELECT account FROM uploads WHERE id = \(id)") }
  }

  /// Those of which no copies are made yet, the oldest first.
  public func waitingUploads() async throws -> [Int64] {
    try await driver.read(dependsOn: .everything) { try $0.waitingUploads() }
  }

  /// How many uploads no post has, and of how many of them no copies are made yet.
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
  /// The same whenever the program tries again; nil: it gave none.
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
