import Storage

extension Cursor {
  var bounds: PageBounds { PageBounds(maxID: maxID, sinceID: sinceID, minID: minID, limit: max(1, limit)) }
}

extension Slice {
  init(_ page: Page<Item>) { self.init(items: page.items, older: page.older, newer: page.newer) }
}
