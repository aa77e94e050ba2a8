import Contracts
import Localization
import Markup
import Social

extension Album {
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell> {
    let title = environment.strings[.album]
    let minutesEast = environment.minutesEast
    let today = environment.now.dayNumber(minutesEast: minutesEast)
    var frame: [Cell] = [
      .bar(title, state.showsMonths ? state.months : [], chosen: state.month), .part(.refreshIndicator),
    ]
    if let failure = state.failure, state.profile != nil {
      frame.append(.part(.notice(failure.message(loadedAt: state.cachedAt, environment))))
    }
    if let picked = state.picked { frame.append(.selection(picked.count)) }
    var head: [Cell] = []
    if let profile = state.profile.map({ state.postsState.store.newest($0, since: state.profileTime) }) {
      head = [.owner(profile), .sections(state.section, hasScrapbooks: state.hasScrapbooks)]
      let isBegin = state.section == .days && state.month == nil
      let found = isBegin ? anniversaries(state, environment) : []
      if !found.isEmpty { head.append(.anniversaries(found)) }
    }
    let cells: Cells<Cell>
    let isCurrent = state.rows.isCurrent(state, minutesEast: minutesEast)
    let rows = isCurrent ? state.rows : Rows(minutesEast: minutesEast, of: state)
    switch state.section {
    case .days:
      let (entries, postsState) = (state.list.entries, state.postsState)
      cells = Cells(head: head, rows: rows.dayKeys, tail: footer(state)) { row in
        let day = rows.days[row]
        return .day(
          day.shown(today: today),
          day.rows.compactMap { entries.item($0) }.map { AlbumEntry($0.post, postsState) })
      }
    case .pictures:
      let picked = state.picked
      if state.isOwn, state.hasScrapbooks, picked == nil, !rows.pictures.isEmpty { head.append(.select) }
      cells = Cells(head: head, rows: rows.pictureKeys, tail: footer(state)) { row in
        .pictures(rows.pictures[row], isFirst: row == 0, picked: picked)
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

  /// A post from today's date in another year.
  struct Anniversary: Equatable, Sendable {
    let years: Int
    let entry: AlbumEntry
  }
}
