/// The header of a person's page, which shrinks into the bar, in browsers where no scroll drives an animation.
public enum HeaderScroll {
  /// How far the name and the button have come into the bar, and how far the picture has shrunk, in thousandths of their
  /// ways; as the style sheet has it for all other browsers. In CSS px: how far the page is scrolled, and how high the
  /// banner and the bar are.
  public static func variables(scrolled y: Int, banner: Int, bar: Int) -> [StyleVariable] {
    [
      .number("--arrived", min(1000, max(0, (y - banner - 4) * 1000 / 35))),
      .number("--shrunk", min(1000, max(0, y * 1000 / max(1, banner - bar)))),
    ]
  }
}
