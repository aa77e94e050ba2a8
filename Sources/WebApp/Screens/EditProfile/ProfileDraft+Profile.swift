import Contracts
import Social

extension ProfileDraft {
  /// The name under which the device stores it.
  static let key = "profile"

  /// Returns the profile with the draft applied.
  func applied(to profile: Profile) -> Profile {
    var profile = profile
    for text in ProfileText.allCases {
      switch text {
      case .nick:
        profile.account.nick = Array(nick.utf8).allSatisfy { $0 == 0x20 } ? profile.account.username : nick
      case .note: profile.bio = .text(note)
      }
    }
    profile.account.avatar = Self.picture(avatar, profile.account.avatar)
    profile.account.cover = Self.picture(cover, profile.account.cover)
    profile.fields = []
    for row in 0..<Self.rowCount where !rows[2 * row].isEmpty || !rows[2 * row + 1].isEmpty {
      profile.fields.append(Profile.Field(name: rows[2 * row], value: .text(rows[2 * row + 1])))
    }
    for flag in ProfileFlag.allCases where flag.isInForm { profile.flags[flag] = flags[flag] }
    return profile
  }

  private static func picture(_ id: String?, _ picture: Picture?) -> Picture? {
    guard let id else { return picture }
    return id.isEmpty ? nil : DraftPicture(id: id).picture
  }
}
