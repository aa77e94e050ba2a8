import Social

extension WriteTransaction {
  /// Writes the picture's row unless it exists; returns its id.
  ///
  /// - Parameter isThere: returns true if a picture's files exist.
  /// - Throws: `StorageError`, `PictureGone`.
  public func addMedia(_ media: MediaRecord, id: Int64, _ isThere: (_ hash: String) -> Bool) throws -> Int64 {
    try connection.addMedia(media, id: id, isThere)
  }

  /// Removes those of the pictures that nothing shows and no import remembers.
  ///
  /// - Returns: their hashes; the deletion of their files is scheduled.
  public func removeUnused(_ media: [Int64]) throws(StorageError) -> [String] {
    try connection.removeUnused(media)
  }

  public func insert(_ upload: UploadDraft) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO uploads (id, account, byte_size, description, focus_x, focus_y, thumbnail, created_at, key)
      VALUES (\(upload.id), \(upload.account), \(upload.byteSize), \(upload.description), \(upload.focus?.x), \
      \(upload.focus?.y), \(upload.thumbnail), \(upload.createdAt), \(upload.key))
      """)
  }

  /// Returns the account's upload with that key, if no post has it yet, and sets its time to `now`.
  ///
  /// - Parameter now: the time in milliseconds.
  public func upload(idempotencyKey key: String, of account: Int64, now: Int64) throws(StorageError) -> Int64?
  {
    let sql: Statement = "SELECT id FROM uploads WHERE account = \(account) AND key = \(key)"
    guard let id = try connection.integer(sql) else { return nil }
    try connection.execute("UPDATE uploads SET created_at = \(now) WHERE id = \(id)")
    return id
  }

  /// Gives an upload its picture. Returns false if the upload was deleted meanwhile.
  public func finish(upload id: Int64, media: Int64) throws(StorageError) -> Bool {
    try connection.execute("UPDATE uploads SET media = \(media), failure = NULL WHERE id = \(id)") > 0
  }

  /// Marks an upload as failed, unless another process finished it meanwhile.
  ///
  /// - Parameter reason: a sentence of up to 500 characters.
  public func fail(upload id: Int64, reason: String) throws(StorageError) {
    let sql: Statement = "UPDATE uploads SET failure = \(reason) WHERE id = \(id) AND media IS NULL"
    try connection.execute(sql)
  }

  /// Changes an upload. Returns false if the account has no such upload, or a post has it already.
  public func change(
    upload id: Int64, of account: Int64, _ change: PictureChange, thumbnail: Int64?
  ) throws(StorageError) -> Bool {
    try connection.execute(
      """
      UPDATE uploads SET description = coalesce(\(change.description), description), \
      focus_x = coalesce(CAST(\(change.focus?.x) AS BIGINT), focus_x),
        focus_y = coalesce(CAST(\(change.focus?.y) AS BIGINT), focus_y), \
      thumbnail = coalesce(CAST(\(thumbnail) AS BIGINT), thumbnail)
      WHERE id = \(id) AND account = \(account)
      """) > 0
  }

  private static let uploadColumns: SQL = "id, media, NULL, description, focus_x, focus_y, thumbnail, failure"

  /// Returns those uploads that belong to the account and that no post has yet, by their ids.
  public func uploads(_ ids: [Int64], of account: Int64) throws(StorageError) -> [Int64: AttachedPicture] {
    guard !ids.isEmpty else { return [:] }
    let sql: Statement =
      "SELECT \(Self.uploadColumns) FROM uploads WHERE account = \(account) AND id IN \(ids)"
    var uploads: [Int64: AttachedPicture] = [:]
    for upload in try connection.rows(sql, { row in try AttachedPicture(&row) }) {
      uploads[upload.id] = upload
    }
    return uploads
  }

  /// Returns the uploads from before that time (milliseconds) that no post has, the oldest first.
  public func uploads(before moment: Int64, limit: Int) throws(StorageError) -> [AttachedPicture] {
    let sql: Statement = """
      SELECT \(Self.uploadColumns) FROM uploads WHERE created_at < \(moment) ORDER BY created_at LIMIT \(limit)
      """
    return try connection.rows(sql) { row in try AttachedPicture(&row) }
  }

  /// Returns the oldest upload that was a picture of a deleted post; `nil` if the account has no such upload.
  public func oldestKeptUpload(of account: Int64) throws(StorageError) -> AttachedPicture? {
    let sql: Statement = """
      SELECT \(Self.uploadColumns) FROM uploads WHERE account = \(account) AND byte_size = 0 ORDER BY created_at, id LIMIT 1
      """
    return try connection.first(sql) { row in try AttachedPicture(&row) }
  }

  /// Returns the original size of a member's pictures in bytes, with thumbnails, avatar and cover, each
  /// counted once. The second value is the number of uploads that no post has yet.
  public func usage(of account: Int64) throws(StorageError) -> (bytes: Int, unattached: Int) {
    let sql = Statement(with: account) {
      """
      SELECT coalesce((SELECT sum(byte_size) FROM media WHERE id IN (
          SELECT t.media FROM posts p JOIN attachments t ON t.post = p.id WHERE p.author = \($0)
          UNION SELECT t.thumbnail FROM posts p JOIN attachments t ON t.post = p.id WHERE p.author = \($0)
          UNION SELECT media FROM uploads WHERE account = \($0) UNION SELECT thumbnail FROM uploads WHERE account = \($0)
          UNION SELECT avatar FROM accounts WHERE id = \($0) UNION SELECT cover FROM accounts WHERE id = \($0))), 0)
        + coalesce((SELECT sum(byte_size) FROM uploads WHERE account = \($0) AND media IS NULL AND failure IS NULL), 0),
        (SELECT count(*) FROM uploads WHERE account = \($0))
      """
    }
    return try connection.first(sql) { row in (try row.int(), try row.int()) } ?? (0, 0)
  }

  /// Deletes uploads; their pictures stay until `removeUnused`.
  public func delete(uploads ids: [Int64]) throws(StorageError) {
    for id in ids { try connection.execute("DELETE FROM uploads WHERE id = \(id)") }
  }

  /// Returns the pictures of a post in their order.
  public func pictures(of post: Int64) throws(StorageError) -> [AttachedPicture] {
    let sql: Statement = """
      SELECT \(AttachmentRow.identifier("t")), t.media, t.source, t.description, t.focus_x, t.focus_y, t.thumbnail, NULL
      FROM attachments t WHERE t.post = \(post) ORDER BY t.position
      """
    return try connection.rows(sql) { row in try AttachedPicture(&row) }
  }

  /// Replaces the pictures of a post. Uploads among them stop being uploads.
  public func setPictures(of post: Int64, _ pictures: [AttachedPicture]) throws(StorageError) {
    try connection.execute("DELETE FROM attachments WHERE post = \(post)")
    try delete(uploads: pictures.map(\.id))
    for (position, picture) in pictures.enumerated() {
      try connection.execute(
        """
        INSERT INTO attachments (post, position, media, source, description, identifier, focus_x, focus_y, thumbnail)
        VALUES (\(post), \(position), \(picture.media), \(picture.source), \(picture.description), \(picture.id), \
        \(picture.focus?.x), \(picture.focus?.y), \(picture.thumbnail))
        """)
    }
  }

  /// Makes a picture of a deleted post an upload again. Its `byte_size` of 0 distinguishes it from new
  /// uploads.
  ///
  /// - Parameter now: the time in milliseconds.
  public func keep(_ picture: AttachedPicture, as id: Int64, of account: Int64, now: Int64)
    throws(StorageError)
  {
    guard let media = picture.media else { return }
    try insert(
      UploadDraft(
        id: id, account: account, byteSize: 0, description: picture.description, focus: picture.focus,
        thumbnail: picture.thumbnail, createdAt: now))
    _ = try finish(upload: id, media: media)
  }

  /// Replaces a picture of an account; `nil` removes it.
  ///
  /// - Returns: the previous picture, as an id of `media`.
  public func set(_ kind: AccountPicture, of account: Int64, to media: Int64?) throws(StorageError) -> Int64?
  {
    let column = SQL(raw: kind.rawValue)
    let old = try connection.integer("SELECT \(column) FROM accounts WHERE id = \(account)")
    try connection.execute(
      "UPDATE accounts SET \(column) = \(media), \(column)_source = NULL WHERE id = \(account)")
    return old
  }
}

/// The kinds of pictures that an account has.
public enum AccountPicture: String, CaseIterable, Sendable {
  case avatar
  case cover
}
