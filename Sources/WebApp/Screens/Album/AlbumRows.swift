import Social

extension Album {
  /// The rows of an album: its posts by day, its pictures by month. They follow from the rest of the state, and
  /// are computed when the posts have changed, not for each view.
  struct Rows: Equatable, Sendable {
    /// The time zone of days and months. In another one, as after a journey, each view computes its own. So it
    /// does after an edit of pictures, until the next action.
    let minutesEast: Int
    /// The keys of the posts of which the days are.
    private var posts: [String] = []
    private(set) var days: [DayRow] = []
    private(set) var dayKeys: [String] = []
    private(set) var pictures: [PictureRow] = []
    private(set) var pictureKeys: [String] = []
    private var pictured = PicturedPosts()

    init(minutesEast: Int) { self.minutesEast = minutesEast }

    init(minutesEast: Int, of state: State) {
      self.minutesEast = minutesEast
      update(state)
    }

    /// Always equal, because the rows follow from the rest of the state.
    static func == (left: Rows, right: Rows) -> Bool { true }

    /// Returns true if the rows are still what the posts show, in this time zone.
    func isCurrent(_ state: State, minutesEast: Int) -> Bool {
      guard minutesEast == self.minutesEast else { return false }
      return state.section != .pictures || pictured.isCurrent(in: state.list.entries)
    }

    /// Computes the rows of the section that shows.
    mutating func update(_ state: State) {
      switch state.section {
      case .days:
        // A post keeps its time, so the same posts have the same days. An unchanged array compares in constant
        // time.
        guard state.list.entries.keys != posts else { return }
        posts = state.list.entries.keys
        update(days: state.list.entries)
      case .pictures: update(pictures: state.list.entries, state.postsState)
      case .scrapbooks: break
      }
    }

    /// The number of posts after which a day goes on in another cell.
    private static let maxPosts = 24

    private mutating func update(days list: EntryList) {
      (days, dayKeys) = ([], [])
      var keys = Keys()
      var (number, year) = (Int?.none, Int?.none)
      for row in list.rows.indices {
        guard let item = list.item(row) else { continue }
        let day = item.post.createdAt?.dayNumber(minutesEast: minutesEast)
        let isSame = day == number && !days.isEmpty
        if isSame, let last = days.indices.last, days[last].rows.count < Self.maxPosts {
          days[last].rows.append(row)
          continue
        }
        let key = keys.next("day-\(day ?? 0)")
        days.append(DayRow(key: key, number: day, isContinued: isSame, yearAbove: year, rows: [row]))
        dayKeys.append(key)
        number = day
        if let day { year = CalendarDate(dayNumber: day).year }
      }
    }

    /// Puts the pictures into rows; each month begins a row.
    private mutating func update(pictures list: EntryList, _ postsState: PostsState) {
      (pictures, pictureKeys, pictured) = ([], [], PicturedPosts(list))
      var keys = Keys()
      var month: Int?
      for row in list.rows.indices {
        guard let post = list.item(row)?.post else { continue }
        let date = post.createdAt.map { CalendarDate(dayNumber: $0.dayNumber(minutesEast: minutesEast)) }
        let number = date.map { $0.year * 12 + $0.month } ?? 0
        for tile in MediaRow.tiles(of: post, postsState) {
          if number == month, let last = pictures.indices.last, pictures[last].tiles.count < MediaRow.length {
            pictures[last].tiles.append(tile)
            continue
          }
          let key = keys.next("pictures-\(number)")
          pictures.append(PictureRow(key: key, date: number == month ? nil : date, tiles: [tile]))
          pictureKeys.append(key)
          month = number
        }
      }
    }
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

  /// The posts of a day, or a part of them if they are many.
  struct DayRow: Equatable, Sendable {
    let key: String
    /// The number of the day; `nil` for posts without a time.
    let number: Int?
    /// True if the row above has the beginning of the day.
    let isContinued: Bool
    /// The year of the days above; `nil` above the first one.
    let yearAbove: Int?
    /// The rows of its posts in the list.
    var rows: [Int]

    /// Returns the day as it shows.
    func shown(today: Int) -> Day {
      let date = number.map { CalendarDate(dayNumber: $0) }
      let year = yearAbove ?? CalendarDate(dayNumber: today).year
      return Day(
        key: key, date: isContinued ? nil : date, age: number.map { today - $0 } ?? 2,
        year: date.flatMap { $0.year == year ? nil : $0.year })
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
  }

  /// Pictures of a month.
  struct PictureRow: Equatable, Sendable {
    let key: String
    /// A day of the month; `nil` if the row above has it.
    let date: CalendarDate?
    var tiles: [MediaRow.Tile]
  }
}
