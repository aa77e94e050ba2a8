import Contracts
import JSON
import Social

/// The contents of a timeline file, parsed and validated before anything is fetched or written.
struct TimelineBatch: Sendable {
  struct Item: Sendable {
    var post: TimelineFile.Post
    /// The index of the author in `people`.
    var author: Int
    /// The index of the parent in `items`. Following parents always ends.
    var parent: Int?

    /// The position in the file, counted from 1.
    var number: Int { post.index + 1 }
    var pictures: [Picture] { post.images.map { Picture(url: $0) } }
  }

  /// A person of the file. Handles that differ only in case are the same person.
  struct Person: Sendable {
    /// The handle in lower case.
    var key: String
    /// The account, with the last avatar in the file.
    var account: Account
    /// The number of the item with that avatar, or else of the person's first post.
    var number: Int
  }

  /// The items in the order of the file.
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
    guard post.text.unicodeScalars.count <= MomentsPost.maxStoredCharacters else {
      return leave(post.index, .tooLong)
    }
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

  /// Makes an account of a handle. Characters that addresses don't allow become `_` in the username; the
  /// display name keeps them.
  private static func account(_ handle: String) -> Account {
    var username = ""
    for scalar in handle.unicodeScalars {
      username.unicodeScalars.append(
        Community.Imports.isUsername(String(scalar)) || scalar == "." ? scalar : "_")
    }
    username = username.cut(to: 200)
    return Account(username: Community.Imports.isUsername(username) ? username : "_", nick: handle).storable
  }

  private mutating func findParents() {
    var places: [String: Int] = [:]
    for (index, item) in items.enumerated() { places[item.post.id] = index }
    for (index, item) in items.enumerated() {
      guard let replyTo = item.post.replyTo else { continue }
      if let parent = places[replyTo] { items[index].parent = parent } else { report.unknownReplies += 1 }
    }
  }

  /// Breaks circles of replies: the first post of a circle in the file gets no parent.
  private mutating func cutCircles() {
    // The start of the walk that passed each item; 0 if no walk did.
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

  /// The indices of the items, each after its parent.
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

  /// Returns the references of all pictures with their keys, each once.
  func references(_ source: some PictureSource) -> [PictureGatherer.Reference] {
    var seen: Set<String> = []
    var references: [PictureGatherer.Reference] = []
    for picture in people.compactMap(\.account.avatar) + items.flatMap(\.pictures) {
      let key = source.key(of: picture.url)
      if seen.insert(key).inserted { references.append((key, picture.url)) }
    }
    return references
  }

  /// Returns the places of the pictures that could not be fetched.
  func failedPictures(_ reasons: [String: String], _ source: some PictureSource) -> [ImportReport
    .FailedPicture]
  {
    guard !reasons.isEmpty else { return [] }
    func failed(_ picture: Picture, _ item: Int) -> ImportReport.FailedPicture? {
      reasons[source.key(of: picture.url)].map { .init(item: item, reference: picture.url, reason: $0) }
    }
    let avatars = people.compactMap { person in person.account.avatar.flatMap { failed($0, person.number) } }
    return avatars + items.flatMap { item in item.pictures.compactMap { failed($0, item.number) } }
  }
}
