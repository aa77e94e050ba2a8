public import Social

/// The ends of the addresses of a cover and its banner on a Swiftlet server.
enum CoverFile {
  static let whole = "/original.jpg"
  static let banner = "/banner.jpg"
}

extension Picture {
  /// Returns the cover of a Moments page for the header of a profile. A header may be the banner of a cover,
  /// which lies beside the whole cover.
  ///
  /// - Parameter shown: the cover that shows; it is returned if it is the same, with its known sizes.
  public func wholeCover(shown: Picture?) -> Picture {
    let (address, banner) = (Array(url.utf8), Array(CoverFile.banner.utf8))
    var whole = url
    if address.suffix(banner.count).elementsEqual(banner) {
      whole = String(decoding: address.dropLast(banner.count), as: UTF8.self) + CoverFile.whole
    }
    if let shown, shown.url == whole { return shown }
    return whole == url ? self : Picture(url: whole)
  }
}
