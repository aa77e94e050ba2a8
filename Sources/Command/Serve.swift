import ArgumentParser
import CMemory
import Community
import Contracts
import Foundation
import Hummingbird
import Logging
import NIOCore
import Server
import ServiceLifecycle
import Social
import Synchronization
import UnixSignals

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve a community: its pages, its app and its APIs.",
    discussion: """
      Examples:
        swiftlet serve --demo
            A community to look around in, at http://localhost:8080.
        swiftlet serve --public-url https://moments.example.org --data /var/lib/swiftlet
            Behind a reverse proxy that does TLS.
        SWIFTLET_DATABASE=postgres://swiftlet@db.example.org/swiftlet swiftlet serve --data /srv/pictures
            On PostgreSQL; several such processes may run beside each other, with one folder of pictures.

      Ctrl-C, SIGTERM or SIGHUP stops it: requests that are running get 10 seconds to end.

      A change is on the disk before it is confirmed. `swiftlet backup` saves a running community. A data
      folder that is empty where there was a community is refused: its disk may not be mounted. (A file
      beside the folder, .NAME.swiftlet, remembers it.) On a full disk the server starts, to read,
      and writes again once there is room.

      \(ExitStatus.table)
      """)

  /// The time that a request waits while another program holds the database.
  private static let timeout = Duration.seconds(2)

  /// The time after which the start counts as over, and the memory that only the start needed goes back to
  /// the system (decision 0009).
  private static let startTime = Duration.seconds(2)

  @Option(help: "The address to listen on; 0.0.0.0 for all of this machine.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  @OptionGroup var storage: StorageOptions

  @Flag(help: "Fill an empty data folder with a demo community.")
  var demo = false

  @Option(help: ArgumentHelp("Where the demo community is read from.", valueName: "folder"))
  var demoFolder: String?

  @Option(
    help: ArgumentHelp(
      "The URL under which the world reaches the server, if it is behind a proxy.", valueName: "url"))
  var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "A reverse proxy, which says who asks and whether by https (X-Forwarded-For, X-Forwarded-Proto): an address or a "
        + "network as 172.18.0.0/16; may be repeated. Default: what runs on this machine.", valueName: "cidr")
  )
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp("The app's files. Default: swiftlet-assets beside the program.", valueName: "folder"))
  var assets: String?

  @Option(help: "How many connections may be open at the same time.")
  var maxConnections = 1024

  @Option(help: "How many connections one address may have open at the same time.")
  var maxConnectionsPerAddress = 64

  @Option(
    help: ArgumentHelp(
      "Where owners' backups from the app go, of which the last three stay. Default: backups in the data folder. Better: "
        + "another disk.", valueName: "folder"))
  var backups: String?

  @Option(
    help: ArgumentHelp(
      "A mail server, for links after a forgotten password: smtps://user:password@host?from=address, or smtp://. Needs "
        + "--public-url. Default: what the environment variable SWIFTLET_SMTP says, where others don't see the password.",
      valueName: "url"))
  var smtp: String?

  @Flag(help: "Turn rate limits off (tests only).")
  var noRateLimits = false

  @Flag(help: "Let link previews and push messages reach private networks (tests only).")
  var privateLinks = false

  mutating func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("A port is a number from 0 to 65535.") }
    guard maxConnections > 0, maxConnectionsPerAddress > 0 else {
      throw ValidationError("At least one connection must be allowed.")
    }
    for range in trustedProxy where AddressRange(range) == nil {
      throw ValidationError(
        "--trusted-proxy takes an address or a network, as 172.18.0.0/16 or fd00::/8, not \(range).")
    }
    if try mailServer != nil, publicURL == nil {
      throw ValidationError("--smtp needs --public-url: the links in mails begin with it.")
    }
    if let publicURL {
      guard publicURL.hasPrefix("https://") || publicURL.hasPrefix("http://"),
        let address = ServerAddress(publicURL),
        address.path.isEmpty
      else {
        throw ValidationError("--public-url takes a URL like https://moments.example.org, without a path.")
      }
    }
  }

  /// The mail server; `nil` for none.
  private var mailServer: MailServer? {
    get throws {
      let given = smtp ?? ProcessInfo.processInfo.environment["SWIFTLET_SMTP"]
      guard let given, !given.isEmpty else { return nil }
      // The message omits the text, because it may hold a password.
      guard let server = MailServer(given) else {
        throw ValidationError(
          "--smtp takes a URL like smtps://user:password@mail.example.org?from=choir@example.org. Signs such as @ and / in "
            + "name and password are written as %40 and %2F.")
      }
      return server
    }
  }

  func run() async throws {
    swiftlet_memory_share_heaps()
    try await reporting {
      let logger = storage.logger
      let assetsFolder = assets ?? Installation.assetsFolder
      let lock = try storage.servingLock()
      defer { withExtendedLifetime(lock) {} }
      let community = try await Community.open(
        folder: storage.data, database: storage.address, mayBegin: true, timeout: Self.timeout, logger: logger
      )
      do {
        community.rememberFolder()
        if let mailServer = try mailServer { community.beginMail(mailServer) }
        if let backups { community.backups.use(folder: backups) }
        let demoSource = demo ? try await demoSource(for: community, assetsFolder) : nil
        community.beginLinkPreviews(
          LinkPreviewSettings(
            ownAddress: publicURL.flatMap { ServerAddress($0)?.origin }, allowsPrivate: privateLinks))
        community.beginPush(
          PushSettings(
            ownAddress: publicURL.flatMap { ServerAddress($0)?.origin }, allowsPrivate: privateLinks),
          encode: PushPayload.encode)
        // Making the demo's pictures takes seconds. The server answers meanwhile.
        if demoSource != nil { community.demoProgress.begin() }
        let filling = demoSource.map { folder in Task { await fill(community, from: folder) } }
        let indexing = Task {
          await filling?.value
          await index(community, logger)
        }
        let caring = Task { await care(for: community, logger) }
        let polling = Task { await endPolls(of: community, logger) }
        let settling = Task {
          try await Task.sleep(for: Self.startTime)
          swiftlet_memory_give_back()
        }
        defer {
          indexing.cancel()
          caring.cancel()
          polling.cancel()
          settling.cancel()
        }
        do {
          try await serve(community, assetsFolder: assetsFolder, isFilling: filling != nil, logger: logger)
        } catch {
          filling?.cancel()
          await filling?.value
          throw error
        }
        filling?.cancel()
        await filling?.value
      } catch {
        try? await community.close()
        throw error
      }
      try await community.close()
    }
  }

  private func index(_ community: Community, _ logger: Logger) async {
    while !Task.isCancelled {
      do { return try await community.search.index() } catch {
        guard !Task.isCancelled else { return }
        logger.warning("Not all posts can be searched yet", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .seconds(60))
    }
  }

  /// Finishes what the last stop of the server interrupted, and retries every minute what failed. It also
  /// removes pictures without a post and the files of removed pictures, and ends unused tokens.
  private func care(for community: Community, _ logger: Logger) async {
    var minutes = 0
    func attempt(_ what: String, _ body: () async throws -> Void) async {
      do { try await body() } catch {
        guard !Task.isCancelled else { return }
        // By the next attempt the disk may have room or the database may be free.
        logger.warning("\(what)", metadata: ["error": "\(error)"])
      }
    }
    while !Task.isCancelled {
      let isStart = minutes == 0
      await attempt("Pictures wait for now") { try await community.media.resumeUploads(isStart: isStart) }
      await attempt("What removed members wrote stays for now") {
        try await community.members.finishRemovals()
      }
      await attempt("Suspensions that are over stay for now") { try await community.members.endSuspensions() }
      await attempt("Files of removed pictures stay for now") { try await community.removeUnusedPictures() }
      if minutes.isMultiple(of: 10) {
        await attempt("What is old stays for now") { try await community.removeWhatIsOld() }
        await attempt("Cards of links stay for now") { try await community.careForLinkPreviews() }
      }
      minutes += 1
      try? await Task.sleep(for: .seconds(60))
    }
  }

  /// Ends polls when their time has come. Those that ended while no server ran end at its start.
  private func endPolls(of community: Community, _ logger: Logger) async {
    while !Task.isCancelled {
      var pause: Int64 = 30_000
      do { if let next = try await community.polls.endDue() { pause = min(pause, next) } } catch {
        guard !Task.isCancelled else { return }
        logger.warning("Polls stay open for now", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .milliseconds(pause))
    }
  }

  /// Returns the folder of the demo community; `nil` if the data folder has a community already.
  private func demoSource(for community: Community, _ assetsFolder: String) async throws -> String? {
    guard try await community.isEmpty() else {
      Terminal.error("The data folder \(storage.data) is not empty, so the demo community was not added.")
      return nil
    }
    let folder = demoFolder ?? assetsFolder + "/demo"
    guard Installation.isFolder(folder) else {
      throw Failure(
        status: .noInput, message: "There is no demo community at \(folder). Run `make build` first.")
    }
    return folder
  }

  private func fill(_ community: Community, from folder: String) async {
    defer { community.demoProgress.end() }
    do {
      let username = try await Community.demoUsername(in: folder)
      Terminal.error(
        "Filling \(storage.data) with the demo community: its page shows how far it is. Then sign in as \(username), with "
          + "the password \(Community.demoPassword).")
      try await community.seedDemo(from: folder)
      let members = try await community.openDemoAccounts()
      Terminal.result(
        "Demo: sign in as \(members.joined(separator: ", ")), each with the password \(Community.demoPassword). "
          + "Anybody can: don't let the world reach this server.")
    } catch {
      guard !Task.isCancelled else { return }
      Terminal.error("The demo community was not added: \(error)")
    }
  }

  /// - Parameter isFilling: True if members who can sign in are being added.
  private func serve(
    _ community: Community, assetsFolder: String, isFilling: Bool, logger: Logger
  ) async throws {
    var configuration = Configuration()
    configuration.host = host
    configuration.port = port
    configuration.publicURL = publicURL.flatMap { ServerAddress($0) }
    if !trustedProxy.isEmpty {
      configuration.proxies = TrustedProxies(trustedProxy.compactMap { AddressRange($0) })
    }
    configuration.limits.connections = connections(logger)
    configuration.limits.connectionsPerAddress = maxConnectionsPerAddress
    configuration.rateLimits.isOn = !noRateLimits
    // A new community has no account to sign in to and no default password, so the owner gets a link.
    let hasMembers = try await community.members.exist()
    let isSetUp = hasMembers || isFilling
    // A new link ends the previous one, which another process may have shown a moment ago.
    let lock = isSetUp ? nil : try await community.invitations.setUpLock()
    defer { withExtendedLifetime(lock) {} }
    let setUpCode = lock == nil ? nil : try await community.invitations.create(role: .owner, uses: 1, days: 7)
    let asksPrivacy = try await community.settings.isPrivacyUndecided()
    let isRunning = Atomic(false)
    let application = buildApplication(
      configuration, community: community, assets: Assets(folder: assetsFolder, logger: logger),
      logger: logger
    ) { channel in
      isRunning.store(true, ordering: .relaxed)
      let port = channel.localAddress?.port ?? port
      Terminal.result(ready(port: port))
      if asksPrivacy { Terminal.error(SettingsPrivacy.question) }
      if let setUpCode {
        Terminal.error("Nobody can sign in yet. Set it up, once: \(url(port: port))/join/\(setUpCode)")
      } else if !isSetUp {
        Terminal.error(
          "Nobody can sign in yet. Another server of this community has shown the link to set it up.")
      }
    }
    var group = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: Self.stopSignals, logger: logger)
    group.maximumGracefulShutdownDuration = configuration.limits.shutdownTimeout
    do { try await ServiceGroup(configuration: group).run() } catch {
      guard isRunning.load(ordering: .relaxed) else { throw Failure(binding: error, host: host, port: port) }
      // Requests that didn't end in time were cancelled. That is an orderly stop, too.
      guard error is CancellationError else { throw error }
    }
    logger.notice("Stopped")
  }

  /// The signals that stop the server. A closed terminal does, too, unless the server was started to outlive
  /// it (nohup).
  private static var stopSignals: [UnixSignal] {
    Terminal.ignoresHangUp ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup]
  }

  /// Returns the wanted number of connections, or fewer if the system doesn't let the program open as many
  /// files.
  private func connections(_ logger: Logger) -> Int {
    let limit = FileDescriptors.raiseLimit()
    let possible = FileDescriptors.connections(ofDescriptors: limit)
    guard possible < maxConnections else { return maxConnections }
    logger.warning(
      "The system lets the program open few files, so fewer connections are accepted",
      metadata: ["files": "\(limit)", "connections": "\(possible)", "wanted": "\(maxConnections)"])
    return possible
  }

  private func url(port: Int) -> String {
    let name = ["127.0.0.1", "0.0.0.0", "::", "::1"].contains(host) ? "localhost" : host
    return publicURL.flatMap { ServerAddress($0)?.text } ?? "http://\(name):\(port)"
  }

  private func ready(port: Int) -> String {
    let folder = Installation.absolutePath(storage.data)
    let place =
      (try? storage.address).flatMap(\.self).map { "\($0), pictures in \(folder)" } ?? "data in \(folder)"
    return "Swiftlet \(swiftletVersion) is serving \(url(port: port)) (\(place))"
  }
}
