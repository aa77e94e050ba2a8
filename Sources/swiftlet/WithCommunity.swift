import Community

/// Opens the community in that folder for a command's work, and closes it in any case.
func withCommunity(_ storage: StorageOptions, _ work: (Community) async throws -> Void) async throws {
  let community = try await Community.open(
    folder: storage.data, database: storage.address, logger: storage.logger)
  do { try await work(community) } catch {
    try? await community.close()
    throw error
  }
  try await community.close()
}

extension Failure {
  static func noMember(_ username: String) -> Failure {
    Failure(status: .noInput, message: "There is no member called \(username).")
  }
}
