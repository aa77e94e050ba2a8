import Testing

@testable import Community

@Suite struct RememberedCountTests {
  @Test func `What takes long to count is kept for a while, and what is quick is always right`() async throws {
    let slow = RememberedCount<Int>()
    for number in 1...3 {
      let value = try await slow.value {
        try await Task.sleep(for: .milliseconds(200))
        return number
      }
      #expect(value == 1)
    }
    let quick = RememberedCount<Int>()
    _ = try await quick.value { 1 }
    // The first may have had to wait for a processor.
    try await Task.sleep(for: .milliseconds(200))
    #expect(try await quick.value { 2 } == 2)
  }
}
