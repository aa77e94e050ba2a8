import Foundation

/// Runs a test in a new folder, which is removed at the end.
public func withTemporaryFolder<Value>(
  isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Value
) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.path + "/swiftlet-test-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}

/// Writes a file, and creates the folders above it.
public func write(_ bytes: [UInt8], to path: String) throws {
  let url = URL(filePath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(bytes).write(to: url)
}

public func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

public func read(_ path: String) -> [UInt8] {
  FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
}

/// Returns the paths of all files below a folder, sorted, relative to it.
public func files(below folder: String) -> [String] {
  let all = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
  return all.filter { path in
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }.sorted()
}
