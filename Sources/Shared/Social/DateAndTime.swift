/// A date and a time in the viewer's time zone.
public struct DateAndTime: Equatable, Sendable {
  public let date: CalendarDate
  public let hour: Int
  public let minute: Int

  public init(_ time: Timestamp, minutesEast: Int) {
    let dayNumber = time.dayNumber(minutesEast: minutesEast)
    let local = time.milliseconds + Int64(minutesEast) * 60_000 - Int64(dayNumber) * 86_400_000
    date = CalendarDate(dayNumber: dayNumber)
    hour = Int(local / 3_600_000)
    minute = Int(local / 60_000 % 60)
  }
}
