public import Social
import Storage

/// Changes of the community's settings. `nil` leaves one as it is.
public struct SettingsChange: Equatable, Sendable {
  public var title: String?
  public var description: String?
  public var privacy: CommunityPrivacy?
  public var registration: RegistrationMode?
  public var invitations: InvitationPolicy?
  public var audience: Visibility?
  /// An e-mail address; empty for none.
  public var contact: String?
  /// The rules, one a line.
  public var rules: String?
  public var about: String?
  public var privacyPolicy: String?
  /// Megabytes; the inner `nil` for no limit.
  public var pictureQuota: Int??
  /// True if clients may take members' passwords (xAuth).
  public var allowsXAuth: Bool?
  /// True if clients may send app passwords (HTTP Basic).
  public var allowsBasic: Bool?

  public init() {}
}

extension Community {
  /// Changes settings and pictures all together, or nothing, and adds what has changed to the log.
  ///
  /// - Parameters:
  ///   - files: the paths of new pictures; the inner `nil` removes a picture.
  ///   - actor: `nil` for the operator at the command line.
  /// - Throws: `CommunityError.notAllowed`, `.invalid`, also for a file that isn't a picture.
  public func change(
    _ change: SettingsChange, pictures files: [CommunityPictureKind: String?] = [:], by actor: Viewer?
  ) async throws {
    let values = try change.values()
    let rules = try change.rules.map { try Settings.rules(in: $0) }
    let (now, store, identifiers) = (clock().milliseconds, store, identifiers)
    let mediaStore = mediaStore
    if !files.isEmpty {
      // Before any work with the files, and again in the transaction.
      _ = try await store.writeMembership { try $0.authorize(actor, .manageSettings) }
    }
    let unused = try await makePictures(files, by: actor) { made -> [String] in
      try await store.write { transaction -> [String] in
        let membership = transaction.membership
        let name = try membership.authorize(actor, .manageSettings)
        if change.registration != nil { try membership.storePrivacy() }
        for value in values {
          let before = try membership.effective(value.name)
          try membership.set(value.name, to: value.text)
          guard before != value.text else { continue }
          try membership.log(
            .setting, by: name, on: value.shownName, value.text, id: identifiers.next(milliseconds: now))
          if let text = CommunityText.Name(rawValue: value.name) {
            try membership.set(Settings.changedKey(text), to: "\(now)")
          }
        }
        if let rules, try rules != membership.rules().map(\.text) {
          try membership.setRules(rules) { identifiers.next(milliseconds: now) }
          try membership.log(
            .setting, by: name, on: "rules", rules.joined(separator: "\n"),
            id: identifiers.next(milliseconds: now))
        }
        if change.privacy != nil { try membership.answerPrivacyQuestion() }
        return try transaction.setPictures(files, made, by: name, mediaStore) {
          identifiers.next(milliseconds: now)
        }
      }
    }
    unusedPictures.discard(unused)
  }
}

/// A setting with its new value.
private struct SettingValue: Sendable {
  let name: String
  let text: String

  /// The name at the command line and in the log.
  var shownName: String { name == "picture_quota" ? "quota" : name }
}

extension SettingsChange {
  /// Returns the values to store. Privacy is before registration, which it follows without a choice.
  fileprivate func values() throws -> [SettingValue] {
    var values: [SettingValue] = []
    func add(_ name: String, _ text: String?) {
      if let text { values.append(SettingValue(name: name, text: text)) }
    }
    add("title", try title.map { try Community.Settings.checked(title: $0.cleaned(keepsLines: false)) })
    add("description", try description.map { try Community.Settings.checked(description: $0.cleaned()) })
    add(Community.Settings.privacyName, privacy?.rawValue)
    add(RegistrationMode.setting, registration?.rawValue)
    add(InvitationPolicy.setting, invitations?.rawValue)
    add("audience", try audience.map { try Community.Settings.checked(audience: $0).rawValue })
    add("contact", try contact.map { try Community.Settings.checked(contact: $0.cleaned(keepsLines: false)) })
    add(
      CommunityText.Name.about.rawValue, try about.map { try Community.Settings.checked(text: $0.cleaned()) })
    add(
      CommunityText.Name.privacyPolicy.rawValue,
      try privacyPolicy.map { try Community.Settings.checked(text: $0.cleaned()) })
    add("picture_quota", pictureQuota.map { Community.Settings.text(ofQuota: $0) })
    add(Community.Settings.xAuth, allowsXAuth.map { $0 ? "on" : "off" })
    add(Community.Settings.basic, allowsBasic.map { $0 ? "on" : "off" })
    return values
  }
}

extension MembershipTransaction {
  /// Returns the value of a setting that applies, chosen or not.
  fileprivate func effective(_ name: String) throws -> String {
    if name == "audience" { return try defaultAudience().rawValue }
    if let chosen = try setting(name) { return chosen }
    return switch name {
    case "title": "Swiftlet"
    case RegistrationMode.setting: RegistrationMode.invitation.rawValue
    case Community.Settings.privacyName: try privacyWithoutChoice().rawValue
    case InvitationPolicy.setting: InvitationPolicy.owners.rawValue
    case "picture_quota": "none"
    case Community.Settings.xAuth, Community.Settings.basic: "off"
    default: ""
    }
  }
}
