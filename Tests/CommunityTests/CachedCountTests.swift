import Testing

@testable import Community

@Suite struct CachedCountTests {
  @Test func `What takes long to count is cached for a while, and what is quick is always right`()
    async throws
  {
    let slow = CachedCount<Int>()
    for number in 1...3 {
      let value = try await slow.value {
        try await Task.sleep(for: .milliseconds(200))
        return number
      }
      #expect(value == 1)
    }
    let quick = CachedCount<Int>()
    _ = try await quick.value { 1 }
    // Either may have to wait for a processor, and counts as slow then; but not for long.
    var value = 1
    for _ in 0..<50 where value == 1 {
      try await Task.sleep(for: .milliseconds(100))
      value = try await quick.value { 2 }
    }
    #expect(value == 2)
  }
}
