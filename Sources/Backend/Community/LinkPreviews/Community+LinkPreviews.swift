import Contracts
import Foundation
import Logging
import Media
import Social
import Storage

extension Community {
  private static let pageLimits = OutboundLimits(maxBytes: 1_000_000, deadline: .seconds(10))
  private static let pictureLimits = OutboundLimits(maxBytes: 5_000_000, deadline: .seconds(15))
  /// The time until a link's page is fetched again, after a success and after a failure: a week, in
  /// milliseconds.
  static let linkPreviewLifetime: Int64 = 7 * 86_400_000
  /// The time after which an interrupted fetch is repeated: ten minutes, in milliseconds.
  private static let linkPreviewTimeout: Int64 = 600_000
  /// The age of a post after which its link isn't fetched again: 90 days, in milliseconds.
  static let wantedLife: Int64 = 90 * 86_400_000

  /// Starts fetching link previews in the background.
  public func beginLinkPreviews(_ settings: LinkPreviewSettings) {
    linkPreviewQueue.begin(settings) { [weak self] settings in await self?.fetchLinkPreviews(settings) }
  }

  /// Fetches previews that are due, and removes those that no post shows. Call it now and then.
  public func careForLinkPreviews() async throws {
    while true {
      let (count, unused) = try await store.write { transaction in
        let cards = try transaction.unusedLinkPreviews(limit: 100)
        return (
          cards.count, try transaction.removeUnused(cards.flatMap { try transaction.removeUnused(card: $0) })
        )
      }
      unusedPictures.discard(unused)
      guard count > 0 else { break }
    }
    linkPreviewQueue.wake()
  }

  private func fetchLinkPreviews(_ settings: LinkPreviewSettings) async {
    do {
      while !Task.isCancelled, let link = try await nextLink() {
        // Links of other members may be due, too.
        linkPreviewQueue.wake()
        defer { linkPreviewQueue.end(link.author) }
        try await fetch(link, settings)
      }
    } catch {
      guard !Task.isCancelled else { return }
      logger.warning("Cards of links wait", metadata: ["error": "\(error)"])
    }
  }

  private func nextLink() async throws -> DueLink? {
    let now = clock().milliseconds
    while true {
      let busy = linkPreviewQueue.busyAuthors
      let link = try await store.write { transaction in
        try transaction.takeDueLink(
          now: now, later: now + Self.linkPreviewTimeout,
          oldest: Identifiers.first(ofMillisecond: now - Self.wantedLife),
          exceptBy: busy)
      }
      guard let link, !linkPreviewQueue.begin(link.author) else { return link }
      // Another fetch for this member began meanwhile.
      try await store.write { try $0.setFetch(link.id, now) }
    }
  }

  /// Fetches the page of a link. Throws only errors that concern more than this link.
  private func fetch(_ link: DueLink, _ settings: LinkPreviewSettings) async throws {
    // The connections are only useful for this link.
    let outbound = Outbound(wait: settings.wait)
    do {
      try await fetch(link, settings, outbound)
    } catch {
      outbound.close()
      throw error
    }
    outbound.close()
  }

  private func fetch(_ link: DueLink, _ settings: LinkPreviewSettings, _ outbound: Outbound) async throws {
    let next = clock().milliseconds + Self.linkPreviewLifetime
    let page: (bytes: [UInt8], url: URL)
    do throws(OutboundError) {
      page = try await outbound.page(
        link.url, limits: Self.pageLimits, allowingPrivate: settings.allowsPrivate)
    } catch {
      guard error != .cancelled else { throw CancellationError() }
      logger.info("No card", metadata: ["link": "\(link.name)", "reason": "\(error.message)"])
      return try await store.write { try $0.setFetch(link.id, next) }
    }
    let head = PageHead(page.bytes)
    let content = LinkPreviewContent(
      title: head.title, description: head.description,
      site: head.site.isEmpty ? ServerAddress.host(of: page.url.absoluteString) : head.site,
      author: head.author,
      language: head.language, pictureDescription: head.pictureDescription)
    guard !head.title.isEmpty, let reference = head.picture,
      let address = URL(address: reference, relativeTo: page.url)
    else { return try await keep(content, of: link, .none, next) }
    do {
      let path = try mediaStore.temporaryPath()
      defer { mediaStore.forget(temporary: path) }
      try await outbound.download(
        address.absoluteString, to: path, limits: Self.pictureLimits, allowingPrivate: settings.allowsPrivate)
      let (now, identifiers) = (clock().milliseconds, identifiers)
      let unused = try await newPictures.make(path, for: .links) { [store, mediaStore] pictures in
        try await store.write { transaction in
          let media = try pictures.first.map {
            try transaction.addMedia($0, id: identifiers.next(milliseconds: now), mediaStore.has)
          }
          return try transaction.removeUnused(
            transaction.set(
              card: link.id, to: content, picture: media.map { .media($0) } ?? .none, fetchAt: next))
        }
      }
      unusedPictures.discard(unused)
    } catch {
      guard !Task.isCancelled else { throw error }
      logger.info("No picture for a card", metadata: ["link": "\(link.name)", "reason": "\(error)"])
      try await keep(content, of: link, .kept, next)
    }
  }

  private func keep(
    _ content: LinkPreviewContent, of link: DueLink, _ picture: LinkPreviewPicture, _ next: Int64
  )
    async throws
  {
    let unused = try await store.write { transaction in
      try transaction.removeUnused(
        transaction.set(card: link.id, to: content, picture: picture, fetchAt: next))
    }
    unusedPictures.discard(unused)
  }
}

extension DueLink {
  /// The address for the log, without query and fragment, which may contain a token or private text.
  fileprivate var name: String { String(url.prefix { $0 != "?" && $0 != "#" }) }
}

extension PostContent {
  /// Returns the first link that can have a preview.
  func link(_ settings: LinkPreviewSettings?) -> String? {
    let bytes = Array(text.utf8)
    for entity in TextEntities(text).all where entity.kind == .link {
      let url = String(decoding: bytes[entity.range].prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
      if url.utf8.count <= 2000, settings?.isOwn(url) != true { return url }
    }
    return nil
  }
}
