import JSON
import Logging
import Social
import Storage

extension Community {
  /// Fills an empty community from a folder with `user.json`, `tweets.json` and pictures, and dates the
  /// newest post 40 seconds ago. Everybody may read it. Does nothing if the community has accounts.
  ///
  /// The first run makes all sizes of the pictures, which takes seconds. The log shows its progress.
  /// - Throws: A `DescribedError`, or `CancellationError`.
  public func seedDemo(from folder: String) async throws {
    guard try await isEmpty() else { return }
    try await settings.setPrivacy(.open)
    demoProgress.begin()
    defer { demoProgress.end() }
    var options = ImportOptions()
    options.newestAge = .seconds(40)
    let outbound = Outbound()
    let source = FolderSource(folder: folder, options: options, outbound: outbound)
    do {
      let username = try await Self.demoUsername(source)
      let (logger, demoProgress) = (logger, demoProgress)
      let report = try await imports.moments(from: source, username: username, options: options) { progress in
        guard case .pictures(let done, let count) = progress else { return }
        demoProgress.made(done, of: count)
        if done.isMultiple(of: 10) || done == count {
          logger.info("making the demo's pictures", metadata: ["done": "\(done)", "of": "\(count)"])
        }
      }
      logger.notice("filled the demo community", metadata: ["posts": "\(report.posts.added)"])
      for picture in report.failedPictures {
        logger.warning(
          "demo picture", metadata: ["path": "\(picture.reference)", "reason": "\(picture.reason)"])
      }
    } catch {
      outbound.close()
      throw error
    }
    outbound.close()
  }

  /// Returns the username of the home account of the demo in a folder, before it is filled.
  ///
  /// - Throws: A `DescribedError`.
  public static func demoUsername(in folder: String) async throws -> String {
    let outbound = Outbound()
    defer { outbound.close() }
    return try await demoUsername(FolderSource(folder: folder, options: ImportOptions(), outbound: outbound))
  }

  private static func demoUsername(_ source: FolderSource) async throws -> String {
    let document = try await source.document(.profile, of: "")
    guard let username = (try? JSON(parsing: document.bytes))?["username"]?.string else {
      throw ImportError.unexpected(document.place, expected: "an object with username and nick")
    }
    guard Imports.isUsername(username) else { throw ImportError.invalidUsername(username) }
    return username
  }

  /// The password of every account that `openDemoAccounts` opens. It is public, and the command line prints
  /// it.
  public static let demoPassword = "demo-swiftlet"

  /// Opens the demo's home account and three others for sign-in. They all follow each other, so that each has
  /// a full timeline.
  ///
  /// - Returns: Their usernames.
  public func openDemoAccounts() async throws -> [String] {
    guard let home = try await store.firstMember() else { return [] }
    let password = try await passwords.hash(Self.demoPassword)
    try await store.writeMembership { transaction in
      let everybody = try transaction.importedPeople(followedBy: home.id, limit: 100)
      let members = [home.id] + everybody.prefix(3)
      for member in members {
        try transaction.adopt(member)
        try transaction.setCredentials(
          of: member, role: member == home.id ? .owner : .member, password: password)
        for other in [home.id] + everybody where other != member { try transaction.follow(other, by: member) }
      }
    }
    return try await members.all().filter { $0.role != nil }.map(\.username)
  }
}
