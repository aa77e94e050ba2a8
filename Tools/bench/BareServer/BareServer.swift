import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The baseline of the benchmark: Hummingbird and nothing else.
///
///     BareServer PORT ANSWER…
///
/// serves the first answer at `/0`, the next at `/1`, and so on. An answer is a file of header fields, an
/// empty line, and the body, as in HTTP (lines end with `\n`).
@main
struct BareServer {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let port = arguments.first.flatMap({ Int($0) }) else { throw UsageError() }
    let router = Router()
    for (number, file) in arguments.dropFirst().enumerated() {
      let (headers, body) = try answer(in: file)
      router.get("/\(number)") { _, _ in
        Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
      }
    }
    let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
    try await Application(router: router, configuration: configuration).runService()
  }

  private static func answer(in file: String) throws -> (HTTPFields, ByteBuffer) {
    let data = try Data(contentsOf: URL(filePath: file))
    guard let end = data.range(of: Data("\n\n".utf8)) else { throw UsageError() }
    var headers = HTTPFields()
    for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
        throw UsageError()
      }
      headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return (headers, ByteBuffer(bytes: data[end.upperBound...]))
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description = "usage: BareServer PORT ANSWER…"
}
