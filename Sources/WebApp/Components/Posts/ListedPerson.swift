import Social

/// A person with the state of their follow button.
struct ListedPerson: Equatable, Sendable {
  var profile: Profile
  var follow: FollowState

  /// Updates the button after the viewer followed or unfollowed the person; a locked account gets a request.
  mutating func turn(_ isOn: Bool) {
    if isOn != follow.isActive { follow = isOn ? profile.isLocked ? .requested : .on : .off }
  }
}
