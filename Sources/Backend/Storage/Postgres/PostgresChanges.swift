import Invalidation

/// The rules' triggers, which gather the changes of a transaction in a setting. The setting ends with the
/// transaction, and a savepoint's rollback undoes it too (`set_config`). At the end, `NOTIFY` sends the
/// changes to all processes.
enum PostgresChanges {
  /// The channel of `NOTIFY`.
  static let channel = "swiftlet_changes"

  /// The advisory lock that each write takes for its transaction.
  static let lock: Statement = "SELECT pg_advisory_xact_lock(1400457580, 1)"

  /// Changes when the functions below do.
  private static let version = 5

  /// The number of characters from which a change counts as one that touches everybody.
  private static let maxGathered = 16_000

  /// Creates what the driver needs in the database, under the lock of writes.
  static func prepare(_ session: PostgresSession) throws(StorageError) {
    try session.queue("BEGIN")
    try session.queue(lock)
    let known = try session.run(
      "SELECT CASE WHEN to_regproc('swiftlet_version_\(raw: String(version))') IS NULL THEN 0 ELSE 1 END"
        as Statement)
    guard try known.integer() != 1 else {
      try session.queue("COMMIT")
      try session.collect()
      return
    }
    for sql in setUp { try session.queue(sql) }
    try session.queue("COMMIT")
    try session.collect()
  }

  private static let setUp = [
    // `number` grows with every noted change. `rules` identifies the installed triggers.
    """
    CREATE TABLE IF NOT EXISTS swiftlet_revisions (
      id bigint PRIMARY KEY CHECK (id = 1), number bigint NOT NULL, last_identifier bigint NOT NULL,
      rules text COLLATE "C" NOT NULL)
    """,
    """
    INSERT INTO swiftlet_revisions (id, number, last_identifier, rules) VALUES (1, 0, 0, '') ON CONFLICT DO NOTHING
    """,
    "ALTER TABLE swiftlet_revisions ADD COLUMN IF NOT EXISTS ended text COLLATE \"C\" NOT NULL DEFAULT ''",
    // The marks of who took a lock last (`LockClaim`).
    """
    CREATE TABLE IF NOT EXISTS swiftlet_locks (
      class bigint NOT NULL, number bigint NOT NULL, holder text COLLATE "C" NOT NULL, PRIMARY KEY (class, number))
    """,
    // Other programs that change something don't call `swiftlet_end`: their changes are published at once.
    """
    CREATE OR REPLACE FUNCTION swiftlet_note(kind integer, id text) RETURNS void LANGUAGE plpgsql AS $body$
    DECLARE
      noted text := coalesce(current_setting('swiftlet.changes', true), '');
      item text := ' ' || kind || ':' || id;
    BEGIN
      IF id IS NOT NULL AND current_setting('swiftlet.session', true) IS DISTINCT FROM 'on' THEN
        PERFORM pg_notify('\(channel)',
          CASE WHEN kind = \(CacheTagKind.everything.rawValue) THEN '0 *' ELSE '0' || item END);
        RETURN;
      END IF;
      IF id IS NULL OR noted = ' *' OR strpos(noted || ' ', item || ' ') > 0 THEN RETURN; END IF;
      PERFORM set_config('swiftlet.changes',
        CASE WHEN kind = \(CacheTagKind.everything.rawValue) OR length(noted) > \(maxGathered) THEN ' *'
          ELSE noted || item END, true);
    END $body$
    """,
    // The function with one parameter stays for processes of earlier versions. `NOTIFY` takes less than 8,000
    // bytes.
    """
    CREATE OR REPLACE FUNCTION swiftlet_end(newest bigint, origin text) RETURNS text LANGUAGE plpgsql AS $body$
    DECLARE
      noted text := coalesce(current_setting('swiftlet.changes', true), '');
      known bigint;
    BEGIN
      IF noted <> '' OR pg_current_xact_id_if_assigned() IS NOT NULL THEN
        UPDATE swiftlet_revisions SET number = number + (noted <> '')::integer,
          last_identifier = greatest(last_identifier, newest), ended = left(
            origin || ':' || lpad(pg_current_xact_id()::text, \(LastTransactions.digits), '0') || ' ' ||
            regexp_replace(ended, origin || ':[0-9]+ ', ''), \(LastTransactions.maxLength))
          RETURNING number INTO known;
      ELSE
        UPDATE swiftlet_revisions SET last_identifier = newest WHERE last_identifier < newest;
      END IF;
      IF noted <> '' THEN
        PERFORM pg_notify('\(channel)', known || ' ' || origin ||
          CASE WHEN length(noted) > 7900 THEN ' *' ELSE noted END);
      END IF;
      RETURN coalesce(pg_current_xact_id_if_assigned()::text, '-') || noted;
    END $body$
    """,
    "CREATE OR REPLACE FUNCTION swiftlet_version_\(version)() RETURNS integer LANGUAGE sql AS 'SELECT \(version)'",
  ]

  /// The result of `swiftlet_end`: the transaction's number and its changes.
  struct End {
    /// The transaction's number; `nil` if it changed nothing.
    let transaction: String?
    let notice: ChangeNotice

    init(_ text: String?) {
      let words = (text ?? "-").split(separator: " ")
      transaction = words.first.flatMap { $0 == "-" ? nil : String($0) }
      notice = ChangeNotice(words.dropFirst())
    }
  }

  /// The last transaction of each process, the newest first, as `swiftlet_end` notes it:
  /// `@0f1e2d3c4b5a6978:00000000000000004711 @…`. The 16 processes that wrote last are in it.
  ///
  /// After a crash the server gives the numbers of lost transactions to others, so a number alone doesn't say
  /// whose transaction was committed (PostgreSQL, `pg_xact_status`).
  struct LastTransactions {
    static let maxCount = 16
    static let digits = 20
    static var maxLength: Int { maxCount * ("@0f1e2d3c4b5a6978: ".utf8.count + digits) }

    private let entries: [Substring]

    init(_ text: String) { entries = text.split(separator: " ") }

    /// Returns true if a transaction is the last one of a process; `nil` if others have written too often
    /// since to say so.
    func isLast(_ transaction: String, of origin: MessageOrigin) -> Bool? {
      guard let last = entries.first(where: { $0.hasPrefix(origin.text + ":") }) else {
        return entries.count < Self.maxCount ? false : nil
      }
      return last.split(separator: ":").last.flatMap { UInt64($0) } == UInt64(transaction)
    }
  }

  /// Reads a message about a change: its number, its process and the cache tags, as in
  /// `12 @0f1e2d3c4b5a6978 7:12`. The process is missing if another program made the change. Returns `nil` if
  /// the message can't be read.
  static func change(_ text: String) -> (number: Int64, origin: Substring?, notice: ChangeNotice)? {
    var words = text.split(separator: " ")[...]
    guard let number = words.popFirst().flatMap({ Int64($0) }) else { return nil }
    let origin = words.first?.hasPrefix("@") == true ? words.popFirst() : nil
    return (number, origin, ChangeNotice(words))
  }

  /// Statements that remove the triggers of earlier rules.
  static let removal = [
    """
    DO $body$
    DECLARE found record;
    BEGIN
      FOR found IN SELECT proname FROM pg_proc WHERE proname LIKE 'swiftlet\\_change\\_%' LOOP
        EXECUTE 'DROP FUNCTION ' || quote_ident(found.proname) || '() CASCADE';
      END LOOP;
    END $body$
    """
  ]

  /// Makes triggers that gather changes as the rules say, one for all rules with the same event.
  static func statements(for rules: [InvalidationRule]) -> [String] {
    var groups: [(rule: InvalidationRule, rules: [InvalidationRule])] = []
    for rule in rules {
      let index = groups.firstIndex {
        $0.rule.table == rule.table && $0.rule.event == rule.event && $0.rule.columns == rule.columns
      }
      if let index { groups[index].rules.append(rule) } else { groups.append((rule, [rule])) }
    }
    return groups.enumerated().flatMap { number, group in
      let name = "swiftlet_change_\(number)"
      let columns = group.rule.columns.isEmpty ? "" : " OF " + group.rule.columns.joined(separator: ", ")
      return [
        """
        CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
        \(group.rules.map(notes).joined(separator: "\n"))
        RETURN NULL; END $body$
        """,
        """
        CREATE TRIGGER \(name) AFTER \(group.rule.event.rawValue)\(columns) ON \(group.rule.table)
        FOR EACH ROW EXECUTE FUNCTION \(name)()
        """,
      ]
    }
  }

  private static func notes(_ rule: InvalidationRule) -> String {
    let notes = rule.tags.map { kind, id in
      // A tag may contain any character, so it is written in hexadecimal.
      kind == .tag
        ? "PERFORM swiftlet_note(\(kind.rawValue), '#' || encode(convert_to(\(id), 'UTF8'), 'hex'));"
        : "PERFORM swiftlet_note(\(kind.rawValue), (\(id))::text);"
    }.joined(separator: " ")
    return rule.condition.map { "IF \($0) THEN \(notes) END IF;" } ?? notes
  }

  static func fingerprint(of statements: [String]) -> String {
    statements.isEmpty ? "" : String(CacheTag.hash(statements.joined(separator: ";")))
  }
}

extension ChangeNotice {
  /// Reads cache tags: `7:12` is one of the seventh kind, `12:#6369747279` one with a text as its id, `*`
  /// everybody.
  fileprivate init(_ words: some Sequence<Substring>) {
    self.init()
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let kind = UInt8(parts[0]).flatMap({ CacheTagKind(rawValue: $0) }) else {
        insert(kind: .everything, id: 0)
        continue
      }
      if let id = Int64(parts[1]) {
        insert(kind: kind, id: id)
      } else if parts[1].first == "#", let name = Self.text(hexadecimal: parts[1].dropFirst()) {
        insert(kind: kind, id: CacheTag.hash(name))
      } else {
        insert(kind: .everything, id: 0)
      }
    }
  }

  private static func text(hexadecimal digits: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = digits.utf8[...]
    while let high = rest.popFirst(), let low = rest.popFirst() {
      guard let byte = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
