import Community

/// Opens the community in that folder for a command's work, and closes it in any case.
///
/// - Parameter mayBegin: a community is made if there is none: else a mistyped folder would become one.
func withCommunity<Result>(
  _ storage: StorageOptions, mayBegin: Bool = false, _ work: (Community) async throws -> Result
) async throws -> Result {
  let community = try await Community.open(
    folder: storage.data, database: storage.address, mayBegin: mayBegin, logger: storage.logger)
  let result: Result
  do { result = try await work(community) } catch {
    try? await community.close()
    throw error
  }
  try await community.close()
  return result
}

extension Failure {
  static func noMember(_ username: String) -> Failure {
    Failure(status: .noInput, message: "There is no member called \(username).")
  }
}
