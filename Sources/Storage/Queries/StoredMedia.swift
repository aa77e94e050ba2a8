extension DatabaseConnection {
  /// Writes the picture unless it is there already; returns its id.
  func addMedia(_ media: MediaRecord, id: Int64) throws(StorageError) -> Int64 {
    let known = try rows(Statement("SELECT id FROM media WHERE hash = $1", .text(media.hash)))
    if let known = known.first { return try known.integer(0) }
    try execute(
      Statement(
        """
        INSERT INTO media (id, hash, mime_type, width, height, byte_size, copies, blurhash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """, .integer(id), .text(media.hash), .text(media.mimeType), .integer(Int64(media.width)),
        .integer(Int64(media.height)), .integer(Int64(media.byteSize)), .text(MediaRecord.Copy.encoded(media.copies)),
        SQLValue(media.blurhash)))
    return id
  }

  /// Removes those of the pictures that nothing shows and no import remembers.
  ///
  /// - Returns: their hashes; their files can go.
  func removeUnused(_ media: some Sequence<Int64>) throws(StorageError) -> [String] {
    var unused: [String] = []
    for id in Set(media).sorted() {
      guard let row = try rows(Statement(Self.unusedPicture, .integer(id))).first else { continue }
      unused.append(try row.text(0))
      try execute(Statement("DELETE FROM media WHERE id = $1", .integer(id)))
    }
    return unused
  }

  private static var unusedPicture: String {
    """
    SELECT hash FROM media WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM attachments WHERE media = $1)
      AND NOT EXISTS (SELECT 1 FROM attachments WHERE thumbnail = $1)
      AND NOT EXISTS (SELECT 1 FROM uploads WHERE media = $1) AND NOT EXISTS (SELECT 1 FROM uploads WHERE thumbnail = $1)
      AND NOT EXISTS (SELECT 1 FROM accounts WHERE avatar = $1) AND NOT EXISTS (SELECT 1 FROM accounts WHERE cover = $1)
      AND NOT EXISTS (SELECT 1 FROM link_cards WHERE picture = $1)
      AND NOT EXISTS (SELECT 1 FROM import_pictures WHERE media = $1)
    """
  }
}

extension Store {
  /// Those of the hashes of which there is no picture.
  public func unknownPictures(_ hashes: [String]) async throws -> [String] {
    try await driver.read { connection in
      try hashes.filter { try !connection.has(Statement("SELECT 1 FROM media WHERE hash = $1", .text($0))) }
    }
  }
}
