import Testing

@testable import Localization
@testable import Screens

/// A screen's state, typed by its screen.
struct LookState<S: Screen> {
  let state: S.State
}

extension LookState where S == Moments {
  static func moments(_ state: Moments.State) -> Self { .init(state: state) }
}
extension LookState where S == Timeline {
  static func timeline(_ state: Timeline.State) -> Self { .init(state: state) }
}
extension LookState where S == Notifications {
  static func notifications(_ state: Notifications.State) -> Self { .init(state: state) }
}
extension LookState where S == Thread {
  static func thread(_ state: Thread.State) -> Self { .init(state: state) }
}
extension LookState where S == ProfilePage {
  static func profile(_ state: ProfilePage.State) -> Self { .init(state: state) }
}
extension LookState where S == Album {
  static func album(_ state: Album.State) -> Self { .init(state: state) }
}
extension LookState where S == People {
  static func people(_ state: People.State) -> Self { .init(state: state) }
}
extension LookState where S == Compose {
  static func compose(_ state: Compose.State) -> Self { .init(state: state) }
}
extension LookState where S == EditProfile {
  static func editProfile(_ state: EditProfile.State) -> Self { .init(state: state) }
}
extension LookState where S == AccountPage {
  static func accountPage(_ state: AccountPage.State) -> Self { .init(state: state) }
}
extension LookState where S == CommunityPage {
  static func communityPage(_ state: CommunityPage.State) -> Self { .init(state: state) }
}
extension LookState where S == Me { static func me(_ state: Me.State) -> Self { .init(state: state) } }
extension LookState where S == AccountSwitcher {
  static func accounts(_ state: AccountSwitcher.State) -> Self { .init(state: state) }
}
extension LookState where S == LandingPage {
  static func welcome(_ state: LandingPage.State) -> Self { .init(state: state) }
}
extension LookState where S == SignIn {
  static func signIn(_ state: SignIn.State) -> Self { .init(state: state) }
}
extension LookState where S == ImageFeed {
  static func imageFeed(_ state: ImageFeed.State) -> Self { .init(state: state) }
}
extension LookState where S == ImageComments {
  static func imageComments(_ state: ImageComments.State) -> Self { .init(state: state) }
}
extension LookState where S == FilePage {
  static func file(_ state: FilePage.State) -> Self { .init(state: state) }
}
extension LookState where S == Settings {
  static func settings(_ state: Settings.State) -> Self { .init(state: state) }
}
extension LookState where S == NotificationSettings {
  static func notificationSettings(_ state: NotificationSettings.State) -> Self { .init(state: state) }
}
extension LookState where S == PictureViewer {
  static func viewer(_ state: PictureViewer.State) -> Self { .init(state: state) }
}
