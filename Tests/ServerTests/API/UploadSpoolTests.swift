import Foundation
import Testing

@testable import Server

@Suite struct UploadSpoolTests {
  @Test func `NEW_07 a full disk is told from other failures of the disk`() async throws {
    // Every write to /dev/full fails with ENOSPC.
    var full = try await SpooledFile(UploadSpool(maxFileBytes: 100) { "/dev/full" })
    try await full.take([1, 2, 3])
    await #expect(throws: RequestError.diskFull) { try await full.close() }
    let missing = FileManager.default.temporaryDirectory.path + "/\(UUID())/file"
    let error = await #expect(throws: CocoaError.self) {
      try await SpooledFile(UploadSpool(maxFileBytes: 100) { missing })
    }
    #expect(error?.code == .fileNoSuchFile || error?.code == .fileReadNoSuchFile)
  }
}
