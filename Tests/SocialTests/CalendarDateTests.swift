import Social
import Testing

struct CalendarDateTests {
  @Test func `every day of eleven centuries comes back`() throws {
    var before: CalendarDate?
    for dayNumber in -200_000...200_000 {
      let date = CalendarDate(dayNumber: dayNumber)
      guard date.dayNumber == dayNumber,
        CalendarDate(year: date.year, month: date.month, day: date.day) == date,
        before == nil || follows(date, before)
      else {
        Issue.record("day \(dayNumber) is \(date)")
        return
      }
      before = date
    }
  }

  @Test(arguments: [
    (0, 1970, 1, 1), (-1, 1969, 12, 31), (59, 1970, 3, 1), (11_016, 2000, 2, 29), (18_628, 2021, 1, 1),
    (-719_528, 0, 1, 1),
    (-719_529, -1, 12, 31),
  ])
  func `known days have their dates`(dayNumber: Int, year: Int, month: Int, day: Int) {
    #expect(CalendarDate(dayNumber: dayNumber) == CalendarDate(year: year, month: month, day: day))
  }

  @Test(arguments: [
    (2020, 9, 31), (2021, 2, 29), (1900, 2, 29), (2020, 2, 30), (2020, 0, 1), (2020, 13, 1), (2020, 1, 0),
    (2020, 1, 32),
    (2020, 4, 31), (2020, 6, 31), (2020, 11, 31), (2020, -1, 1), (2020, 1, -1),
  ])
  func `what is no day is nil`(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test func `the day follows the zone`() {
    let lateEvening = Timestamp(milliseconds: 86_400_000 - 1)
    #expect(lateEvening.dayNumber(minutesEast: 0) == 0)
    #expect(lateEvening.dayNumber(minutesEast: 1) == 1)
    let midnight = Timestamp(milliseconds: 0)
    #expect(midnight.dayNumber(minutesEast: 0) == 0)
    #expect(midnight.dayNumber(minutesEast: -1) == -1)
    #expect(midnight.dayNumber(minutesEast: -1440) == -1)
  }

  private func follows(_ date: CalendarDate, _ before: CalendarDate?) -> Bool {
    guard let before else { return true }
    if date.day != 1 {
      return date.day == before.day + 1 && date.month == before.month && date.year == before.year
    }
    if date.month != 1 { return date.month == before.month + 1 && date.year == before.year }
    return date.year == before.year + 1 && before.month == 12 && before.day == 31
  }
}
