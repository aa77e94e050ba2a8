/// What a thread shows around one of its posts.
///
/// Of a first post: every post that leads back to it, at any depth. Of a reply: what it replies to, up to the first
/// post, and its own replies. Time and memory grow with the number of posts; nothing recurses.
public enum ThreadOrder {
  public struct Node: Equatable, Sendable {
    public let id: String
    /// The id of the post that this one answers; nil: it answers nothing.
    public let replyTo: String?
    public let time: Timestamp?

    public init(id: String, replyTo: String?, time: Timestamp?) {
      self.id = id
      self.replyTo = replyTo
      self.time = time
    }
  }

  /// - Parameters:
  ///   - index: of the post that was opened.
  ///   - nodes: in the order of their source. Of those with the same id the first counts, and the others are nowhere.
  /// - Returns: indices into `nodes`, without the opened post: what it replies to, first post first; and the replies,
  ///   oldest first. At equal times the order of `nodes` decides, and a post without a time stands right behind the
  ///   one that comes before it there. What would stand twice, as posts reply in a circle, stands above.
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

  /// All that leads back to a post, as a tree: each reply behind what it answers, those to the same post oldest first.
  ///
  /// - Parameters: as for `around`; what the opened post itself answers is left out of account. Each post of a circle stands
  ///   once.
  /// - Returns: indices into `nodes`, and how many posts stand between each reply and the opened post.
  public static func tree(below index: Int, in nodes: [Node]) -> (replies: [Int], depths: [Int]) {
    guard nodes.indices.contains(index) else { return ([], []) }
    var (parents, opened) = parents(of: nodes, opened: index)
    parents[opened] = none
    openCircles(in: &parents, below: opened, nodes)
    // Each post's replies as a list: the first one, and for each the next.
    var firstReplies = [Int](repeating: none, count: nodes.count)
    var next = firstReplies
    for reply in inOrder(descendants(of: opened, parents), nodes).reversed() {
      next[reply] = firstReplies[parents[reply]]
      firstReplies[parents[reply]] = reply
    }
    var replies: [Int] = []
    var depths: [Int] = []
    // The posts from the opened one down to where we are.
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
  /// A post whose id came before.
  private static let double = -2

  /// The index of what each post replies to, and that of the first post with the opened one's id.
  private static func parents(of nodes: [Node], opened: Int) -> (parents: [Int], opened: Int) {
    var places: [String: Int] = [:]
    var parents = [Int](repeating: none, count: nodes.count)
    for index in nodes.indices {
      if places[nodes[index].id] == nil { places[nodes[index].id] = index } else { parents[index] = double }
    }
    for index in nodes.indices where parents[index] == none {
      guard let replyTo = nodes[index].replyTo, let parent = places[replyTo], parent != index else { continue }
      parents[index] = parent
    }
    return (parents, places[nodes[opened].id] ?? opened)
  }

  /// Posts may answer each other in a circle: then the oldest of these answers the opened post. So does a post that answers
  /// itself.
  private static func openCircles(in parents: inout [Int], below opened: Int, _ nodes: [Node]) {
    for index in nodes.indices
    where parents[index] == none && index != opened && nodes[index].replyTo == nodes[index].id {
      parents[index] = opened
    }
    // By which walk each post was passed; 0: by none.
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

  /// All that lead to a post that replies to nothing; so no circle can be among them.
  private static func descendants(of root: Int, _ parents: [Int]) -> [Int] {
    // Each post's replies as a list: the last one, and for each the one before.
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
