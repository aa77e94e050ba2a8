import Community
import HTTPTypes
import JSON
import NIOCore
import Synchronization

/// The description of the API (https://spec.openapis.org/oas/v3.0.3), generated from the routes'
/// declarations.
///
/// `x-access` contains the access rule (`everybody`, `application`, `member`, `permitted`), `security` the
/// scope.
struct OpenAPI: Sendable {
  let api: API

  /// - Parameter server: The server's public URL, without a slash at the end.
  func bytes(server: String) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 65_536)
    writer.object { writer in
      writer.name("openapi")
      writer.string("3.0.3")
      writer.name("info")
      writer.object { writer in
        writer.name("title")
        writer.string("Swiftlet")
        writer.name("description")
        writer.string(
          "The Mastodon client API and the Twitter API v1.1, as far as Swiftlet serves them, and the image feed."
        )
        writer.name("version")
        writer.string(swiftletVersion)
      }
      writer.name("servers")
      writer.array([server]) { writer, url in
        writer.object { writer in
          writer.name("url")
          writer.string(url)
        }
      }
      writer.name("paths")
      writer.object { writer in paths(&writer) }
      writer.name("components")
      writer.object { writer in components(server: server, &writer) }
    }
    return writer.bytes
  }

  private func paths(_ writer: inout JSONWriter) {
    var order: [String] = []
    var groups: [String: [RouteDeclaration]] = [:]
    for route in api.operations.map(\.route) {
      if groups[route.path] == nil { order.append(route.path) }
      groups[route.path, default: []].append(route)
    }
    for path in order {
      writer.name(of: Self.template(path))
      writer.object { writer in
        for route in groups[path] ?? [] {
          writer.name(of: route.method.rawValue.lowercased())
          writer.object { writer in OpenAPIOperation(route: route).write(to: &writer) }
        }
      }
    }
  }

  /// Turns `/statuses/:id` into `/statuses/{id}`.
  private static func template(_ path: String) -> String {
    path.split(separator: "/").map { $0.hasPrefix(":") ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
  }

  private func components(server: String, _ writer: inout JSONWriter) {
    writer.name("schemas")
    writer.object { writer in
      var schemas = api.schemas
      schemas["Error"] = .object([
        .init("error", .string), .init("error_description", .string, isOptional: true),
        .init("code", .string, isOptional: true),
        .init("details", .object([]), isOptional: true),
      ])
      for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
        writer.name(of: name)
        schema.write(to: &writer)
      }
    }
    writer.name("securitySchemes")
    writer.object { writer in
      writer.name("oauth")
      writer.object { writer in
        writer.name("type")
        writer.string("oauth2")
        writer.name("flows")
        writer.object { writer in
          writer.name("authorizationCode")
          flow(server: server, hasPage: true, &writer)
          writer.name("clientCredentials")
          flow(server: server, hasPage: false, &writer)
        }
      }
    }
  }

  private func flow(server: String, hasPage: Bool, _ writer: inout JSONWriter) {
    writer.object { writer in
      if hasPage {
        writer.name("authorizationUrl")
        writer.string(server + "/oauth/authorize")
      }
      writer.name("tokenUrl")
      writer.string(server + "/oauth/token")
      writer.name("scopes")
      writer.object { writer in
        for scope in Scope.allCases {
          writer.name(of: scope.rawValue)
          writer.string(scope.rawValue)
        }
      }
    }
  }
}

/// The cached description for the last server address. It depends only on that, and most servers have one.
final class KeptDescription: Sendable {
  private let description: OpenAPI
  private let last = Mutex<(server: String, bytes: ByteBuffer)?>(nil)

  init(_ description: OpenAPI) { self.description = description }

  func bytes(server: String) -> ByteBuffer {
    if let last = last.withLock({ $0 }), last.server == server { return last.bytes }
    let bytes = ByteBuffer(bytes: description.bytes(server: server))
    last.withLock { $0 = (server, bytes) }
    return bytes
  }
}
