/// The texts of the server's own pages for signing in and joining, of its mails and push messages. They are
/// separate from the others because the app doesn't need them.
public enum AuthPhrase: Int, CaseIterable, Sendable {
  /// The page of a server without accounts, and the page that stands for a demo that isn't ready.
  case emptyCommunity
  case emptyCommunityHelp
  case fillingDemo
  case fillingDemoHelp
  case signIn
  case signInTo
  case signInElsewhere
  case lookAround
  case goOn
  case appNotStarted
  case appStopped
  case appIncomplete
  case reload
  case joinClosed
  case doorLine
  case signInToLike
  case signInToRepost
  case signInToBookmark
  case signInToReply
  case signInToFollow
  case welcomeHome
  case welcomeMentions
  case welcomeMe
  case membersOnly
  case letIn
  case itMay
  case signedInAs
  case signInAndAllow
  case allow
  case dontAllow
  case anotherAccount
  case password
  case passwordHelp
  case usernameHelp
  case shownName
  case join
  case joinCommunity
  case joinHelp
  case setUpCommunity
  case setUpHelp
  case welcome
  case welcomeHelp
  case authorizationCode
  case authorizationCodeHelp
  case forgottenPassword
  case forgottenPasswordHelp
  case newPassword
  case newPasswordHelp
  case setPassword
  case passwordChanged
  case passwordChangedHelp
  case resetOverHelp
  // Asking to join.
  case askToJoin
  case askToJoinHelp
  case reasonToJoin
  case requestSent
  case requestSentHelp
  case awaitsApproval
  case accountSuspended
  case suspendedUntil
  case wrongPassword
  case tooManyAttempts
  case formExpired
  case unknownProgram
  case unknownProgramHelp
  case notAllowed
  case notAllowedHelp
  case invitationOver
  case invitationOverHelp
  case notOpen
  case notOpenHelp
  /// Stands below `notOpen`.
  case askForLink
  case badUsername
  case takenUsername
  case reservedUsername
  case shortPassword
  case commonPassword
  case longPassword
  case longName
  // The way back by mail, and the e-mail address.
  case forgottenMailHelp
  case usernameOrEmail
  case sendLink
  case linkSent
  case linkSentHelp
  case confirmEmail
  case confirmEmailHelp
  case emailConfirmed
  case emailConfirmedHelp
  case confirm
  case resetMailSubject
  case resetMailText
  case emailMailSubject
  case emailMailText
  // Push messages that name no member.
  case pushMention, pushFollow, pushFollowRequest, pushFavourite, pushRepost, pushPost, pushUpdate, pushPoll
  case pushSignUp, pushJoinRequest, pushReport, pushTest
  // The page about the community.
  case aboutCommunity
  case rules
  case privacyPolicy
  case runBy
  case forQuestions
  case scopeRead
  case scopeWrite
  case scopeFollow
  case scopePush
  case scopeProfile
  case scopeAdminRead
  case scopeAdminWrite
  case scopeSee
  case scopeChange
  case scopeSeparator
  case scopeAccounts
  case scopeBlocks
  case scopeBookmarks
  case scopeConversations
  case scopeFavourites
  case scopeFilters
  case scopeFollows
  case scopeLists
  case scopeMedia
  case scopeMutes
  case scopeNotifications
  case scopeReports
  case scopeSearch
  case scopeStatuses
  case username
  case goHome
  case serverTrouble
  case serverTroubleHelp
}

extension Strings {
  package subscript(auth phrase: AuthPhrase) -> String { self[auth: phrase, ""] }

  /// Returns a text with a value in its placeholder.
  package subscript(auth phrase: AuthPhrase, value: String) -> String {
    Self.fill(template(phrase), [isolated(value)])
  }
}
