#if arch(wasm32)
  import CBrowser
  import Contracts
  import Localization
  import Markup
  import Screens

  /// Performs the app's commands in the browser.
  enum Interpreter {
    static func perform(_ command: Command) {
      switch command {
      case .openScreen(let screen, let html, let key):
        pass(html.bytes) { html, htmlLength in
          pass(key) { browser_open_screen(screen, html, htmlLength, $0, $1) }
        }
      case .openRoot(let screen, let html): pass(html.bytes) { browser_open_root(screen, $0, $1) }
      case .showRoot(let screen): browser_show_root(screen)
      case .closeScreen(let screen): browser_close_screen(screen)
      case .patch(let screen, let operation): patch(screen, operation)
      case .setVariable(let screen, let variable):
        pass(variable.value) {
          browser_variable(
            screen, variable.name.utf8Start, Int32(variable.name.utf8CodeUnitCount), $0, $1)
        }
      case .hold(let post): browser_hold(post.rawValue)
      case .setField(let screen, let name, let text):
        pass(name) { name, nameLength in pass(text) { browser_set_field(screen, name, nameLength, $0, $1) } }
      case .title(let title): pass(title) { browser_title($0, $1) }
      case .badge(let count): browser_badge(Int32(count))
      case .request(let request, let url): pass(url) { browser_request(request, $0, $1) }
      case .send(let number, let request, let url, let token): send(number, request, url, token)
      case .cancel(let request): browser_cancel(request)
      case .preparePicture(let id): pass(id) { browser_prepare_picture($0, $1) }
      case .cutPicture(let id, let part, let area):
        pass(id) { id, idLength in
          pass(part) {
            browser_cut_picture(id, idLength, $0, $1, area.left, area.top, area.width, area.height)
          }
        }
      case .removePictures(let prefix): pass(prefix) { browser_remove_pictures($0, $1) }
      case .save(let key, let bytes): save(bytes, key)
      case .load(let load, let key): pass(key) { browser_load(load, $0, $1) }
      case .removeSaved(let key): pass(key) { browser_remove_saved($0, $1) }
      case .removeAllSaved(let prefix): pass(prefix) { browser_remove_all_saved($0, $1) }
      case .removeOtherSaved(let prefixes):
        var lines = ""
        for prefix in prefixes { lines += prefix + "\n" }
        pass(lines) { browser_remove_other_saved($0, $1) }
      case .removeTraces: Runtime.endSessionOfImages(last: browser_remove_traces())
      case .removePages(let part): pass(part) { browser_remove_pages($0, $1) }
      case .claimTab(let session): pass(session) { browser_claim_tab($0, $1) }
      case .remember(let key, let text):
        pass(key) { key, keyLength in pass(text) { browser_remember(key, keyLength, $0, $1) } }
      case .startTimer(let timer, let milliseconds): browser_start_timer(timer, Int32(milliseconds))
      case .pushHistory(let depth, let url): pass(url) { browser_push_history(Int32(depth), $0, $1) }
      case .replaceHistory(let url): pass(url) { browser_replace_history($0, $1) }
      case .address(let url): pass(url) { browser_address($0, $1) }
      case .goBack(let steps): browser_go_back(Int32(steps))
      case .reveal(let screen, let key): pass(key) { browser_reveal(screen, $0, $1) }
      case .scrollToTop(let screen): browser_scroll_to_top(screen)
      case .restore(let screen, let key, let offset):
        pass(key) { browser_restore(screen, $0, $1, Int32(offset)) }
      case .share(let url): pass(url) { browser_share($0, $1) }
      case .copy(let text): pass(text) { browser_copy($0, $1) }
      case .visit(let url): pass(url) { browser_visit($0, $1) }
      case .toast(let html): pass(html?.text) { browser_toast($0, $1) }
      case .announce(let words): pass(words) { browser_announce($0, $1) }
      case .rememberLanguage(let language):
        let direction = language.direction
        pass(language.tag) {
          browser_remember_language($0, $1, direction.utf8Start, Int32(direction.utf8CodeUnitCount))
        }
      case .rememberAppearance(let appearance):
        pass(appearance.scheme?.rawValue ?? "") {
          browser_remember_appearance(Int32(appearance.textSize?.step ?? 0), $0, $1)
        }
      case .rememberMember(let isMember): browser_remember_member(isMember ? 1 : 0)
      case .push(let command): push(command)
      }
    }

    @inline(never)
    private static func push(_ command: PushCommand) {
      switch command {
      case .look: push(nil)
      case .renew(let key): push(key)
      case .ask(let key): push(key, asks: 1)
      case .end: push(nil, ends: 1)
      case .replace(let key): push(key, ends: 1)
      case .unread(let account, let count): pass(account) { browser_count_unread($0, $1, Int32(count)) }
      case .tell(let title, let body, let account, let path):
        pass(title) { title, titleLength in
          pass(body) { body, bodyLength in
            pass(account) { account, accountLength in
              pass(path) {
                browser_tell(title, titleLength, body, bodyLength, account, accountLength, $0, $1)
              }
            }
          }
        }
      }
    }

    private static func push(_ key: String?, asks: Int32 = 0, ends: Int32 = 0) {
      pass(key) { browser_push(asks, ends, $0, $1) }
    }

    private static func send(_ number: Identifier, _ request: APIRequest, _ url: String, _ token: String?) {
      pass(request.method.rawValue) { method, methodLength in
        pass(url) { url, urlLength in
          pass(token) { token, tokenLength in
            pass(request.idempotencyKey) { key, keyLength in
              pass(request.body.map { String(decoding: $0, as: UTF8.self) }) {
                browser_send(
                  number, method, methodLength, url, urlLength, token, tokenLength, key, keyLength, $0, $1)
              }
            }
          }
        }
      }
    }

    private static func patch(_ screen: Identifier, _ operation: PageOperation) {
      switch operation {
      case .status(let words): pass(words) { browser_status(screen, $0, $1) }
      case .insert(let zone, _, let html, let before):
        pass(html.bytes) { html, htmlLength in
          pass(before) { browser_insert(screen, number(zone), html, htmlLength, $0, $1) }
        }
      case .replace(let key, let html):
        pass(key) { key, keyLength in
          pass(html.bytes) { browser_replace(screen, key, keyLength, $0, $1) }
        }
      case .move(let zone, let key, let before):
        pass(key) { key, keyLength in
          pass(before) { browser_move(screen, number(zone), key, keyLength, $0, $1) }
        }
      case .remove(let key): pass(key) { browser_remove(screen, $0, $1) }
      case .feed(let name): pass(name) { browser_feed(screen, $0, $1) }
      case .space(let key, let height): pass(key) { browser_space(screen, $0, $1, height) }
      case .position(let key, let position, let count):
        pass(key) { browser_position(screen, $0, $1, Int32(position), Int32(count)) }
      }
    }

    private static func number(_ zone: PageZone) -> Int32 { zone == .frame ? 0 : 1 }
  }

  func pass(_ bytes: [UInt8], _ body: (UnsafePointer<UInt8>?, Int32) -> Void) {
    bytes.withUnsafeBufferPointer { body($0.baseAddress, Int32($0.count)) }
  }

  /// Passes `nil` as the length -1.
  func pass(_ text: String?, _ body: (UnsafePointer<UInt8>?, Int32) -> Void) {
    guard let text else { return body(nil, -1) }
    pass(Array(text.utf8), body)
  }

  /// Stores bytes on the device, with the limits for copies of the same kind.
  func save(_ bytes: [UInt8], _ key: String) {
    let limits = CachedResponse.limits
    pass(key) { key, keyLength in
      pass(bytes) { browser_save(key, keyLength, $0, $1, limits.utf8Start, Int32(limits.utf8CodeUnitCount)) }
    }
  }
#endif
