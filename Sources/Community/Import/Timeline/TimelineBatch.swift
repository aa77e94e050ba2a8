import Contracts
import JSON
import Social

/// What a timeline file has, read and checked, before anything is fetched or written.
struct TimelineBatch: Sendable {
  struct Item: Sendable {
    var post: TimelineFile.Post
    /// The index in `people` of who wrote it.
    var author: Int
    /// The index in `items` of what it replies to. Whoever follows these comes to an end.
    var parent: Int?

    /// Counted from 1, as it stands in the file.
    var number: Int { post.index + 1 }
    var pictures: [Picture] { post.images.map { Picture(url: $0) } }
  }

  /// Handles that differ in case only are one person.
  struct Person: Sendable {
    /// As the file has it first, in lower case.
    var key: String
    /// With the last avatar that the file has.
    var account: Account
    /// The item with that avatar; of the first post if there is none.
    var number: Int
  }

  /// In the order of the file.
  private(set) var items: [Item] = []
  private(set) var people: [Person] = []
  private(set) var report = TimelineReport()

  /// - Throws: `ImportError`, or `CancellationError`.
  init(_ bytes: [UInt8], place: String) throws {
    do { try read(bytes) } catch let error as JSONError {
      let reason = ImportBatch.unreadable(bytes, place, error)
      throw error.reason == .notAnArray && reason != .html(place)
        ? ImportError.unexpected(place, expected: "an object with a list called timeline") : reason
    }
    findParents()
    cutCircles()
  }

  private mutating func read(_ bytes: [UInt8]) throws {
    var decoder = try TimelineFileDecoder(bytes)
    var places: [String: Int] = [:]
    var number = 0
    while let item = try decoder.next() {
      number += 1
      if number.isMultiple(of: 256) { try Task.checkCancellation() }
      switch item {
      case .success(let post): add(post, &places)
      case .failure(let leftOut): leave(leftOut.index, .init(leftOut.reason))
      }
    }
  }

  private mutating func add(_ post: TimelineFile.Post, _ places: inout [String: Int]) {
    var post = post
    post.text = post.text.withoutNull
    guard post.text.unicodeScalars.count <= Post.mostStoredCharacters else { return leave(post.index, .tooLong) }
    guard !post.text.isBlank || !post.images.isEmpty else { return leave(post.index, .empty) }
    report.droppedPictures += post.droppedImages
    if post.createdAt == nil { report.undated += 1 }
    let key = post.handle.lowercased()
    let author = places[key] ?? people.count
    if author == people.count {
      places[key] = author
      people.append(Person(key: key, account: Self.account(post.handle), number: post.index + 1))
    }
    if let avatar = post.avatar {
      people[author].account.avatar = Picture(url: avatar)
      people[author].number = post.index + 1
    }
    items.append(Item(post: post, author: author))
  }

  private mutating func leave(_ index: Int, _ reason: TimelineReport.Reason) {
    report.leftOut.append(.init(item: index + 1, reason: reason))
  }

  /// What can't stand in an address becomes `_`; the name that people see stays.
  private static func account(_ handle: String) -> Account {
    var username = ""
    for scalar in handle.unicodeScalars {
      username.unicodeScalars.append(Community.isUsername(String(scalar)) || scalar == "." ? scalar : "_")
    }
    username = username.cut(to: 200)
    return Account(username: Community.isUsername(username) ? username : "_", nick: handle).storable
  }

  private mutating func findParents() {
    var places: [String: Int] = [:]
    for (index, item) in items.enumerated() { places[item.post.id] = index }
    for (index, item) in items.enumerated() {
      guard let replyTo = item.post.replyTo else { continue }
      if let parent = places[replyTo] { items[index].parent = parent } else { report.unknownReplies += 1 }
    }
  }

  /// In a circle of replies the first one of the file replies to nothing.
  private mutating func cutCircles() {
    // From which item a walk came by; 0: none yet.
    var walks = [Int](repeating: 0, count: items.count)
    for start in items.indices {
      var current = start
      while walks[current] == 0, let parent = items[current].parent {
        walks[current] = start + 1
        current = parent
      }
      guard walks[current] == start + 1 else { continue }
      var first = current
      var next = items[current].parent
      while let index = next, index != current {
        first = min(first, index)
        next = items[index].parent
      }
      items[first].parent = nil
      report.circles.append(items[first].number)
    }
  }

  /// The indices of the items, each behind what it replies to.
  var parentsFirst: [Int] {
    var order: [Int] = []
    order.reserveCapacity(items.count)
    var isPlaced = [Bool](repeating: false, count: items.count)
    for index in items.indices {
      var chain: [Int] = []
      var next: Int? = index
      while let current = next, !isPlaced[current] {
        isPlaced[current] = true
        chain.append(current)
        next = items[current].parent
      }
      order += chain.reversed()
    }
    return order
  }

  /// The references of all pictures by their keys, each once.
  func references(_ source: some PictureSource) -> [PictureGatherer.Reference] {
    var seen: Set<String> = []
    var references: [PictureGatherer.Reference] = []
    for picture in people.compactMap(\.account.avatar) + items.flatMap(\.pictures) {
      let key = source.key(of: picture.url)
      if seen.insert(key).inserted { references.append((key, picture.url)) }
    }
    return references
  }

  /// Where the pictures stand that could not be had.
  func failedPictures(_ reasons: [String: String], _ source: some PictureSource) -> [ImportReport.FailedPicture] {
    guard !reasons.isEmpty else { return [] }
    func failed(_ picture: Picture, _ item: Int) -> ImportReport.FailedPicture? {
      reasons[source.key(of: picture.url)].map { .init(item: item, reference: picture.url, reason: $0) }
    }
    let avatars = people.compactMap { person in person.account.avatar.flatMap { failed($0, person.number) } }
    return avatars + items.flatMap { item in item.pictures.compactMap { failed($0, item.number) } }
  }
}
