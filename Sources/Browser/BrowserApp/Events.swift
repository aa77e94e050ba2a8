#if arch(wasm32)
  import Contracts
  import Screens
  import Social

  @_expose(wasm, "tapped") @c public func tapped(
    _ screen: Int32, _ tap: UnsafeMutableRawPointer?, _ length: Int32
  ) -> Int32 {
    let tap = takeText(tap, length)
    guard runtime?.understands(tap, on: screen) == true else { return 0 }
    Runtime.handle(.tapped(screen, tap))
    return 1
  }

  /// Receives the fields' values, one per line, in the order of the form.
  @_expose(wasm, "submitted") @c public func submitted(
    _ screen: Int32, _ fields: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let values = takeBytes(fields, length).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    Runtime.handle(.submitted(screen, values.map { String(decoding: $0, as: UTF8.self) }))
  }

  @_expose(wasm, "typed") @c public func typed(
    _ screen: Int32, _ field: UnsafeMutableRawPointer?, _ fieldLength: Int32,
    _ text: UnsafeMutableRawPointer?,
    _ length: Int32
  ) {
    let field = takeText(field, fieldLength)
    Runtime.handle(.typed(screen, field: field, takeText(text, length)))
  }

  /// Receives the topmost visible cell, and the distance of its upper edge below the screen's, in CSS px.
  @_expose(wasm, "anchored") @c public func anchored(
    _ screen: Int32, _ key: UnsafeMutableRawPointer?, _ length: Int32, _ offset: Int32
  ) {
    Runtime.handle(.anchored(screen, key: takeText(key, length), offset: Int(offset)))
  }

  /// Reports that the page was reloaded, or left and returned to; the arguments are as for `anchored`.
  @_expose(wasm, "pageRestored") @c public func pageRestored(
    _ key: UnsafeMutableRawPointer?, _ length: Int32, _ offset: Int32
  ) {
    Runtime.handle(.pageRestored(key: takeText(key, length), offset: Int(offset)))
  }

  @_expose(wasm, "online") @c public func online() { Runtime.handle(.online) }

  @_expose(wasm, "wentOffline") @c public func wentOffline() { Runtime.handle(.wentOffline) }

  @_expose(wasm, "becameWhole") @c public func becameWhole() { Runtime.handle(.becameWhole) }

  @_expose(wasm, "wasHidden") @c public func wasHidden() { Runtime.handle(.wasHidden) }

  /// Receives a part of a stream; see `AppEvent.streamed`.
  @_expose(wasm, "streamed") @c public func streamed(
    _ request: Int32, _ bytes: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    Runtime.handle(.streamed(request, takeBytes(bytes, length)))
  }

  @_expose(wasm, "fileDragged") @c public func fileDragged(_ isOver: Int32) {
    Runtime.handle(.fileDragged(isOver: isOver != 0))
  }

  @_expose(wasm, "returned") @c public func returned() { Runtime.handle(.returned) }

  /// Receives the scroll position, as in `AppEvent.scrolled`.
  @_expose(wasm, "scrolled") @c public func scrolled(
    _ screen: Int32, _ offset: Double, _ height: Double, _ rest: Double
  ) {
    Runtime.handle(.scrolled(screen, offset: offset, height: height, rest: rest))
  }

  @_expose(wasm, "measured") @c public func measured(
    _ screen: Int32, _ key: UnsafeMutableRawPointer?, _ length: Int32, _ height: Double
  ) {
    Runtime.handle(.measured(screen, key: takeText(key, length), height: height))
  }

  /// Receives the focused cell. The key is empty if no cell has the focus.
  @_expose(wasm, "focused") @c public func focused(
    _ screen: Int32, _ key: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let key = takeText(key, length)
    Runtime.handle(.focused(screen, key: key.isEmpty ? nil : key))
  }

  /// Receives a file of the viewer. A status of -1 means that it can't be read, -2 that it is too large.
  @_expose(wasm, "fileGiven") @c public func fileGiven(
    _ status: Int32, _ bytes: UnsafeMutableRawPointer?, _ length: Int32, _ name: UnsafeMutableRawPointer?,
    _ nameLength: Int32
  ) {
    let (bytes, name) = (takeBytes(bytes, length), takeText(name, nameLength))
    let file: Result<[UInt8], RequestFailure> =
      switch status {
      case -1: .failure(.unreachable)
      case -2: .failure(.tooLarge)
      default: .success(bytes)
      }
    Runtime.handle(.given(file, name: name))
  }

  /// See `AppEvent.picked`.
  @_expose(wasm, "picked") @c public func picked(_ count: Int32) { Runtime.handle(.picked(Int(count))) }

  /// See `AppEvent.shared`. Returns 0 for a stranger: the app has then taken nothing.
  @_expose(wasm, "shared") @c public func shared(_ words: UnsafeMutableRawPointer?, _ length: Int32) -> Int32
  {
    let words = takeText(words, length)
    guard runtime?.canWrite == true else { return 0 }
    Runtime.handle(.shared(words))
    return 1
  }

  /// See `AppEvent.prepared`. A size of -1 means that it can't be read, -2 that it isn't a picture.
  @_expose(wasm, "prepared") @c public func prepared(
    _ id: UnsafeMutableRawPointer?, _ length: Int32, _ size: Int32, _ isStored: Int32, _ width: Int32,
    _ height: Int32
  ) {
    Runtime.handle(
      .prepared(
        takeText(id, length), size: size < 0 ? nil : Int(size), isStored: isStored != 0,
        PixelSize(width: Int(width), height: Int(height)), isPicture: size != -2))
  }

  /// See `AppEvent.rememberedElsewhere`. A length of -1 means that the text was removed.
  @_expose(wasm, "rememberedElsewhere") @c public func rememberedElsewhere(
    _ key: UnsafeMutableRawPointer?, _ keyLength: Int32, _ text: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let key = takeText(key, keyLength)
    let text = length < 0 ? nil : takeText(text, length)
    Runtime.handle(.rememberedElsewhere(key, text))
  }

  /// See `AppEvent.remembered`.
  @_expose(wasm, "rememberedAll") @c public func rememberedAll(
    _ json: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    Runtime.handle(.remembered(Memory(json: takeBytes(json, length))))
  }

  /// See `AppEvent.leads`.
  @_expose(wasm, "leads") @c public func leads(_ lead: Int32) {
    if let lead = AppEvent.Leadership(rawValue: lead) { Runtime.handle(.leads(lead)) }
  }

  /// See `AppEvent.notStored`.
  @_expose(wasm, "notStored") @c public func notStored(_ key: UnsafeMutableRawPointer?, _ length: Int32) {
    Runtime.handle(.notStored(takeText(key, length)))
  }

  /// See `AppEvent.pushed`. A length of -1 stands for `nil`.
  @_expose(wasm, "pushed") @c public func pushed(
    _ permission: UnsafeMutableRawPointer?, _ permissionLength: Int32,
    _ registration: UnsafeMutableRawPointer?,
    _ length: Int32, _ zone: UnsafeMutableRawPointer?, _ zoneLength: Int32
  ) {
    let permission = PushPermission(rawValue: takeText(permission, permissionLength)) ?? .missing
    let registration = length < 0 ? nil : takeText(registration, length)
    Runtime.handle(.pushed(permission, registration: registration, zone: takeText(zone, zoneLength)))
  }

  @_expose(wasm, "pushMayHaveChanged") @c public func pushMayHaveChanged() {
    Runtime.handle(.pushMayHaveChanged)
  }

  /// See `AppEvent.notified`. An action of 0 is the tap on the notification itself.
  @_expose(wasm, "notified") @c public func notified(
    _ account: UnsafeMutableRawPointer?, _ accountLength: Int32, _ path: UnsafeMutableRawPointer?,
    _ pathLength: Int32, _ isOpen: Int32, _ action: Int32
  ) {
    let (account, path) = (takeText(account, accountLength), takeText(path, pathLength))
    Runtime.handle(
      .notified(
        account: account, path: path, action: AppEvent.NotificationAction(rawValue: action),
        isOpen: isOpen != 0))
  }

  @_expose(wasm, "turned") @c public func turned(_ screen: Int32, _ index: Int32) {
    Runtime.handle(.turned(screen, to: Int(index)))
  }

  @_expose(wasm, "pressed") @c public func pressed(_ key: Int32) {
    if let key = AppEvent.Key(rawValue: key) { Runtime.handle(.key(key)) }
  }

  @_expose(wasm, "tileKey") @c public func tileKey(
    _ screen: Int32, _ tile: UnsafeMutableRawPointer?, _ length: Int32, _ key: Int32
  ) {
    let tile = takeText(tile, length)
    if let key = AppEvent.Key(rawValue: key) { Runtime.handle(.tileKey(screen, tile: tile, key)) }
  }

  /// Receives a response. A status of -1 means that the request failed without one, -2 that it was too large.
  @_expose(wasm, "received") @c public func received(
    _ request: Int32, _ status: Int32, _ body: UnsafeMutableRawPointer?, _ length: Int32,
    _ fields: UnsafeMutableRawPointer?, _ fieldsLength: Int32,
    _ address: UnsafeMutableRawPointer?, _ addressLength: Int32
  ) {
    let (body, fields) = (takeBytes(body, length), takeBytes(fields, fieldsLength))
    let address = takeText(address, addressLength)
    let result: Result<Response, RequestFailure> =
      switch status {
      case -1: .failure(.unreachable)
      case -2: .failure(.tooLarge)
      default: .success(Response(status: Int(status), body: body, fields: fields, address: address))
      }
    Runtime.handle(.received(request, result))
  }

  @_expose(wasm, "loaded") @c public func loaded(
    _ load: Int32, _ bytes: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let isThere = length >= 0
    let bytes = takeBytes(bytes, length)
    Runtime.handle(.loaded(load, isThere ? bytes : nil))
  }

  @_expose(wasm, "timerFired") @c public func timerFired(
    _ timer: Int32, _ showsList: Int32, _ holdsToast: Int32
  ) {
    Runtime.handle(.timerFired(timer, showsList: showsList != 0, holdsToast: holdsToast != 0))
  }

  @_expose(wasm, "wentTo") @c public func wentTo(_ depth: Int32) {
    Runtime.handle(.wentTo(depth: Int(depth)))
  }

  /// Receives a pointer event. An edge of -1 means that the touch belongs to something else; a negative
  /// `sheetHeight` is the ground (`PointerEvent.Ground`). Returns a `TouchClaim`.
  @_expose(wasm, "pointer") @c public func pointer(
    _ screen: Int32, _ phase: Int32, _ pointer: Int32, _ x: Int32, _ y: Int32, _ time: Double,
    _ scrollOffset: Int32, _ windowWidth: Int32, _ windowHeight: Int32, _ edge: Int32,
    _ sheetHeight: Int32
  ) -> Int32 {
    runtime?.app.now = Timestamp(milliseconds: Runtime.now)
    guard let phase = PointerEvent.Phase(rawValue: phase),
      let outcome = runtime?.app.handle(
        PointerEvent(
          phase: phase, pointer: pointer, x: Int(x), y: Int(y), time: Int64(time),
          scrollOffset: Int(scrollOffset),
          windowWidth: Int(windowWidth), windowHeight: Int(windowHeight), edge: edge < 0 ? nil : Int(edge),
          sheetHeight: max(0, Int(sheetHeight)), target: PointerEvent.Target(rawValue: sheetHeight)),
        on: screen)
    else { return 0 }
    for command in outcome.commands { Interpreter.perform(command) }
    return outcome.claim.rawValue
  }

  /// See `HeaderScroll`.
  @_expose(wasm, "headerScrolled") @c public func headerScrolled(
    _ screen: Int32, _ y: Int32, _ banner: Int32, _ bar: Int32
  ) {
    for variable in HeaderScroll.variables(scrolled: Int(y), banner: Int(banner), bar: Int(bar)) {
      Interpreter.perform(.setVariable(screen, variable))
    }
  }
#endif
