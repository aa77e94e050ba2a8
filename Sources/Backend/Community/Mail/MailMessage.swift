import Foundation
import Social

/// A mail to one person.
public struct MailMessage: Equatable, Sendable {
  public let to: EmailAddress
  public let subject: String
  /// Plain text.
  public let text: String

  public init(to: EmailAddress, subject: String, text: String) {
    self.to = to
    self.subject = subject
    self.text = text
  }

  /// Returns header and body (RFC 5322). Subject and text are encoded, so nothing in them can be taken for a
  /// header.
  func encoded(from: EmailAddress, id: String, date: Timestamp) -> [UInt8] {
    let domain = from.text.split(separator: "@").last.map(String.init) ?? "localhost"
    let lines =
      [
        "Date: " + Self.dateText(date), "From: <" + from.text + ">", "To: <" + to.text + ">",
        "Message-ID: <" + id + "@" + domain + ">", "Subject: " + Self.words(subject), "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
        // Other programs don't answer it (RFC 3834).
        "Auto-Submitted: auto-generated", "",
      ] + Self.lines(Data(text.utf8).base64EncodedString(), length: 76)
    return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
  }

  /// Returns the subject as encoded words of at most 75 characters (RFC 2047), folded.
  private static func words(_ text: String) -> String {
    var words: [String] = []
    var part: [UInt8] = []
    func end() {
      if !part.isEmpty { words.append("=?utf-8?B?" + Data(part).base64EncodedString() + "?=") }
      part = []
    }
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if part.count + bytes.count > 42 { end() }
      part += bytes
    }
    end()
    return words.joined(separator: "\r\n ")
  }

  private static func lines(_ text: String, length: Int) -> [String] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: length).map { start in
      String(decoding: bytes[start..<min(start + length, bytes.count)], as: UTF8.self)
    }
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns `Thu, 26 Nov 2026 17:30:00 +0000`.
  private static func dateText(_ date: Timestamp) -> String {
    let number = date.dayNumber(minutesEast: 0)
    let day = CalendarDate(dayNumber: number)
    // 1970 began on a Thursday.
    let weekday = weekdays[((number + 4) % 7 + 7) % 7]
    let time = date.iso8601.dropFirst(11).prefix(8)
    return
      "\(weekday), \(day.day < 10 ? "0" : "")\(day.day) \(months[day.month - 1]) \(day.year) \(time) +0000"
  }
}
