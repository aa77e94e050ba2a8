import Community
import HTTPTypes
import JSON

/// The members of an operation (OpenAPI 3.0.3, "Operation Object").
struct OpenAPIOperation {
  let route: RouteDeclaration

  func write(to writer: inout JSONWriter) {
    writer.name("summary")
    writer.string(route.summary)
    writer.name("operationId")
    writer.string(identifier)
    writer.name("x-access")
    writer.string(access)
    writer.name("security")
    writer.array { writer in security(&writer) }
    writer.name("parameters")
    writer.array { writer in parameters(&writer) }
    if route.hasBody, !bodyMembers.isEmpty {
      writer.name("requestBody")
      writer.object { writer in body(&writer) }
    }
    writer.name("responses")
    writer.object { writer in responses(&writer) }
  }

  private var identifier: String {
    let words = route.path.split { "/:.-{}".contains($0) }
    return ([route.method.rawValue.lowercased()] + words.map(String.init)).joined(separator: "_")
  }

  private var access: String {
    switch route.access {
    case .everybody: "everybody"
    case .client, .token: "application"
    case .member: "member"
    case .permitted: "permitted"
    }
  }

  private func security(_ writer: inout JSONWriter) {
    if case .everybody = route.access { writer.object { _ in } }
    if case .everybody(scope: nil) = route.access { return }
    writer.object { writer in
      writer.name("oauth")
      writer.array(route.access.scope.map { [$0.rawValue] } ?? []) { $0.string($1) }
    }
  }

  private func parameters(_ writer: inout JSONWriter) {
    for name in route.pathParameters {
      let declared = route.parameters.first { $0.name == name }?.schema ?? .identifier
      parameter(APIParameter(name, declared, isRequired: true), place: "path", &writer)
    }
    guard !route.hasBody else { return }
    for declared in route.parameters where !route.pathParameters.contains(declared.name) {
      parameter(declared, place: "query", &writer)
    }
  }

  private func parameter(_ parameter: APIParameter, place: String, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("name")
      if case .array = parameter.schema {
        writer.string(parameter.name + "[]")
      } else {
        writer.string(parameter.name)
      }
      writer.name("in")
      writer.string(place)
      writer.name("required")
      writer.bool(parameter.isRequired)
      writer.name("schema")
      parameter.schema.write(to: &writer)
    }
  }

  private var bodyMembers: [Schema.Member] {
    route.parameters.filter { !route.pathParameters.contains($0.name) }.map {
      Schema.Member($0.name, $0.schema, isOptional: !$0.isRequired)
    }
  }

  private func body(_ writer: inout JSONWriter) {
    let needsFile = bodyMembers.contains { $0.schema == .file && !$0.isOptional }
    writer.name("required")
    writer.bool(bodyMembers.contains { !$0.isOptional })
    writer.name("content")
    writer.object { writer in
      let types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"]
      for type in needsFile ? [types[2]] : types {
        writer.name(of: type)
        schema(.object(bodyMembers), &writer)
      }
    }
  }

  private func schema(_ schema: Schema, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("schema")
      schema.write(to: &writer)
    }
  }

  private func responses(_ writer: inout JSONWriter) {
    for status in [route.status] + route.otherStatuses {
      response(status, route.response, route.mediaType, &writer)
    }
    for status in failures {
      response(
        status, .reference(route.style == .twitter ? "TwitterErrors" : "Error"), "application/json",
        &writer)
    }
  }

  /// The error statuses that any operation may have.
  private var failures: [HTTPResponse.Status] {
    var failures: [HTTPResponse.Status] = [
      .badRequest, .unauthorized, .forbidden, .notFound, .unprocessableContent, .tooManyRequests,
      .serviceUnavailable,
    ]
    if route.hasBody { failures += [.contentTooLarge, .unsupportedMediaType] }
    return failures.filter { $0 != route.status }
  }

  private func response(
    _ status: HTTPResponse.Status, _ body: Schema, _ mediaType: String, _ writer: inout JSONWriter
  ) {
    writer.name(of: "\(status.code)")
    writer.object { writer in
      writer.name("description")
      writer.string(status.reasonPhrase)
      writer.name("content")
      writer.object { writer in
        writer.name(of: mediaType)
        schema(body, &writer)
      }
    }
  }
}
