import Social
import Storage

/// The items of a batch with their keys and the ids of their posts.
struct ImportSlots {
  struct Place {
    var item: ImportBatch.Item
    var key: String
    var fingerprint: String
    var slot: IDFinder.Slot
  }

  let list: [Place]

  /// Items with ids are recognized by them, others by their contents.
  init(
    _ items: [ImportBatch.Item], _ keys: ImportKeys, _ known: [String: ImportedItem], _ dateShift: Int64
  ) throws {
    var occurrences = Occurrences()
    var formerOccurrences = Occurrences()
    var list: [Place] = []
    list.reserveCapacity(items.count)
    for item in items {
      let id = item.post.id?.storableReference.map { "id:" + $0 }
      var fingerprint = keys.fingerprint(item.post)
      var key = occurrences.key(id ?? fingerprint)
      let formerFingerprint = keys.former.fingerprint(item.post)
      let formerKey = formerOccurrences.key(id ?? formerFingerprint)
      if known[key]?.fingerprint != fingerprint, known[formerKey]?.fingerprint == formerFingerprint {
        (fingerprint, key) = (formerFingerprint, formerKey)
      }
      let slot = IDFinder.Slot(
        known: known[key]?.post,
        createdAt: item.post.createdAt?.advanced(byMilliseconds: dateShift).milliseconds)
      list.append(Place(item: item, key: key, fingerprint: fingerprint, slot: slot))
    }
    self.list = list
  }

  /// - Throws: `ImportError.noRoom`.
  func ids(now: Int64, isTaken: @escaping (Int64) throws -> Bool) throws -> [Int64] {
    let (ids, full) = try IDFinder(now: now, isTaken: isTaken).ids(list.map(\.slot))
    if let full { throw ImportError.noRoom(item: list[full].item.number) }
    return ids
  }
}
