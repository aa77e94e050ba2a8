import Foundation

@testable import Storage

/// An empty SQLite database with the schema, made once in a run. Copying it takes a hundredth of the time of all
/// migrations.
actor SQLiteTemplate {
  static let shared = SQLiteTemplate()

  private var made: Task<Data, any Error>?

  /// Puts a copy into the folder of a test, unless the folder has a database.
  func copy(to folder: String) async throws {
    let place = DataFolder(folder)
    guard !place.hasDatabase, !FileManager.default.fileExists(atPath: place.marker) else { return }
    let bytes = try await bytes()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try bytes.write(to: URL(filePath: place.database))
  }

  private func bytes() async throws -> Data {
    if let made { return try await made.value }
    let task = Task {
      let folder = FileManager.default.temporaryDirectory.path + "/swiftlet-template-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try await Store.open(folder: folder).close()
      return try Data(contentsOf: URL(filePath: DataFolder(folder).database))
    }
    made = task
    return try await task.value
  }
}
