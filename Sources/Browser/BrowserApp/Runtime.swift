#if arch(wasm32)
  import CBrowser
  import Contracts
  import ImageCaching
  import Localization
  import Screens
  import Social

  /// The running app: the only mutable state.
  ///
  /// WebAssembly calls in from one thread, and a call has to find the app again: hence a global.
  nonisolated(unsafe) var runtime: Runtime?

  struct Runtime {
    var app: App
    var images = ImageCache()

    /// Milliseconds since 1970.
    static var now: Int64 { Int64(browser_now()) }

    /// Returns true if the app handles this tap. A mutating function reads the app without copying it.
    mutating func understands(_ tap: String, on screen: Int32) -> Bool { app.understands(tap, on: screen) }

    /// True if there is a session that can post.
    var canWrite: Bool { mutating get { app.canWrite } }

    /// Handles an event and carries out the resulting commands.
    ///
    /// The browser calls back while a command runs: an image that is taken out of the document leaves the
    /// image cache. So nothing may hold `runtime` then.
    static func handle(_ event: AppEvent) {
      runtime?.app.now = Timestamp(milliseconds: now)
      guard let commands = runtime?.app.handle(event) else { return }
      for command in commands { Interpreter.perform(command) }
    }
  }

  /// Copies and frees a block that the bridge allocated.
  func takeBytes(_ address: UnsafeMutableRawPointer?, _ length: Int32) -> [UInt8] {
    guard let address, length > 0 else {
      browser_free(address)
      return []
    }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(length)))
    browser_free(address)
    return bytes
  }

  func takeText(_ address: UnsafeMutableRawPointer?, _ length: Int32) -> String {
    String(decoding: takeBytes(address, length), as: UTF8.self)
  }

  @_expose(wasm, "allocate") @c public func allocate(_ size: Int32) -> UnsafeMutableRawPointer? {
    browser_allocate(size)
  }

  @_expose(wasm, "start") @c public func start(
    _ first: UnsafeMutableRawPointer?, _ firstLength: Int32, _ origin: UnsafeMutableRawPointer?,
    _ originLength: Int32, _ path: UnsafeMutableRawPointer?, _ pathLength: Int32,
    _ memory: UnsafeMutableRawPointer?, _ memoryLength: Int32, _ seed: UnsafeMutableRawPointer?,
    _ seedLength: Int32,
    _ texts: UnsafeMutableRawPointer?, _ textsLength: Int32, _ laterTexts: UnsafeMutableRawPointer?,
    _ laterTextsLength: Int32, _ addresses: UnsafeMutableRawPointer?, _ addressesLength: Int32
  ) -> Int32 {
    let json = takeBytes(first, firstLength)
    let path = takeText(path, pathLength)
    let memory = Memory(json: takeBytes(memory, memoryLength))
    let seed = takeBytes(seed, seedLength)
    var strings = Strings(file: takeBytes(texts, textsLength))
    let later = takeBytes(laterTexts, laterTextsLength)
    if !later.isEmpty { strings = strings?.adding(laterFile: later) }
    let addresses = takeBytes(addresses, addressesLength).split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let server = ServerAddress(takeText(origin, originLength)), let strings,
      let first = InitialPage(json: json, server: server, strings: strings)
    else { return 0 }
    runtime = Runtime(
      app: App(
        first, server: server, path: path, memory: memory, seed: seed, textAddresses: addresses, leads: false)
    )
    runtime?.app.now = Timestamp(milliseconds: Runtime.now)
    guard let commands = runtime?.app.started() else { return 0 }
    for command in commands { Interpreter.perform(command) }
    // A cached page gets the current time; a fresh one stays as the server wrote it.
    if Runtime.now - first.now.milliseconds > 60_000 { tick(0) }
    return 1
  }

  /// Adds the texts of the second part, which has come after the start. Returns 0 if they are damaged.
  @_expose(wasm, "addTexts") @c public func addTexts(_ texts: UnsafeMutableRawPointer?, _ length: Int32)
    -> Int32
  {
    let file = takeBytes(texts, length)
    return runtime?.app.addTexts(laterFile: file) == false ? 0 : 1
  }

  @_expose(wasm, "tick") @c public func tick(_ showsList: Int32) {
    Runtime.handle(
      .clock(
        Timestamp(milliseconds: Runtime.now), minutesEast: Int(browser_minutes_east()),
        showsList: showsList != 0))
  }
#endif
