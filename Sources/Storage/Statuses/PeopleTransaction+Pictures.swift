public import Social

extension PeopleTransaction {
  /// Writes a picture unless it is there already; returns its id.
  public func addMedia(_ media: MediaRecord, id: Int64) throws(StorageError) -> Int64 {
    try connection.addMedia(media, id: id)
  }

  /// Removes those of the pictures that nothing shows and no import remembers.
  ///
  /// - Returns: their hashes; their files can go.
  public func removeUnused(_ media: [Int64]) throws(StorageError) -> [String] { try connection.removeUnused(media) }

  public func insert(_ upload: UploadDraft) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO uploads (id, account, byte_size, description, focus_x, focus_y, thumbnail, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """, .integer(upload.id), .integer(upload.account), .integer(Int64(upload.byteSize)),
        .text(upload.description), SQLValue(upload.focus.map { Int64($0.x) }),
        SQLValue(upload.focus.map { Int64($0.y) }), SQLValue(upload.thumbnail), .integer(upload.createdAt)))
  }

  /// An upload has its picture now. Returns whether the upload is there still.
  public func finish(upload id: Int64, media: Int64) throws(StorageError) -> Bool {
    try connection.execute(
      Statement("UPDATE uploads SET media = $1, failure = NULL WHERE id = $2", .integer(media), .integer(id))) > 0
  }

  /// Nothing can be made of an upload, unless another process made it meanwhile.
  ///
  /// - Parameter reason: a sentence of up to 500 characters.
  public func fail(upload id: Int64, reason: String) throws(StorageError) {
    let sql = "UPDATE uploads SET failure = $1 WHERE id = $2 AND media IS NULL"
    try connection.execute(Statement(sql, .text(reason), .integer(id)))
  }

  /// Returns whether the account has such an upload, which no post has.
  public func change(
    upload id: Int64, of account: Int64, _ change: PictureChange, thumbnail: Int64?
  ) throws(StorageError) -> Bool {
    try connection.execute(
      Statement(
        """
        UPDATE uploads SET description = coalesce($1, description), focus_x = coalesce(CAST($2 AS BIGINT), focus_x),
          focus_y = coalesce(CAST($3 AS BIGINT), focus_y), thumbnail = coalesce(CAST($4 AS BIGINT), thumbnail)
        WHERE id = $5 AND account = $6
        """, SQLValue(change.description), SQLValue(change.focus.map { Int64($0.x) }),
        SQLValue(change.focus.map { Int64($0.y) }), SQLValue(thumbnail), .integer(id), .integer(account))) > 0
  }

  private static let uploadColumns = "id, media, NULL, description, focus_x, focus_y, thumbnail, failure"

  /// Those of the uploads that the account has and no post, by their ids.
  public func uploads(_ ids: [Int64], of account: Int64) throws(StorageError) -> [Int64: AttachedPicture] {
    guard !ids.isEmpty else { return [:] }
    var statement = Statement("SELECT \(Self.uploadColumns) FROM uploads WHERE account = ")
    statement.append(statement.parameter(.integer(account)) + " AND id IN ")
    let list = statement.list(ids)
    statement.append(list)
    var uploads: [Int64: AttachedPicture] = [:]
    for row in try connection.rows(statement) {
      let upload = try AttachedPicture(row)
      uploads[upload.id] = upload
    }
    return uploads
  }

  /// The uploads that were brought before that moment (milliseconds) and that no post took, the oldest first.
  public func uploads(before moment: Int64, limit: Int) throws(StorageError) -> [AttachedPicture] {
    let sql = "SELECT \(Self.uploadColumns) FROM uploads WHERE created_at < $1 ORDER BY created_at LIMIT $2"
    var uploads: [AttachedPicture] = []
    for row in try connection.rows(Statement(sql, .integer(moment), .integer(Int64(limit)))) {
      uploads.append(try AttachedPicture(row))
    }
    return uploads
  }

  /// Forgets uploads; their pictures stay until `removeUnused`.
  public func delete(uploads ids: [Int64]) throws(StorageError) {
    for id in ids { try connection.execute(Statement("DELETE FROM uploads WHERE id = $1", .integer(id))) }
  }

  /// The pictures of a post, in their order.
  public func pictures(of post: Int64) throws(StorageError) -> [AttachedPicture] {
    let sql = """
      SELECT \(AttachmentRow.identifier("t")), t.media, t.source, t.description, t.focus_x, t.focus_y, t.thumbnail, NULL
      FROM attachments t WHERE t.post = $1 ORDER BY t.position
      """
    var pictures: [AttachedPicture] = []
    for row in try connection.rows(Statement(sql, .integer(post))) { pictures.append(try AttachedPicture(row)) }
    return pictures
  }

  /// Gives a post these pictures and no others. What was an upload is none any more.
  public func setPictures(of post: Int64, _ pictures: [AttachedPicture]) throws(StorageError) {
    try connection.execute(Statement("DELETE FROM attachments WHERE post = $1", .integer(post)))
    try delete(uploads: pictures.map(\.id))
    for (position, picture) in pictures.enumerated() {
      try connection.execute(
        Statement(
          """
          INSERT INTO attachments (post, position, media, source, description, identifier, focus_x, focus_y, thumbnail)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
          """, .integer(post), .integer(Int64(position)), SQLValue(picture.media), SQLValue(picture.source),
          .text(picture.description), .integer(picture.id), SQLValue(picture.focus.map { Int64($0.x) }),
          SQLValue(picture.focus.map { Int64($0.y) }), SQLValue(picture.thumbnail)))
    }
  }

  /// Makes a picture of a post that is gone an upload again.
  ///
  /// - Parameter now: in milliseconds.
  public func keep(_ picture: AttachedPicture, as id: Int64, of account: Int64, now: Int64) throws(StorageError) {
    guard let media = picture.media else { return }
    try insert(
      UploadDraft(
        id: id, account: account, byteSize: 0, description: picture.description, focus: picture.focus,
        thumbnail: picture.thumbnail, createdAt: now))
    _ = try finish(upload: id, media: media)
  }

  /// Gives an account a picture in the place of the one that it has; nil: none.
  ///
  /// - Returns: the one that it had, as an id of media.
  public func set(_ kind: AccountPicture, of account: Int64, to media: Int64?) throws(StorageError) -> Int64? {
    let column = kind.rawValue
    let known = Statement("SELECT \(column) FROM accounts WHERE id = $1", .integer(account))
    let old = try connection.rows(known).first?.optionalInteger(0)
    try connection.execute(
      Statement(
        "UPDATE accounts SET \(column) = $1, \(column)_source = NULL WHERE id = $2", SQLValue(media), .integer(account))
    )
    return old
  }
}

/// Which picture of an account.
public enum AccountPicture: String, CaseIterable, Sendable {
  case avatar
  case cover
}
