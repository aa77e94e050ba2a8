/// The sizes that clients of Twitter put into addresses of pictures. They cut them off or exchange them
/// without asking, so each has to lead to a picture. Here all lead to the same file.
public enum PictureSuffix {
  private static let file = (name: "original", ending: ".jpg")
  private static let avatars = [
    "_normal", "_bigger", "_mini", "_reasonably_small", "_x96", "_200x200", "_400x400",
  ]
  private static let photos = [":thumb", ":small", ":medium", ":large", ":orig"]
  static let banners: [(name: String, width: Int, height: Int)] = [
    ("mobile", 320, 160), ("mobile_retina", 640, 320), ("ipad", 626, 313), ("ipad_retina", 1252, 626),
    ("web", 520, 260), ("web_retina", 1040, 520), ("300x100", 300, 100), ("600x200", 600, 200),
    ("1080x360", 1080, 360), ("1500x500", 1500, 500),
  ]

  /// Returns the address of an avatar with the suffix that clients look for.
  static func normal(_ url: String) -> String {
    guard url.hasSuffix("/" + file.name + file.ending) else { return url }
    return String(url.dropLast(file.ending.count)) + avatars[0] + file.ending
  }

  /// Returns the name of the file for a name with any suffix. Other names stay as they are.
  public static func removed(from name: String) -> String {
    guard name.hasPrefix(file.name) else { return name }
    let plain = file.name + file.ending
    let isKnown =
      avatars.contains { name == file.name + $0 + file.ending } || photos.contains { name == plain + $0 }
    return isKnown ? plain : name
  }

  /// Returns true for a size that clients append to the address of a cover, as a segment of its own.
  public static func isBanner(_ size: String) -> Bool { banners.contains { $0.name == size } }
}
