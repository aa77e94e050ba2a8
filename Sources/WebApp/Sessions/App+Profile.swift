import Contracts
import Localization
import Social

/// Changing the viewer's own profile: it shows at once everywhere, and is rolled back if the server refuses.
extension App {
  /// A profile change that is on its way, with what is known about the account.
  struct ProfileSaving: Sendable {
    /// A form that was saved while an earlier one was being sent.
    struct Form: Sendable {
      let draft: ProfileDraft
      let original: ProfileDraft
    }

    let session: String
    var draft: ProfileDraft
    /// The values that the draft began with.
    var original: ProfileDraft
    /// The profile that the server has.
    var known: Profile
    /// The index of the draft's request that is running.
    var step = 0
    /// The forms that wait for this one, so that an earlier picture doesn't arrive after a later one.
    var next: [Form] = []
  }

  mutating func saveProfile(
    _ profile: Profile, _ draft: ProfileDraft, since original: ProfileDraft, in session: String
  ) {
    show(draft.applied(to: profile), in: session)
    for (request, waiter) in waiting {
      guard case .savingProfile(var running) = waiter, running.session == session else { continue }
      running.next.append(ProfileSaving.Form(draft: draft, original: original))
      waiting[request] = .savingProfile(running)
      return
    }
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
    broadcast(.profileChanged(profile, at: now), in: session)
  }

  /// Sends a profile that was requested at `time` to the screens, with the changes that are still on their
  /// way.
  mutating func showUpdated(_ profile: Profile, at time: Timestamp, in session: String?) {
    var profile = profile
    for case .savingProfile(let saving) in waiting.values
    where saving.session == session && saving.known.id == profile.id {
      profile = saving.draft.applied(to: profile)
      for form in saving.next { profile = form.draft.applied(to: profile) }
    }
    broadcast(.profileChanged(profile, at: time), in: session)
  }

  mutating func received(_ saving: ProfileSaving, _ result: Result<Response, RequestFailure>) {
    var saving = saving
    // A session that has ended since shows nothing any more.
    guard let origin = sessions.session(saving.session)?.origin else { return }
    guard case .success(let response) = result else {
      show(saving.known, in: saving.session)
      show(notSaved(environment.strings[.unreachable]))
      return saveNext(after: saving)
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
      saveNext(after: saving)
    }
  }

  /// Sends the form that was saved meanwhile.
  private mutating func saveNext(after saving: ProfileSaving) {
    guard let form = saving.next.first else { return }
    var saving = saving
    saving.next.removeFirst()
    (saving.draft, saving.original, saving.step) = (form.draft, form.original, 0)
    var shown = form.draft.applied(to: saving.known)
    for later in saving.next { shown = later.draft.applied(to: shown) }
    show(shown, in: saving.session)
    continueSaving(saving)
  }

  private func notSaved(_ reason: String) -> Toast { Toast(Message(.profileNotSaved, reason)) }

  private mutating func saved(_ saving: ProfileSaving) {
    guard saving.next.isEmpty else { return saveNext(after: saving) }
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
