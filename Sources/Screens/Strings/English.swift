enum English {
  static func text(_ phrase: Phrase) -> StaticString {
    switch phrase {
    case .moments: "Moments"
    case .fullText: "Full text"
    case .collapse: "Collapse"
    case .justNow: "Just now"
    case .yesterday: "Yesterday"
    case .dayOfMonth: "{0} {1}"
    case .dayOfYear: "{0} {1}, {2}"
    case .repliedTo: " replied to "
    case .nameSeparator: ", "
    case .likedBy: "Liked by"
    case .comments: "Comments"
    case .loadMore: "Show more"
    case .loading: "Loading…"
    case .refresh: "Refresh"
    case .retry: "Try again"
    case .back: "Back"
    case .close: "Close"
    case .cover: "Cover photo"
    case .avatarOf: "{0}’s page"
    case .picture: "Picture"
    case .pictureOf: "Picture {0} of {1}"
    case .settings: "Settings"
    case .language: "Language"
    case .otherServer: "Another server"
    case .otherServerHelp: "Read the Moments of any server that speaks the same language."
    case .serverAddress: "Address of the server"
    case .username: "Username"
    case .open: "Open"
    case .about: "Swiftlet, a social feed that people own"
    case .noPosts: "No posts yet"
    case .noPostsHelp: "What they and the people they follow post will show here."
    case .emptyCommunity: "Nobody is here yet"
    case .emptyCommunityHelp:
      "Start the server with --demo to look around, or bring in a page with “swiftlet import moments”."
    case .offlineCopy: "You are offline. This is what you saw last."
    case .dismiss: "Dismiss"
    case .unreachable: "Couldn’t connect to {0}. Check the network and try again."
    case .unreadable: "{0} answered something that is not a Moments page."
    case .serverFailed: "{0} has a problem (error {1}). Try again later."
    case .nobody: "There is nobody called “{0}” on {1}."
    case .invalidAddress: "This is not the address of a server. An example: https://moments.example.org"
    case .invalidUsername: "Say whose page it is."
    case .needsJavaScript: "Reading another server needs JavaScript."
    case .pageNotFound: "There is no such page"
    case .pageNotFoundHelp: "The link may be old, or mistyped."
    case .serverTrouble: "Something went wrong here"
    case .serverTroubleHelp: "It is the server, not you. Try again in a moment."
    case .goHome: "Go to the start"
    }
  }

  static func text(_ phrase: CountPhrase, _ form: PluralForm) -> StaticString {
    switch (phrase, form) {
    case (.minutesAgo, .one): "{0} minute ago"
    case (.minutesAgo, .other): "{0} minutes ago"
    case (.hoursAgo, .one): "{0} hour ago"
    case (.hoursAgo, .other): "{0} hours ago"
    }
  }

  static func month(_ month: Int) -> StaticString {
    switch month {
    case 1: "Jan"
    case 2: "Feb"
    case 3: "Mar"
    case 4: "Apr"
    case 5: "May"
    case 6: "Jun"
    case 7: "Jul"
    case 8: "Aug"
    case 9: "Sep"
    case 10: "Oct"
    case 11: "Nov"
    default: "Dec"
    }
  }
}
