import Hummingbird

/// Handles requests for streams in tasks of their own.
///
/// A task keeps the memory of its deepest call until it ends (Swift's `StackAllocator`), and a connection's
/// task lasts as long as its stream. The calls of router and middleware took 50 KB of each stream.
struct StreamResponder<Base: HTTPResponder>: HTTPResponder where Base.Context == ServerContext {
  let base: Base

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    guard request.uri.path.hasPrefix(StreamingController.path) else {
      return try await base.respond(to: request, context: context)
    }
    return try await withThrowingTaskGroup(of: Response.self) { group in
      group.addTask { [base] in try await base.respond(to: request, context: context) }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }
}
