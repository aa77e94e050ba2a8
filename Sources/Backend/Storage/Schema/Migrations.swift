extension Migration {
  /// All steps of the schema, in order.
  static let all = [
    first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth,
    fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth,
    twentyFirst, twentySecond, twentyThird, twentyFourth, twentyFifth, twentySixth, twentySeventh,
    twentyEighth,
    twentyNinth, thirtieth, thirtyFirst, thirtySecond, thirtyThird, thirtyFourth, thirtyFifth,
    thirtySixth, thirtySeventh, thirtyEighth, thirtyNinth,
    fortieth, fortyFirst, fortySecond,
  ]
}
