/// The header of a profile, which shrinks into the bar, in browsers without scroll-driven animations.
public enum HeaderScroll {
  /// Returns how far the name and the button have come into the bar, and how far the picture has shrunk, in
  /// thousandths. The style sheet computes the same for other browsers. The arguments are the scroll offset
  /// and the heights of the banner and the bar, in CSS px.
  public static func variables(scrolled y: Int, banner: Int, bar: Int) -> [StyleVariable] {
    [
      .number("--arrived", min(1000, max(0, (y - banner - 4) * 1000 / 35))),
      .number("--shrunk", min(1000, max(0, y * 1000 / max(1, banner - bar)))),
    ]
  }
}
