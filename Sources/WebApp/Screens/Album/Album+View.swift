import Contracts
import Localization
import Markup
import Social

extension Album {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.album]
    var frame: [Cell] = [
      .bar(title, state.showsMonths ? state.months : [], chosen: state.month), .part(.refreshIndicator),
    ]
    if let failure = state.failure, state.profile != nil {
      frame.append(.part(.notice(failure.message(loadedAt: state.cachedAt, environment))))
    }
    if let picked = state.picked { frame.append(.selection(picked.count)) }
    var head: [Cell] = []
    if let profile = state.profile {
      head = [.owner(profile), .sections(state.section, hasScrapbooks: state.hasScrapbooks)]
      let anniversaries = anniversaries(state, environment)
      if state.section == .days, state.month == nil, !anniversaries.isEmpty {
        head.append(.anniversaries(anniversaries))
      }
    }
    let cells: Cells<Cell>
    switch state.section {
    case .days:
      let days = days(of: state.list.entries, environment)
      let (entries, postsState) = (state.list.entries, state.postsState)
      cells = Cells(head: head, rows: days.map { $0.key }, tail: footer(state)) { row in
        let day = days[row]
        return .day(day, day.rows.compactMap { entries.item($0) }.map { AlbumEntry($0.post, postsState) })
      }
    case .pictures:
      let rows = pictureRows(of: state.list.entries, state.postsState, environment)
      let picked = state.picked
      if state.isOwn, state.hasScrapbooks, picked == nil, !rows.isEmpty { head.append(.select) }
      cells = Cells(head: head, rows: rows.map { $0.key }, tail: footer(state)) { row in
        .pictures(rows[row], isFirst: row == 0, picked: picked)
      }
    case .scrapbooks: cells = Cells(head: head + scrapbookCells(state))
    }
    return Page(
      title: title, status: state.isRefreshing ? "refreshing" : "", frame: frame,
      cells: with(cells, state.list.isComplete))
  }

  private static func with(_ cells: Cells<Cell>, _ isComplete: Bool) -> Cells<Cell> {
    var cells = cells
    cells.isComplete = isComplete
    cells.asksAhead = true
    return cells
  }

  private static func footer(_ state: State) -> [Cell] {
    let failure = state.profile == nil ? state.failure : nil
    if let failure = failure ?? state.list.failure { return [.part(.footer(.failed(failure.message)))] }
    guard state.list.isComplete else {
      let isIdle = state.list.loading == nil && state.list.cursor != nil
      return [.part(.footer(isIdle ? .more : .loading))]
    }
    guard state.list.entries.rows.isEmpty else { return [.part(.footer(.end(.endOfList)))] }
    return [.part(.footer(.empty(.noPosts, help: state.isOwn ? .emptyOwnHelp : .emptyProfileHelp)))]
  }

  /// Returns the posts of earlier years from the same day as today, the latest first.
  private static func anniversaries(_ state: State, _ environment: ViewEnvironment) -> [Anniversary] {
    let today = CalendarDate(dayNumber: environment.now.dayNumber(minutesEast: environment.minutesEast))
    return state.anniversaries.rows.indices.compactMap { row in
      guard let post = state.anniversaries.item(row)?.post, let time = post.createdAt else { return nil }
      let date = CalendarDate(dayNumber: time.dayNumber(minutesEast: environment.minutesEast))
      guard date.month == today.month, date.day == today.day, date.year < today.year else { return nil }
      return Anniversary(years: today.year - date.year, entry: AlbumEntry(post, state.postsState))
    }
  }

  /// The number of posts after which a day goes on in another cell.
  private static let maxPosts = 24

  private static func days(of list: EntryList, _ environment: ViewEnvironment) -> [Day] {
    let today = environment.now.dayNumber(minutesEast: environment.minutesEast)
    var (days, keys) = ([Day](), Keys())
    var (number, year) = (Int?.none, CalendarDate(dayNumber: today).year)
    for row in list.rows.indices {
      guard let item = list.item(row) else { continue }
      let day = item.post.createdAt?.dayNumber(minutesEast: environment.minutesEast)
      if day == number, let last = days.indices.last, days[last].rows.count < maxPosts {
        days[last].rows.append(row)
        continue
      }
      let date = day.map { CalendarDate(dayNumber: $0) }
      days.append(
        Day(
          key: keys.next("day-\(day ?? 0)"), date: day == number && !days.isEmpty ? nil : date,
          age: day.map { today - $0 } ?? 2, year: date.flatMap { $0.year == year ? nil : $0.year },
          rows: [row]))
      number = day
      if let date { year = date.year }
    }
    return days
  }

  /// Returns the pictures in rows; each month begins a row.
  private static func pictureRows(
    of list: EntryList, _ postsState: PostsState, _ environment: ViewEnvironment
  ) -> [PictureRow] {
    var (rows, keys) = ([PictureRow](), Keys())
    var month: Int?
    for row in list.rows.indices {
      guard let post = list.item(row)?.post else { continue }
      let date = post.createdAt.map {
        CalendarDate(dayNumber: $0.dayNumber(minutesEast: environment.minutesEast))
      }
      let number = date.map { $0.year * 12 + $0.month } ?? 0
      for tile in MediaRow.tiles(of: post, postsState) {
        if number == month, let last = rows.indices.last, rows[last].tiles.count < MediaRow.length {
          rows[last].tiles.append(tile)
          continue
        }
        let key = keys.next("pictures-\(number)")
        rows.append(PictureRow(key: key, date: number == month ? nil : date, tiles: [tile]))
        month = number
      }
    }
    return rows
  }

  /// Makes keys of cells unique. Imported posts can have another order than their dates, so that a day or a
  /// month begins more than once.
  private struct Keys {
    private var counts: [String: Int] = [:]

    mutating func next(_ name: String) -> String {
      let count = counts[name] ?? 0
      counts[name] = count + 1
      return count == 0 ? name : name + "-\(count)"
    }
  }

  /// A day, or a part of one with many posts.
  struct Day: Equatable, Sendable {
    let key: String
    /// `nil` if the cell above has it, and for posts without a time.
    let date: CalendarDate?
    /// The number of days from it to today.
    let age: Int
    /// The year, if it is another one than that of the day above.
    let year: Int?
    /// The rows of its posts.
    var rows: [Int]
  }

  /// Pictures of a month.
  struct PictureRow: Equatable, Sendable {
    let key: String
    /// A day of the month; `nil` if the row above has it.
    let date: CalendarDate?
    var tiles: [MediaRow.Tile]
  }

  /// A post from today's date in another year.
  struct Anniversary: Equatable, Sendable {
    let years: Int
    let entry: AlbumEntry
  }
}
