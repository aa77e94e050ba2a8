import Localization

/// Counts, and names of months.
extension Greek {
  static func text(_ phrase: CountPhrase, _ form: PluralForm) -> StaticString {
    switch (phrase, form) {
    case (.seconds, .one): "{0} δευτερόλεπτο"
    case (.seconds, _): "{0} δευτερόλεπτα"
    case (.minutes, .one): "{0} λεπτό"
    case (.minutes, _): "{0} λεπτά"
    case (.hours, .one): "{0} ώρα"
    case (.hours, _): "{0} ώρες"
    case (.days, .one): "{0} ημέρα"
    case (.days, _): "{0} ημέρες"
    case (.weeks, .one): "{0} εβδομάδα"
    case (.weeks, _): "{0} εβδομάδες"
    case (.months, .one): "{0} μήνα"
    case (.months, _): "{0} μήνες"
    case (.years, .one): "{0} έτος"
    case (.years, _): "{0} έτη"
    case (.reposts, .one): "{0} αναδημοσίευση"
    case (.reposts, _): "{0} αναδημοσιεύσεις"
    case (.favourites, .one): "Αρέσει σε {0} άτομο"
    case (.favourites, _): "Αρέσει σε {0} άτομα"
    case (.newPosts, .one): "{0} νέα δημοσίευση"
    case (.newPosts, _): "{0} νέες δημοσιεύσεις"
    case (.posts, .one): "{0} δημοσίευση"
    case (.posts, _): "{0} δημοσιεύσεις"
    case (.followingCount, _): "Ακολουθεί {0}"
    case (.followers, .one): "{0} ακόλουθος"
    case (.followers, _): "{0} ακόλουθοι"
    case (.minutesShort, _): "{0} λ"
    case (.hoursShort, _): "{0} ώ"
    case (.charactersLeft, .one): "Απομένει {0} χαρακτήρας"
    case (.charactersLeft, _): "Απομένουν {0} χαρακτήρες"
    case (.charactersOver, .one): "{0} χαρακτήρας παραπάνω"
    case (.charactersOver, _): "{0} χαρακτήρες παραπάνω"
    case (.leftOut, .one): "{0} στοιχείο παραλείφθηκε"
    case (.leftOut, _): "{0} στοιχεία παραλείφθηκαν"
    case (.others, .one): "{0} ακόμη άτομο"
    case (.others, _): "{0} ακόμη άτομα"
    case (.newNotifications, .one): "{0} νέα ειδοποίηση"
    case (.newNotifications, _): "{0} νέες ειδοποιήσεις"
    case (.showMorePosts, .one): "Εμφάνιση {0} ακόμη δημοσίευσης"
    case (.showMorePosts, _): "Εμφάνιση {0} ακόμη δημοσιεύσεων"
    case (.replies, .one): "{0} απάντηση"
    case (.replies, _): "{0} απαντήσεις"
    case (.peopleInCircle, .one): "{0} άτομο"
    case (.peopleInCircle, _): "{0} άτομα"
    case (.voters, .one): "Ψήφισε {0} άτομο"
    case (.voters, _): "Ψήφισαν {0} άτομα"
    }
  }

  static func month(_ month: Int) -> StaticString {
    switch month {
    case 1: "Ιαν"
    case 2: "Φεβ"
    case 3: "Μαρ"
    case 4: "Απρ"
    case 5: "Μαΐ"
    case 6: "Ιουν"
    case 7: "Ιουλ"
    case 8: "Αυγ"
    case 9: "Σεπ"
    case 10: "Οκτ"
    case 11: "Νοε"
    default: "Δεκ"
    }
  }
}
