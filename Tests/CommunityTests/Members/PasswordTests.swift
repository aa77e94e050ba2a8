import Testing

@testable import Community

@Suite struct PasswordTests {
  @Test func `A password is kept as scrypt makes it, each time with other salt`() throws {
    let first = try PasswordHash.make("correct horse", cost: .least)
    let second = try PasswordHash.make("correct horse", cost: .least)
    #expect(first.hasPrefix("scrypt$4$8$1$"))
    #expect(first != second)
    #expect(try PasswordHash.check("correct horse", against: first, cost: .least) == .right)
    #expect(try PasswordHash.check("correct horsf", against: first, cost: .least) == .wrong)
    #expect(try PasswordHash.check("", against: first, cost: .least) == .wrong)
  }

  @Test func `The standard cost fits into memory and is told apart from another one`() throws {
    let hash = try PasswordHash.make("correct horse", cost: .standard)
    #expect(hash.hasPrefix("scrypt$15$8$3$"))
    #expect(try PasswordHash.check("correct horse", against: hash, cost: .standard) == .right)
    #expect(try PasswordHash.check("correct horse", against: hash, cost: .least) == .outdated)
  }

  /// Section 12, the second vector; the first 32 of its bytes, as they don't depend on how many there are.
  @Test func `It is the scrypt of RFC 7914`() throws {
    let key: [UInt8] = [
      0xfd, 0xba, 0xbe, 0x1c, 0x9d, 0x34, 0x72, 0x00, 0x78, 0x56, 0xe7, 0x19, 0x0d, 0x01, 0xe9, 0xfe, 0x7c,
      0x6a, 0xd7,
      0xcb, 0xc8, 0x23, 0x78, 0x30, 0xe7, 0x73, 0x76, 0x63, 0x4b, 0x37, 0x31, 0x62,
    ]
    let derived = try PasswordHash.derive(
      "password", salt: Array("NaCl".utf8), cost: PasswordCost(logarithm: 10, parallelism: 16))
    #expect(derived == key)
  }

  @Test(arguments: [
    "", "scrypt", "scrypt$40$8$1$AAAA$AAAA", "scrypt$15$8$99$AAAA$AAAA", "bcrypt$4$8$1$AAAA$AAAA",
    "scrypt$a$8$1$AAAA$AAAA",
    "scrypt$4$8$1$AAAA$", "scrypt$4$8$1$!$!",
  ])
  func `What is no hash of ours lets nobody in`(_ stored: String) throws {
    #expect(try PasswordHash.check("", against: stored, cost: .least) == .wrong)
  }

  @Test(arguments: [
    "12345678", "            ", "aaaaaaaa", "87654321", "1234567890", "abcdefgh", "Password", "password1",
    "PASSWORD!!",
    "qwertyuiop", "iloveyou2", "1q2w3e4r", "p@ssw0rd", "abababab", "swiftlet123", "五五五五五五五五",
  ])
  func `NEW_12 The commonest passwords are refused`(_ password: String) {
    #expect(throws: MemberProblem.passwordTooCommon) { try Community.Members.validate(password: password) }
    #expect(throws: MemberProblem.passwordTooCommon) {
      try Community.Members.validate(MemberDraft(username: "longenough", password: "LongEnough"))
    }
  }

  @Test(arguments: [
    "correct horse", "other horse", "demo-swiftlet", "correct horse battery staple", "朋友圈朋友圈天气好",
    "1357924680x",
  ])
  func `Others are taken`(_ password: String) throws {
    try Community.Members.validate(password: password)
  }

  @Test func `Nobody's password is their name, wherever it is set`() async throws {
    try await withCommunity { community, _ in
      try await community.members.add(MemberDraft(username: "margarete", password: "correct horse"))
      await #expect(throws: MemberProblem.passwordTooCommon) {
        try await community.members.setPassword(of: "margarete", to: "MARGARETE")
      }
    }
  }

  @Test func `Of those who wait an address has two, and all are few`() async throws {
    let passwords = Passwords(cost: PasswordCost(logarithm: 11, parallelism: 1))
    func outcomes(_ addresses: [String]) async -> (done: Int, refused: Int) {
      await withTaskGroup(of: Bool.self) { tasks in
        for address in addresses {
          tasks.addTask {
            do {
              _ = try await passwords.check("wrong", against: nil, from: address)
              return true
            } catch { return false }
          }
        }
        var done = 0
        for await isDone in tasks where isDone { done += 1 }
        return (done, addresses.count - done)
      }
    }
    let one = await outcomes(Array(repeating: "evil", count: 20) + ["home"])
    #expect(one.done >= 3 && one.refused >= 10, "\(one)")
    let many = await outcomes((0..<200).map { "\($0)" })
    #expect(many.refused >= 50 && many.done >= Passwords.maxWaiting, "\(many)")
  }

  @Test func `Whoever has no password can't sign in, not even with an empty one`() async throws {
    let passwords = Passwords(cost: .least)
    for password in ["", "x", String(repeating: "x", count: 201)] {
      #expect(try await passwords.check(password, against: nil, from: "a") == .wrong)
    }
  }
}
