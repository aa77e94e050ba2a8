import JSON
import Logging
import Social
import Storage

extension Community {
  /// Fills an empty community from a folder with `user.json`, `tweets.json` and pictures, as if the
  /// newest post were 40 seconds old. Does nothing if there is anybody already.
  ///
  /// The first time, sizes are made of all pictures, which takes seconds; the log says how far it is.
  /// - Throws: a `DescribedError`, or `CancellationError`.
  public func seedDemo(from folder: String) async throws {
    guard try await isEmpty() else { return }
    var options = ImportOptions()
    options.newestAge = .seconds(40)
    let outbound = Outbound()
    let source = FolderSource(folder: folder, options: options, outbound: outbound)
    do {
      let document = try await source.document(.profile, of: "")
      guard let username = (try? JSON(parsing: document.bytes))?["username"]?.string else {
        throw ImportError.unexpected(document.place, expected: "an object with username and nick")
      }
      guard Self.isUsername(username) else { throw ImportError.invalidUsername(username) }
      let logger = logger
      let report = try await importMoments(from: source, username: username, options: options) { progress in
        if case .pictures(let done, let count) = progress, done.isMultiple(of: 10) || done == count {
          logger.info("making the demo's pictures", metadata: ["done": "\(done)", "of": "\(count)"])
        }
      }
      logger.notice("filled the demo community", metadata: ["posts": "\(report.posts.added)"])
      for picture in report.failedPictures {
        logger.warning("demo picture", metadata: ["path": "\(picture.reference)", "reason": "\(picture.reason)"])
      }
    } catch {
      outbound.close()
      throw error
    }
    outbound.close()
  }

  /// Of every account that `openDemoAccounts` opens. It is public, and the command line says so.
  public static let demoPassword = "demo-swiftlet"

  /// Lets everybody sign in as the demo's home account and as three others, who all follow each other, so that each
  /// of them has a full timeline.
  ///
  /// - Returns: their usernames.
  public func openDemoAccounts() async throws -> [String] {
    guard let home = try await store.firstMember() else { return [] }
    let password = try await passwords.hash(Self.demoPassword)
    try await store.changingMembers { transaction in
      let everybody = try transaction.importedPeople(followedBy: home.id, limit: 100)
      let members = [home.id] + everybody.prefix(3)
      for member in members {
        try transaction.adopt(member)
        try transaction.setCredentials(of: member, role: member == home.id ? .owner : .member, password: password)
        for other in [home.id] + everybody where other != member { try transaction.follow(other, by: member) }
      }
    }
    return try await members().filter { $0.role != nil }.map(\.username)
  }
}
