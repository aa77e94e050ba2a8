import Contracts
import Social

/// One's own profile is changed: it shows at once everywhere, and is put back if the server refuses.
extension App {
  /// What a server is asked for, and what is known of the account.
  struct ProfileSaving: Sendable {
    let session: String
    let draft: ProfileDraft
    /// What the draft began with.
    let original: ProfileDraft
    /// What the server has.
    var known: Profile
    /// The index of the draft's request that is out.
    var step = 0
  }

  mutating func saveProfile(_ profile: Profile, _ draft: ProfileDraft, since original: ProfileDraft, in session: String)
  {
    show(draft.applied(to: profile), in: session)
    goOn(ProfileSaving(session: session, draft: draft, original: original, known: profile))
  }

  private mutating func goOn(_ saving: ProfileSaving) {
    guard let request = saving.draft.request(saving.step, since: saving.original) else { return saved(saving) }
    write(request, in: saving.session, .savingProfile(saving))
  }

  private mutating func show(_ profile: Profile, in session: String) {
    sessions.update(profile, of: session)
    spread(.profileChanged(profile), in: session)
  }

  /// What a server says of somebody, with what is being changed of them.
  mutating func told(_ profile: Profile, in session: String?) {
    var profile = profile
    for case .savingProfile(let saving) in waiting.values
    where saving.session == session && saving.known.id == profile.id {
      profile = saving.draft.applied(to: profile)
    }
    spread(.profileChanged(profile), in: session)
  }

  mutating func received(_ saving: ProfileSaving, _ result: Result<Response, RequestFailure>) {
    var saving = saving
    // Who signed out meanwhile has nothing here any more.
    guard let origin = sessions.session(saving.session)?.origin else { return }
    guard case .success(let response) = result else {
      show(saving.known, in: saving.session)
      return show(notSaved(reader.strings[.noConnection]))
    }
    switch RequestOutcome(result) {
    case .done:
      saving.known = MastodonDecoder(origin: origin).profile(body: response.body) ?? saving.known
      saving.step += 1
      goOn(saving)
    case .signedOut:
      show(saving.known, in: saving.session)
      refused(saving.session)
    // What was typed is kept, and its author sends it again: a profile is not changed long after somebody had left it.
    case .transient, .permanent:
      show(saving.known, in: saving.session)
      show(notSaved(response.errorText))
    }
  }

  private func notSaved(_ reason: String) -> Toast { Toast(Message(.profileNotSaved, reason)) }

  private mutating func saved(_ saving: ProfileSaving) {
    show(saving.known, in: saving.session)
    rememberSession(saving.session)
    // What was typed meanwhile stays, with the pictures that it names.
    let key = memoryPrefix(of: saving.session) + ProfileDraft.key
    guard memory[key] == saving.draft.json else { return }
    remember(key, nil)
    for id in [saving.draft.avatar ?? "", saving.draft.cover ?? ""] where !id.isEmpty { removePictures(id) }
  }
}
