import Foundation
import Social
import Synchronization

/// Slows down password guessing. After some failures, the waiting time doubles with each attempt. Failures
/// are counted by member and address, by address, by network, and by member. A single address adds little to
/// the member's count, and a browser in which the member has signed in has its own count. So no one can lock
/// a member out.
///
/// An attempt counts as failed from its beginning, so that parallel attempts gain nothing.
final class SignInThrottle: Sendable {
  enum Subject: Hashable, Sendable {
    /// The username in lower case, and the network address.
    case attempt(member: String, address: String)
    case member(String)
    case address(String)
    /// The /48 of an IPv6 address. Its owner has 65,536 of the /64 networks that count as one address.
    case network(String)
    /// A browser in which the member has signed in before.
    case device(member: String, device: String)

    /// The number of failures without a delay: people mistype, and a household shares an address.
    fileprivate var freeFailures: Int {
      switch self {
      case .attempt, .device: 5
      case .member, .address: 20
      case .network: 100
      }
    }
  }

  private struct Record {
    var failures = 0
    var lastAt: Int64 = 0
  }

  static let firstDelay = Duration.seconds(5)
  static let longestDelay = Duration.seconds(900)
  /// The time without failures after which earlier ones are forgotten, in milliseconds.
  private static let memory: Int64 = 3_600_000
  private static let maxRecords = 20_000

  private let clock: @Sendable () -> Timestamp
  private let records = Mutex<[Subject: Record]>([:])

  init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

  /// - Parameters:
  ///   - name: the username in lower case.
  ///   - address: an IPv4 address, or the /64 of an IPv6 address in 16 hexadecimal digits.
  ///   - device: the browser, if the member has signed in with it before.
  static func subjects(name: String, address: String, device: String? = nil) -> [Subject] {
    let name = String(name.prefix(100))
    if let device { return [.device(member: name, device: device)] }
    let isWide =
      address.utf8.count == 16 && address.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    return [.attempt(member: name, address: address), .member(name), .address(address)]
      + (isWide ? [.network(String(address.prefix(12)))] : [])
  }

  /// Returns the waiting time of an attempt; `nil` if it may proceed. It then counts as failed until
  /// `succeed` or `takeBack`.
  ///
  /// - Parameter isChecked: false if another process has allowed the attempt already.
  func begin(_ subjects: [Subject], isChecked: Bool = true) -> Duration? {
    let now = clock().milliseconds
    return records.withLock { records in
      if records.count > Self.maxRecords { Self.prune(&records, now) }
      var wait: Int64 = 0
      for subject in subjects {
        guard let record = records[subject], now - record.lastAt < Self.memory else {
          records[subject] = nil
          continue
        }
        wait = max(wait, record.lastAt + Self.delay(after: record.failures, of: subject) - now)
      }
      guard wait <= 0 || !isChecked else { return .milliseconds(wait) }
      let isWorn = subjects.contains { subject in
        guard case .attempt = subject else { return false }
        return records[subject].map { $0.failures >= subject.freeFailures } ?? false
      }
      for subject in subjects {
        // Repeated attempts from one address must not use up the member's shared limit.
        if case .member = subject, isWorn { continue }
        records[subject, default: Record()].failures += 1
        records[subject]?.lastAt = now
      }
      return nil
    }
  }

  /// Removes expired records. If too many remain, it removes those without a delay, and then the older half.
  private static func prune(_ records: inout [Subject: Record], _ now: Int64) {
    records = records.filter { now - $0.value.lastAt < memory }
    guard records.count > maxRecords else { return }
    records = records.filter { delay(after: $0.value.failures, of: $0.key) > 0 }
    guard records.count > maxRecords else { return }
    let middle = records.values.map(\.lastAt).sorted()[records.count / 2]
    records = records.filter { $0.value.lastAt > middle }
  }

  /// Undoes the count of an attempt that was not made.
  func takeBack(_ subjects: [Subject]) {
    records.withLock { records in
      for subject in subjects {
        if let failures = records[subject]?.failures { records[subject]?.failures = max(0, failures - 1) }
      }
    }
  }

  /// Clears the member's failures from that address or browser after the right password. The other counts
  /// only drop this attempt.
  func succeed(_ subjects: [Subject]) {
    records.withLock { records in
      for subject in subjects {
        switch subject {
        case .attempt, .device: records[subject] = nil
        case .member, .address, .network:
          if let failures = records[subject]?.failures { records[subject]?.failures = max(0, failures - 1) }
        }
      }
    }
  }

  /// An event of an attempt, for the messages between processes.
  enum Event: String, Sendable {
    case begun, takenBack, succeeded
  }

  /// Returns the message for `take`. It is encoded because names and addresses may contain spaces.
  static func message(_ event: Event, name: String, address: String, device: String? = nil) -> String {
    let words = [String(name.prefix(100)), address, device].compactMap(\.self).map {
      Data($0.utf8.prefix(1000)).base64EncodedString()
    }
    return ([event.rawValue] + words).joined(separator: " ")
  }

  /// Counts an attempt at another process.
  func receive(_ message: Substring) {
    let words = message.split(separator: " ", omittingEmptySubsequences: false)
    let texts = words.dropFirst().compactMap { Data(base64Encoded: String($0)) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let event = words.first.flatMap({ Event(rawValue: String($0)) }), 2...3 ~= texts.count
    else { return }
    let subjects = Self.subjects(name: texts[0], address: texts[1], device: texts.count == 3 ? texts[2] : nil)
    switch event {
    case .begun: _ = begin(subjects, isChecked: false)
    case .takenBack: takeBack(subjects)
    case .succeeded: succeed(subjects)
    }
  }

  /// Returns the delay in milliseconds.
  private static func delay(after failures: Int, of subject: Subject) -> Int64 {
    let beyond = failures - subject.freeFailures
    guard beyond >= 0 else { return 0 }
    return min(firstDelay.components.seconds << Int64(min(beyond, 20)), longestDelay.components.seconds)
      * 1000
  }
}
