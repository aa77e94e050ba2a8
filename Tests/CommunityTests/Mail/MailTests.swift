import Foundation
import Logging
import Social
import Synchronization
import Testing

@testable import Community

struct MailTests {
  private static func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

  @Test(arguments: ["ann@example.org", " Ann.B+c@sub.Example.org ", "a@localhost", "o'neill_#1@x-y.org"])
  func `NEW_19 an address as people type it`(text: String) throws {
    let address = try Self.address(text)
    #expect(address.text == text.trimmingCharacters(in: .whitespaces))
    #expect(address.folded == address.text.lowercased())
  }

  @Test(arguments: [
    "", " ", "ann", "@", "a@", "@b.org", "a@b@c.org", "a b@c.org", "a..b@c.org", ".a@c.org", "a.@c.org",
    "a@c..org",
    "a@b.org\r\nBcc: x@y.org", "a@b.org\n", "a\r@b.org", "a@b.org>", "<a@b.org", "a,b@c.org", "a\"@c.org",
    "ä@c.org",
    "a@münchen.de", "a@b.org\0", String(repeating: "a", count: 65) + "@b.org",
    "a@" + String(repeating: "b", count: 253),
  ])
  func `NEW_19 no other text is an address`(text: String) {
    #expect(EmailAddress(text) == nil)
  }

  @Test func `NEW_19 nothing in subject and text becomes a header`() throws {
    let message = MailMessage(
      to: try Self.address("ann@example.org"),
      subject: "Choir\r\nBcc: x@y.org " + String(repeating: "ü", count: 60),
      text: "Hello\r\n.\r\nBcc: x@y.org\n" + String(repeating: "中", count: 200))
    let bytes = message.encoded(
      from: try Self.address("choir@example.org"), id: "1", date: Timestamp(milliseconds: 0))
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    #expect(parts.count == 2)
    var names: [String] = []
    for line in parts[0].components(separatedBy: "\r\n") where !line.hasPrefix(" ") {
      names.append(String(line.prefix { $0 != ":" }))
    }
    #expect(
      names == [
        "Date", "From", "To", "Message-ID", "Subject", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
        "Auto-Submitted",
      ])
    #expect(text.contains("Date: Thu, 01 Jan 1970 00:00:00 +0000"))
    #expect(bytes.allSatisfy { $0 < 0x7F } && !text.contains("Bcc"))
    #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
    let body = parts[1].components(separatedBy: "\r\n").joined()
    #expect(Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } == message.text)
  }

  @Test func `NEW_19 the address of a mail server`() throws {
    let full = try #require(MailServer("smtps://ann%40x:p%2Fq@mail.example.org:465?from=choir@example.org"))
    #expect(full.url == "smtps://mail.example.org:465" && full.username == "ann@x" && full.password == "p/q")
    #expect(full.from.text == "choir@example.org" && full.requiresTLS)
    let own = try #require(MailServer("smtp://choir%40example.org:secret@mail.example.org"))
    #expect(own.from.text == "choir@example.org" && own.requiresTLS, "a password goes encrypted")
    #expect(try #require(MailServer("smtp://ann:secret@localhost?from=a@b.org")).requiresTLS == false)
    #expect(try #require(MailServer("smtp://mail.example.org?from=a@b.org")).requiresTLS == false)
  }

  @Test(arguments: [
    "", "mail.example.org", "http://mail.example.org?from=a@b.org", "smtp://mail.example.org",
    "smtp://?from=a@b.org",
    "smtp://mail.example.org/path?from=a@b.org", "smtp://mail.example.org?from=a@b.org&x=1",
    "smtp://m?from=a%0D%0A@b.org",
  ])
  func `NEW_19 no other text is a mail server`(text: String) {
    #expect(MailServer(text) == nil)
  }

  /// Takes some mails and counts the attempts.
  private final class Post: Sendable {
    let attempts = Mutex<[String]>([])
    let answers: Mutex<[MailFailure?]>

    init(_ answers: [MailFailure?]) { self.answers = Mutex(answers) }

    func take(_ message: MailMessage) throws(MailFailure) {
      attempts.withLock { $0.append(message.to.text) }
      if let failure = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
    }
  }

  @Test(
    arguments: [
      ([nil], 1), ([.later("x"), nil], 2), ([.later("x"), .later("x"), .later("x"), nil], 3),
      ([.refused("x"), nil], 1),
    ] as [([MailFailure?], Int)])
  func `NEW_19 a mail is tried again unless it is refused for good`(answers: [MailFailure?], attempts: Int)
    async throws
  {
    let post = Post(answers)
    let queue = MailQueue(logger: Logger(label: "tests"), pauses: [.zero, .zero])
    let message = MailMessage(to: try Self.address("ann@example.org"), subject: "S", text: "T")
    queue.add(message)
    await queue.finish()
    #expect(post.attempts.withLock(\.count) == 0, "without a mail server nothing is sent")
    queue.begin { message throws(MailFailure) in try post.take(message) }
    queue.add(message)
    await queue.finish()
    #expect(post.attempts.withLock(\.count) == attempts)
    queue.close()
    queue.add(message)
    await queue.finish()
    #expect(post.attempts.withLock(\.count) == attempts)
  }
}
