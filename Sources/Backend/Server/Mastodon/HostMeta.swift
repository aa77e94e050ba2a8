import HTTPTypes
import Hummingbird
import NIOCore

/// `/.well-known/host-meta` (RFC 6415): the URL for looking up accounts, in XML.
struct HostMetaController: Sendable {
  let base: PublicBase
  let fields: ResponseFields

  func addRoutes(to router: some RouterMethods<ServerContext>) {
    router.get("/.well-known/host-meta") { request, _ in
      guard let prefix = base.text(for: base.source(of: request)) else { throw RequestError.badHost }
      var headers = fields.publicJSON
      headers[.contentType] = "application/xrd+xml; charset=utf-8"
      return Response(
        status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: Self.document(prefix))))
    }
  }

  private static func document(_ prefix: String) -> String {
    let prefix = prefix.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing(
      "<", with: "&lt;")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
        <Link rel="lrdd" template="\(prefix)/.well-known/webfinger?resource={uri}"/>
      </XRD>

      """
  }
}
