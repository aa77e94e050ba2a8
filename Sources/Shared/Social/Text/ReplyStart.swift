/// The prefilled text of a reply.
public enum ReplyStart {
  /// Returns the handles of the author, the reposter and the other accounts that the post mentions. Each
  /// appears once, and the writer's own is left out, so the text may be empty.
  public static func text(to post: Post, reposter: Profile? = nil, writer: String) -> String {
    var handles: [String] = []
    var keys = [TagKey.lowercased(writer)]
    for handle in [post.author.handle] + (reposter.map { [$0.handle] } ?? [])
      + post.mentions.map({ $0.handle })
    {
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
