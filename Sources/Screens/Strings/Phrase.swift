/// The texts of the app, a case each. `{0}` and `{1}` in a text are places for values.
public enum Phrase: CaseIterable, Sendable {
  case moments
  case fullText
  case collapse
  case justNow
  case yesterday
  case dayOfMonth
  case dayOfYear
  case repliedTo
  case nameSeparator
  case likedBy
  case comments
  case loadMore
  case loading
  case refresh
  case retry
  case back
  case close
  case cover
  case avatarOf
  case picture
  case pictureOf
  case settings
  case language
  case otherServer
  case otherServerHelp
  case serverAddress
  case username
  case open
  case about
  case noPosts
  case noPostsHelp
  case emptyCommunity
  case emptyCommunityHelp
  case offlineCopy
  case dismiss
  case unreachable
  case unreadable
  case serverFailed
  case nobody
  case invalidAddress
  case invalidUsername
  case needsJavaScript
  case pageNotFound
  case pageNotFoundHelp
  case serverTrouble
  case serverTroubleHelp
  case goHome
}

/// Texts that count something; `{0}` is the number.
public enum CountPhrase: CaseIterable, Sendable {
  case minutesAgo
  case hoursAgo
}

/// The plural categories of CLDR that our languages use.
public enum PluralForm: CaseIterable, Sendable {
  case one
  case other
}
