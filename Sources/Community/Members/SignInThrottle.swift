import Foundation
import Social
import Synchronization

/// Slows down who guesses passwords: after some failures each further attempt has to wait twice as long, counted by
/// member and address together, by address, and, far later, by member: nobody can lock out a member from elsewhere with
/// what one address may try.
///
/// An attempt counts as failed from its beginning, so that many at once gain nothing.
final class SignInThrottle: Sendable {
  enum Subject: Hashable, Sendable {
    /// The username, in lower case, and from where.
    case attempt(member: String, address: String)
    case member(String)
    case address(String)

    /// So many failures cost nothing: people mistype, and a household shares an address.
    fileprivate var freeFailures: Int {
      switch self {
      case .attempt: 5
      case .member: 200
      case .address: 20
      }
    }
  }

  private struct Record {
    var failures = 0
    var lastAt: Int64 = 0
  }

  static let firstDelay = Duration.seconds(5)
  static let longestDelay = Duration.seconds(900)
  /// Failures are forgotten after so long without another one.
  private static let memory: Int64 = 3_600_000
  private static let maximumRecords = 20_000

  private let clock: @Sendable () -> Timestamp
  private let records = Mutex<[Subject: Record]>([:])

  init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

  /// - Parameter name: in lower case.
  static func subjects(name: String, address: String) -> [Subject] {
    let name = String(name.prefix(100))
    return [.attempt(member: name, address: address), .member(name), .address(address)]
  }

  /// How long this attempt has to wait; nil: it may go on, and counts as failed until `succeed` takes it back.
  ///
  /// - Parameter isChecked: else another process has let it go on.
  func begin(_ subjects: [Subject], isChecked: Bool = true) -> Duration? {
    let now = clock().milliseconds
    return records.withLock { records in
      if records.count > Self.maximumRecords { records = records.filter { now - $0.value.lastAt < Self.memory } }
      var wait: Int64 = 0
      for subject in subjects {
        guard let record = records[subject], now - record.lastAt < Self.memory else {
          records[subject] = nil
          continue
        }
        wait = max(wait, record.lastAt + Self.delay(after: record.failures, of: subject) - now)
      }
      guard wait <= 0 || !isChecked else { return .milliseconds(wait) }
      for subject in subjects where records[subject] != nil || records.count < 2 * Self.maximumRecords {
        records[subject, default: Record()].failures += 1
        records[subject]?.lastAt = now
      }
      return nil
    }
  }

  /// The attempt was not made: it counts no more.
  func takeBack(_ subjects: [Subject]) {
    records.withLock { records in
      for subject in subjects {
        if let failures = records[subject]?.failures { records[subject]?.failures = failures - 1 }
      }
    }
  }

  /// The password was right: the member's failures from there are over. All others go on, but for this one.
  func succeed(_ subjects: [Subject]) {
    records.withLock { records in
      for subject in subjects {
        switch subject {
        case .attempt: records[subject] = nil
        case .member, .address:
          if let failures = records[subject]?.failures { records[subject]?.failures = failures - 1 }
        }
      }
    }
  }

  /// What became of an attempt, as processes tell each other.
  enum Event: String, Sendable {
    case begun, takenBack, succeeded
  }

  /// What `take` reads: names and addresses may hold spaces.
  static func told(_ event: Event, name: String, address: String) -> String {
    let words = [String(name.prefix(100)), address].map { Data($0.utf8.prefix(1000)).base64EncodedString() }
    return ([event.rawValue] + words).joined(separator: " ")
  }

  /// Counts what was attempted at another process.
  func take(_ told: Substring) {
    let words = told.split(separator: " ", omittingEmptySubsequences: false)
    let texts = words.dropFirst().compactMap { Data(base64Encoded: String($0)) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let event = words.first.flatMap({ Event(rawValue: String($0)) }), texts.count == 2 else { return }
    let subjects = Self.subjects(name: texts[0], address: texts[1])
    switch event {
    case .begun: _ = begin(subjects, isChecked: false)
    case .takenBack: takeBack(subjects)
    case .succeeded: succeed(subjects)
    }
  }

  /// In milliseconds.
  private static func delay(after failures: Int, of subject: Subject) -> Int64 {
    let beyond = failures - subject.freeFailures
    guard beyond >= 0 else { return 0 }
    return min(firstDelay.components.seconds << Int64(min(beyond, 20)), longestDelay.components.seconds) * 1000
  }
}
