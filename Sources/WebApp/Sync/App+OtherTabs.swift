import Contracts
import Social

/// Coordination of the browser's tabs: the small texts that they share, and the choice of the tab that sends
/// the outbox.
///
/// No two tabs write the same list. Each session, outbox item, interaction and draft has a key of its own,
/// which is never reused. So the last writer of a key wins, and nothing else is lost. A session that has
/// ended has ended for all tabs. What a late tab writes under its key is removed by the tabs that know
/// (decision 0039).
extension App {
  /// Applies a text that another tab wrote, or removed (`nil`).
  mutating func rememberedElsewhere(_ key: String, _ text: String?) {
    guard memory[key] != text else { return }
    guard let (session, name) = Session.parts(ofStored: key) else { return memory[key] = text }
    if ended.contains(session) {
      commands.append(.remember(key: key, nil))
      return
    }
    memory[key] = text
    let bytes = Array(name.utf8)
    if name == Session.recordName || name == Session.refusedName {
      adoptSession(session)
    } else if bytes.starts(with: Array(Self.itemName.utf8)) {
      if text == nil { removedElsewhere(key) } else { adoptItem(key) }
      sendOutbox()
    } else if bytes.starts(with: Array(Self.waitingInteractionPrefix.utf8)) {
      adoptInteraction(
        String(decoding: bytes.dropFirst(Self.waitingInteractionPrefix.utf8.count), as: UTF8.self), text,
        in: session, notBefore: now.advanced(byMilliseconds: Outbox.lease))
    } else if StoredDraft.isOne(key: name) {
      draftChanged(name, text, in: session)
    } else if name == Self.announcementKey {
      announcedElsewhere(in: session)
    } else if name == Self.readKey {
      readElsewhere(in: session)
    } else {
      homeChangedElsewhere(name, text, in: session)
    }
  }

  /// Applies all texts as they are now. Sessions come first: if one has ended, everything of it is removed.
  mutating func remembered(_ stored: Memory) {
    var others: [String] = []
    for key in Set(stored.all.keys).union(memory.all.keys) where stored[key] != memory[key] {
      if Session.parts(ofStored: key)?.name == Session.recordName {
        rememberedElsewhere(key, stored[key])
      } else {
        others.append(key)
      }
    }
    for key in others { rememberedElsewhere(key, stored[key]) }
  }

  private mutating func adoptSession(_ key: String) {
    if memory[Session.storagePrefix(key) + Session.recordName] == nil {
      if sessions.session(key) != nil { removeSession(key) }
      return
    }
    guard sessions.read(key, in: memory) else { return }
    broadcast(.sessionsChanged(sessions.all), in: sessions.currentKey)
    sendOutbox()
  }

  /// Gives the draft of an open composer a name of its own, so that both texts survive.
  private mutating func draftChanged(_ name: String, _ text: String?, in session: String) {
    for screen in stack where screen.session == session {
      guard let text, screen.isOther(text, ofDraft: name) else { continue }
      send(.draftTaken(name + StoredDraft.copySuffix + hexadecimal(randomness.next().prefix(8))), to: screen)
    }
    broadcast(.draftsChanged(StoredDraft.all(in: memory.part(memoryPrefix(of: session)))), in: session)
  }

  /// Makes this tab the sender of the outbox, or another one.
  mutating func lead(_ lead: AppEvent.Leadership) {
    leads = lead != .no
    if lead == .alone, !outbox.items.isEmpty || !interactionQueue.isEmpty { endForeignAttempts() }
    sendOutbox()
    sendInteractions()
    if live.isReady { connect() }
  }

  /// Sends what a tab that is gone was sending.
  @inline(never)
  private mutating func endForeignAttempts() {
    for id in outbox.endForeignAttempts() { changed(id) }
    interactionQueue.endForeignAttempts()
  }

  /// Removes texts of sessions that have ended: a closing tab wrote them too late.
  mutating func removeEndedSessions() {
    for key in memory.keys(beginningWith: Session.prefix) {
      if let (session, _) = Session.parts(ofStored: key), sessions.session(session) == nil {
        remember(key, nil)
        // That tab may have stored pictures, too.
        if !commands.contains(.removeTraces) { commands.append(.removeTraces) }
      }
    }
  }
}
