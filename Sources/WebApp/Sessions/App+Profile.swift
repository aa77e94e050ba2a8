import Contracts
import Localization
import Social

/// Changing the viewer's own profile: it shows at once everywhere, and is rolled back if the server refuses.
extension App {
  /// A profile change that is on its way, with what is known about the account.
  struct ProfileSaving: Sendable {
    let session: String
    let draft: ProfileDraft
    /// The values that the draft began with.
    let original: ProfileDraft
    /// The profile that the server has.
    var known: Profile
    /// The index of the draft's request that is running.
    var step = 0
  }

  mutating func saveProfile(
    _ profile: Profile, _ draft: ProfileDraft, since original: ProfileDraft, in session: String
  ) {
    show(draft.applied(to: profile), in: session)
    continueSaving(ProfileSaving(session: session, draft: draft, original: original, known: profile))
  }

  private mutating func continueSaving(_ saving: ProfileSaving) {
    guard let request = saving.draft.request(saving.step, since: saving.original) else {
      return saved(saving)
    }
    write(request, in: saving.session, .savingProfile(saving))
  }

  private mutating func show(_ profile: Profile, in session: String) {
    sessions.update(profile, of: session)
    broadcast(.profileChanged(profile), in: session)
  }

  /// Sends a profile from the server to the screens, with the changes that are still on their way.
  mutating func showUpdated(_ profile: Profile, in session: String?) {
    var profile = profile
    for case .savingProfile(let saving) in waiting.values
    where saving.session == session && saving.known.id == profile.id {
      profile = saving.draft.applied(to: profile)
    }
    broadcast(.profileChanged(profile), in: session)
  }

  mutating func received(_ saving: ProfileSaving, _ result: Result<Response, RequestFailure>) {
    var saving = saving
    // A session that has ended since shows nothing any more.
    guard let origin = sessions.session(saving.session)?.origin else { return }
    guard case .success(let response) = result else {
      show(saving.known, in: saving.session)
      return show(notSaved(environment.strings[.unreachable]))
    }
    switch RequestOutcome(result) {
    case .done:
      saving.known = MastodonDecoder(origin: origin).profile(body: response.body) ?? saving.known
      saving.step += 1
      continueSaving(saving)
    case .signedOut:
      show(saving.known, in: saving.session)
      refused(saving.session)
    // The typed text is stored, and its author sends it again. The app doesn't retry: a profile must not
    // change long after its author has left the form.
    case .transient, .permanent:
      show(saving.known, in: saving.session)
      show(notSaved(environment.strings.refusal(response.errorText)))
    }
  }

  private func notSaved(_ reason: String) -> Toast { Toast(Message(.profileNotSaved, reason)) }

  private mutating func saved(_ saving: ProfileSaving) {
    show(saving.known, in: saving.session)
    rememberSession(saving.session)
    show(Toast(.profileSaved))
    // Text that was typed since stays, with the pictures that it names.
    let key = memoryPrefix(of: saving.session) + ProfileDraft.key
    guard memory[key] == saving.draft.json else { return }
    remember(key, nil)
    for id in [saving.draft.avatar ?? "", saving.draft.cover ?? ""] where !id.isEmpty { removePictures(id) }
  }
}
