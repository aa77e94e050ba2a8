import Contracts
import Social

@testable import Screens

/// Builders of states for the screens of the member's own account.
extension Looks {
  /// Returns a state with very long words and names.
  static func editProfile(loaded: Bool = true, _ actions: EditProfile.Action...) -> EditProfile.State {
    let first: [EditProfile.Action] =
      loaded ? [.appeared, .received(.own, .text(ownAccount), at: noon)] : [.appeared]
    return after(first + actions, EditProfile.State(SamplePosts.context(isRoot: false)), EditProfile.reduce)
  }

  static let ownAccount =
    #"{"id":"1","username":"anna","display_name":"Anna Wolfeschlegelstein","locked":true,"discoverable":false,"source":{"note":"I write about birds, and about what they think of us.\nThere is more of it than anybody would have guessed.","fields":[{"name":"Site","value":"https://example.org/a/long/path/without/an/end"},{"name":"Donaudampfschifffahrtsgesellschaft","value":"Captain"}]}}"#

  static func cutting(_ kind: EditProfile.Kind) -> EditProfile.State {
    editProfile(
      .tapped(.pictures(.picture(kind))), .picked("1-x"),
      .prepared(id: "1-xa", PixelSize(width: 1600, height: 900), failure: nil))
  }

  static func circles(_ actions: CircleList.Action...) -> CircleList.State {
    after([.appeared] + actions, CircleList.State(nil, SamplePosts.context(isRoot: false)), CircleList.reduce)
  }

  static func circlePage() -> CirclePage.State {
    var store = CirclePageTests.loaded()
    store.given(.typed("user"), .paused, .received(.search("user"), PeopleScreenTests.page([7]), at: noon))
    return store.state
  }

  static func accountPage(_ actions: AccountPage.Action...) -> AccountPage.State {
    after([.appeared] + actions, AccountPage.State(SamplePosts.context(isRoot: false)), AccountPage.reduce)
  }

  /// Returns the state after the server has told of a subscription.
  static func notificationSettings(
    _ permission: PushPermission, quiet: PushSubscription.QuietHours? = nil
  ) -> NotificationSettings.State {
    after(
      [
        .appeared, .pushed(permission, nil, zone: "Europe/Berlin"),
        .received(
          .find, NotificationSettingsTests.entity(PushChoices(topics: [.mentions], quiet: quiet)), at: noon),
      ], NotificationSettingsTests.state(), NotificationSettings.reduce)
  }

  /// Returns the step with people to follow: one of them is followed.
  static func peopleToFollow() -> FirstSteps.State {
    after(
      [
        FirstStepsTests.people([7, 8]),
        .received(.relationships, .text(#"[{"id":"7","following":true},{"id":"8"}]"#), at: noon),
      ], FirstStepsTests.state(memory: [FirstSteps.memoryKey: "2"]), FirstSteps.reduce)
  }

  static let signedIn = AccountPage.Action.received(.sessions, .text(AccountPageTests.sessions), at: noon)
  static let notSignedIn = AccountPage.Action.received(.sessions, .failure(.unreachable), at: noon)
  static let wrongPassword = AccountPage.Action.received(
    .form(.removal), .text(#"{"error":"The username or the password is wrong"}"#, status: 403), at: noon)

  /// Returns the owner's tools of a community, loaded.
  static func community(_ actions: CommunityPage.Action...) -> CommunityPage.State {
    let first: [CommunityPage.Action] = [
      .appeared, .received(.community, .text(CommunityPageTests.community(.owner)), at: noon),
    ]
    return after(first + actions, CommunityPageTests.state(), CommunityPage.reduce)
  }

  static let openReports = CommunityPage.Action.received(
    .section(.reports), .text(CommunityPageTests.reports), at: noon)
  static let invited = CommunityPage.Action.received(
    .section(.invitations), .text(CommunityPageTests.invitations), at: noon)
  static let signingClients = CommunityPage.Action.received(
    .section(.clients), .text(CommunityClientsTests.list), at: noon)
  static let registeredClient = CommunityPage.Action.received(
    .client, .text(CommunityClientsTests.made), at: noon)
  static let takenKey = CommunityPage.Action.received(
    .client, .text(#"{"error":"Taken","code":"key_taken"}"#, status: 422), at: noon)
  static let managedMembers = CommunityPage.Action.received(
    .section(.members), .text(CommunityPageTests.members), at: noon)
}

extension Look {
  static var ownAccount: [Look] {
    [
      Look("edit-profile", .editProfile(Looks.editProfile())),
      Look("edit-profile-loading", .editProfile(Looks.editProfile(loaded: false))),
      Look(
        "edit-profile-unreachable",
        .editProfile(Looks.editProfile(loaded: false, .received(.own, .failure(.unreachable), at: noon)))),
      Look("edit-profile-choosing", .editProfile(Looks.editProfile(.tapped(.pictures(.picture(.avatar)))))),
      Look("edit-profile-cutting", .editProfile(Looks.cutting(.avatar))),
      Look("edit-profile-cutting-cover", .editProfile(Looks.cutting(.cover))),
      Look(
        "circle-list",
        LookState<CircleList>(state: Looks.circles(.received(.all, .text(CircleListTests.two), at: noon)))),
      Look(
        "circle-list-empty",
        LookState<CircleList>(state: Looks.circles(.received(.all, .text("[]"), at: noon)))),
      Look("circle-page", LookState<CirclePage>(state: Looks.circlePage())),
      Look("account-page", .accountPage(Looks.accountPage(Looks.signedIn))),
      Look("account-page-loading", .accountPage(Looks.accountPage())),
      Look("account-page-unreachable", .accountPage(Looks.accountPage(Looks.notSignedIn))),
      Look(
        "account-page-asks",
        .accountPage(
          Looks.accountPage(Looks.signedIn, .tapped(.remove), .remove(password: "x"), Looks.wrongPassword))),
      Look("community-page", .communityPage(Looks.community(Looks.openReports))),
      Look(
        "community-page-warning",
        .communityPage(Looks.community(Looks.openReports, .tapped(.ask(.warn(report: "40")))))),
      Look("community-page-loading", .communityPage(Looks.community(.tapped(.section(.log))))),
      Look(
        "community-page-members",
        .communityPage(
          Looks.community(.tapped(.section(.members)), Looks.managedMembers, .tapped(.unfold("9"))))),
      Look(
        "community-page-invitations",
        .communityPage(Looks.community(.tapped(.section(.invitations)), Looks.invited))),
      Look("community-page-settings", .communityPage(Looks.community(.tapped(.section(.settings))))),
      Look(
        "community-page-clients",
        .communityPage(
          Looks.community(
            .tapped(.section(.clients)), .registered(CommunityClientsTests.form), Looks.registeredClient,
            Looks.signingClients))),
      Look(
        "community-page-clients-refused",
        .communityPage(
          Looks.community(
            .tapped(.section(.clients)), .registered(CommunityClientsTests.form), Looks.takenKey,
            Looks.signingClients, .tapped(.ask(.removeClient("70")))))),
    ]
  }
}
