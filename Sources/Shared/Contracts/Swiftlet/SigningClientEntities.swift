import JSON
public import Social

/// A client of the Twitter API, for owners (`GET /api/swiftlet/v1/clients`).
public struct SigningClientEntity: Equatable, Sendable {
  public let id: String
  public let name: String
  /// The client's page; empty without one.
  public let website: String
  public let key: String
  /// The addresses to which a sign-in may return; empty if members type a PIN.
  public let callbacks: [String]
  public let isReadOnly: Bool
  public let createdAt: Timestamp?
  /// The number of members who are signed in with it.
  public let members: Int
  /// False if the server can't check its signatures, as after a restore.
  public let isUsable: Bool

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let id = json["id"]?.string, let name = decoder.name(json["name"]) else { return nil }
    self.id = id
    self.name = name
    website = decoder.name(json["website"]) ?? ""
    key = decoder.name(json["key"]) ?? ""
    callbacks = (json["callbacks"]?.array ?? []).compactMap { decoder.name($0) }
    isReadOnly = json["read_only"]?.bool ?? false
    createdAt = json["created_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    members = json["members"]?.count ?? 0
    isUsable = json["usable"]?.bool ?? true
  }
}

/// The key and the secret of a new client, which the server shows once.
public struct SigningClientKeys: Equatable, Sendable {
  /// The client's id.
  public let id: String
  public let key: String
  public let secret: String

  /// Decodes a response; `nil` if it isn't one.
  public init?(_ body: [UInt8]) {
    guard let json = try? JSON(parsing: body), let id = json["id"]?.string, let key = json["key"]?.string,
      let secret = json["secret"]?.string
    else { return nil }
    self.id = id
    self.key = key
    self.secret = secret
  }
}

/// A registration of a client of the Twitter API, as typed.
public struct SigningClientForm: Equatable, Sendable {
  public var name: String
  public var website: String
  public var isReadOnly: Bool
  /// Empty for a new key; so is the secret.
  public var key: String
  public var secret: String
  /// The addresses to which a sign-in may return, one a line.
  public var callbacks: String

  public init(
    name: String = "", website: String = "", isReadOnly: Bool = false, key: String = "", secret: String = "",
    callbacks: String = ""
  ) {
    self.name = name
    self.website = website
    self.isReadOnly = isReadOnly
    self.key = key
    self.secret = secret
    self.callbacks = callbacks
  }
}

extension MastodonDecoder {
  public func signingClients(_ body: [UInt8]) -> [SigningClientEntity]? {
    (try? JSON(parsing: body))?.array.map { $0.compactMap { SigningClientEntity($0, self) } }
  }
}
