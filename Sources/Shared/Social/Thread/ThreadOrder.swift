/// Selects and orders the posts of a thread around the opened one.
///
/// For a root post: all replies at any depth. For a reply: its ancestors up to the root, and its direct
/// replies. Time and memory grow with the number of posts; nothing recurses.
public enum ThreadOrder {
  public struct Node: Equatable, Sendable {
    public let id: String
    /// The id of the parent; `nil` if the post isn't a reply.
    public let replyTo: String?
    public let time: Timestamp?

    public init(id: String, replyTo: String?, time: Timestamp?) {
      self.id = id
      self.replyTo = replyTo
      self.time = time
    }
  }

  /// - Parameters:
  ///   - index: the index of the opened post.
  ///   - nodes: the posts in the order of their source. If an id appears twice, only its first node counts.
  /// - Returns: Indices into `nodes`, without the opened post: the ancestors, root first, and the replies,
  ///   oldest first. At equal times, the order of `nodes` decides. A post without a time comes right after
  ///   its predecessor in `nodes`. If posts reply to each other in a circle, each appears once, as an
  ///   ancestor.
  public static func around(_ index: Int, in nodes: [Node]) -> (ancestors: [Int], replies: [Int]) {
    guard nodes.indices.contains(index) else { return ([], []) }
    let (parents, opened) = parents(of: nodes, opened: index)
    var ancestors: [Int] = []
    var isShown = [Bool](repeating: false, count: nodes.count)
    isShown[opened] = true
    var current = parents[opened]
    while current >= 0, !isShown[current] {
      isShown[current] = true
      ancestors.append(current)
      current = parents[current]
    }
    ancestors.reverse()
    let replies =
      parents[opened] < 0
      ? descendants(of: opened, parents)
      : nodes.indices.filter { parents[$0] == opened && !isShown[$0] }
    return (ancestors, inOrder(replies, nodes))
  }

  /// Returns all replies to a post as a tree: each one after its parent, and those of one parent oldest
  /// first.
  ///
  /// - Parameters: The same as in `around`. The parent of the opened post is ignored. Each post of a circle
  ///   appears once.
  /// - Returns: Indices into `nodes`, and the number of posts between each reply and the opened post.
  public static func tree(below index: Int, in nodes: [Node]) -> (replies: [Int], depths: [Int]) {
    guard nodes.indices.contains(index) else { return ([], []) }
    var (parents, opened) = parents(of: nodes, opened: index)
    parents[opened] = none
    openCircles(in: &parents, below: opened, nodes)
    // A linked list of each post's replies: the first reply, and the next one of each reply.
    var firstReplies = [Int](repeating: none, count: nodes.count)
    var next = firstReplies
    for reply in inOrder(descendants(of: opened, parents), nodes).reversed() {
      next[reply] = firstReplies[parents[reply]]
      firstReplies[parents[reply]] = reply
    }
    var replies: [Int] = []
    var depths: [Int] = []
    // The posts from the opened one down to the current one.
    var path = [opened]
    var reply = firstReplies[opened]
    while let parent = path.last {
      if reply >= 0 {
        replies.append(reply)
        depths.append(path.count - 1)
        path.append(reply)
        reply = firstReplies[reply]
      } else {
        path.removeLast()
        reply = next[parent]
      }
    }
    return (replies, depths)
  }

  private static let none = -1
  /// Marks a post whose id an earlier one has.
  private static let double = -2

  /// Returns the index of each post's parent, and the index of the first post with the opened post's id.
  private static func parents(of nodes: [Node], opened: Int) -> (parents: [Int], opened: Int) {
    var places: [String: Int] = [:]
    var parents = [Int](repeating: none, count: nodes.count)
    for index in nodes.indices {
      if places[nodes[index].id] == nil { places[nodes[index].id] = index } else { parents[index] = double }
    }
    for index in nodes.indices where parents[index] == none {
      guard let replyTo = nodes[index].replyTo, let parent = places[replyTo], parent != index else {
        continue
      }
      parents[index] = parent
    }
    return (parents, places[nodes[opened].id] ?? opened)
  }

  /// Breaks circles of posts that reply to each other: the oldest post of a circle becomes a reply to the
  /// opened one. So does a post that replies to itself.
  private static func openCircles(in parents: inout [Int], below opened: Int, _ nodes: [Node]) {
    for index in nodes.indices
    where parents[index] == none && index != opened && nodes[index].replyTo == nodes[index].id {
      parents[index] = opened
    }
    // The walk that passed each post; 0 if no walk did.
    var walks = [Int](repeating: 0, count: nodes.count)
    for start in nodes.indices {
      var current = start
      while current >= 0, walks[current] == 0 {
        walks[current] = start + 1
        current = parents[current]
      }
      guard current >= 0, walks[current] == start + 1 else { continue }
      var circle: [Int] = []
      var post = current
      repeat {
        circle.append(post)
        post = parents[post]
      } while post != current
      if let oldest = inOrder(circle.sorted(), nodes).first { parents[oldest] = opened }
    }
  }

  /// Returns all descendants of a post that has no parent. They can't contain a circle.
  private static func descendants(of root: Int, _ parents: [Int]) -> [Int] {
    // A linked list of each post's replies: the last reply, and the previous one of each reply.
    var lastReplies = [Int](repeating: none, count: parents.count)
    var previous = lastReplies
    for (index, parent) in parents.enumerated() where parent >= 0 {
      previous[index] = lastReplies[parent]
      lastReplies[parent] = index
    }
    var found: [Int] = []
    var waiting = [root]
    while let post = waiting.popLast() {
      var reply = lastReplies[post]
      while reply >= 0 {
        found.append(reply)
        waiting.append(reply)
        reply = previous[reply]
      }
    }
    return found
  }

  private static func inOrder(_ indices: [Int], _ nodes: [Node]) -> [Int] {
    var times: [Int64] = []
    times.reserveCapacity(nodes.count)
    for node in nodes { times.append(node.time?.milliseconds ?? times.last ?? .min) }
    return indices.sorted { left, right in
      times[left] != times[right] ? times[left] < times[right] : left < right
    }
  }
}
