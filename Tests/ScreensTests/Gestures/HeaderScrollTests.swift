import Testing

@testable import Screens

/// FOL_09: tests the same ranges as `animation-range` in 6-profile-header.css; test_profile_header.py
/// compares the two.
struct HeaderScrollTests {
  @Test(arguments: [
    (-20, 0, 0), (0, 0, 0), (1, 0, 11), (43, 0, 500), (85, 0, 988), (86, 0, 1000), (134, 0, 1000),
    (135, 28, 1000),
    (151, 485, 1000), (168, 971, 1000), (169, 1000, 1000), (4000, 1000, 1000),
  ])
  func `FOL_09 the name comes into the bar and the picture shrinks where no scroll drives them`(
    y: Int, arrived: Int, shrunk: Int
  ) {
    let variables = HeaderScroll.variables(scrolled: y, banner: 130, bar: 44)
    #expect(variables.map(\.text) == ["--arrived:\(arrived)", "--shrunk:\(shrunk)"])
  }
}
