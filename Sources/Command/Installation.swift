import Foundation
import Server

/// Paths of the installed program.
enum Installation {
  /// The folder of the app's files, which the build puts beside the program.
  static var assetsFolder: String { (executableFolder() ?? ".") + "/swiftlet-assets" }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  static func absolutePath(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
