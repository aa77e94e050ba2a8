/// What the text of a reply begins with.
public enum ReplyStart {
  /// The handles of the author, of who reposted it, and of the others whom the post names; each once, never the
  /// writer's own. Empty: there is nobody to name.
  public static func text(to status: Status, reposter: Profile? = nil, writer: String) -> String {
    var handles: [String] = []
    var keys = [TagKey.lowercased(writer)]
    for handle in [status.author.handle] + (reposter.map { [$0.handle] } ?? []) + status.mentions.map({ $0.handle }) {
      let key = TagKey.lowercased(handle)
      guard !keys.contains(key) else { continue }
      keys.append(key)
      handles.append(handle)
    }
    var text = ""
    for handle in handles { text += "@" + handle + " " }
    return text
  }
}
