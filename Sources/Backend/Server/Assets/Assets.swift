import Localization
public import Logging
import NIOCore
import Screens

/// The app's files from the build, and its texts, in memory.
public struct Assets: Sendable {
  /// The version, which changes with every build that changes a file; empty without a build.
  public let version: String
  let responses: [String: CacheableResponse]
  private let urls: [String: String]
  private let texts: [String: String]
  private let styleSources: [String: String]

  /// The assets without a build. The APIs work; the pages say that the app is missing.
  public static let none = Assets(version: "", responses: [:], urls: [:], texts: [:])

  public var isBuilt: Bool { !version.isEmpty }

  /// Returns the URL of the file with that name: `url(named: "app.wasm")`.
  public func url(named name: String) -> String? { urls[name] }

  /// Returns the contents of a style sheet, script or other text, for use inside a page.
  public func text(named name: String) -> String? { texts[name] }

  /// Returns the source expression that allows that text in a `style` element (CSP3, "hash-source").
  func styleSource(named name: String) -> String? { styleSources[name] }

  private init(
    version: String, responses: [String: CacheableResponse], urls: [String: String], texts: [String: String]
  ) {
    self.version = version
    self.responses = responses
    self.urls = urls
    self.texts = texts
    styleSources = texts.filter { $0.key.hasSuffix(".css") }.mapValues { text in
      "'sha256-" + base64(Digest.sha256(text)) + "'"
    }
  }

  /// Reads the folder that `make build` fills. Blocks; called once at the start.
  public init(folder: String, logger: Logger) {
    guard let bytes = fileContents(folder + "/manifest.json"),
      let manifest = AssetManifest(Array(bytes.readableBytesView))
    else {
      logger.warning("The app has not been built: run `make build`", metadata: ["folder": .string(folder)])
      self = .none
      return
    }
    var responses: [String: CacheableResponse] = [:]
    var urls: [String: String] = [:]
    var texts: [String: String] = [:]
    for file in manifest.files {
      guard let body = fileContents(folder + "/" + file.file) else {
        logger.warning("A file of the app is missing", metadata: ["file": .string(file.file)])
        continue
      }
      let packed = file.codings.compactMap { coding in
        fileContents(folder + "/" + file.file + Self.suffix(of: coding)).map { (coding: coding, body: $0) }
      }
      responses[file.url] = CacheableResponse(
        body: body, fields: AssetFields.fields(for: file), packed: packed)
      urls[file.name] = file.url
      if AssetFields.isText(file.type) { texts[file.name] = String(buffer: body) }
    }
    for language in Language.allCases {
      let files = TextFiles(of: language)
      for file in [files.first, files.later] { responses[file.url] = file.response }
      urls[TextFiles.name(of: language)] = files.first.url
    }
    self.init(version: manifest.version, responses: responses, urls: urls, texts: texts)
  }

  private static func suffix(of coding: ContentCoding) -> String {
    switch coding {
    case .brotli: ".br"
    case .gzip: ".gz"
    case .identity: ""
    }
  }
}
