import Community
import Storage

/// Opens the community in that folder for a command's work, and closes it in any case.
///
/// - Parameters:
///   - mayBegin: True if a missing community is created. Otherwise a mistyped folder would become one.
///   - schema: The policy for data of an older Swiftlet, whose server may be running.
func withCommunity<Result>(
  _ storage: StorageOptions, mayBegin: Bool = false, schema: SchemaPolicy = .require,
  _ work: (Community) async throws -> Result
) async throws -> Result {
  let community = try await Community.open(
    folder: storage.data, database: storage.address, mayBegin: mayBegin, schema: schema,
    logger: storage.logger)
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
