/// Texts that come to the app with its second part (decision 0038), because the first screens show none of
/// them. `{0}` and `{1}` in a text are placeholders for values.
public enum LaterPhrase: Int, CaseIterable, Sendable {
  case sentReport, askedToJoin
  case removedYourPost
  case reportDismissed
  case reportHidden
  case reportSuspended
  case reportWarned, warnedYou, warn, warnQuestion, warningWords, logWarn
  case note, addNote, reportNoteHelp
  // Earlier reports about a member, and decisions.
  case otherReports, earlierWarnings, earlierRemovals, earlierSuspensions
  case spaceUsed, communityPictures, communityPicturesHelp
  case community
  case invitePeople
  case reports
  case invitations
  case members
  case log
  case signInAgain
  case noReports
  case noReportsHelp
  case reportedBy
  case spam
  case unlawful
  case againstRules
  case otherReason
  case dismissReport
  case removePosts
  case suspend
  case removePostsQuestion
  case suspendQuestion
  case decided
  case owner
  case moderator
  case suspended
  case lastSeen
  case searchMembers
  case noMembers
  case noMembersHelp
  case makeOwner
  case makeModerator
  case makeMember
  case makeOwnerQuestion
  case signOutEverywhere
  case liftSuspension
  case removeMember
  case removeMemberQuestion
  case reason
  case invitationHelp
  case uses
  case days
  case makeLink
  case linkOnce
  case joinedSoFar
  case validUntil
  case ended
  case invitedBy
  case revoke
  case name
  case description
  case whoMayJoin
  case everybody
  case withInvitation
  case nobody
  case whoMayInvite
  case ownersAndModerators
  case allMembers
  case quota
  case quotaHelp
  case saved
  case server
  case pictureSpace
  case databaseSpace
  case freeSpace
  case version
  case lastBackup
  case noBackup
  case commandLine
  case logUnsuspend
  case logSuspend
  case logRemove
  case logRole
  case logSignOut
  case logInvite
  case logRevoke
  case logSetting
  case logDismiss
  case logRemovePosts
  case logReopen
  // The first steps: each has a title and a sentence.
  case showYourself, showYourselfHelp, findYourPeople, findYourPeopleHelp, followAll, nobodyElseHere
  case homeScreenTitle, homeScreenHelp
  // Instructions for putting the app on the home screen, in the words of each system.
  case onIPhone, iPhoneShare, iPhoneAdd, onAndroid, androidMenu, androidAdd, onComputer, computerInstall
  case installApp
  case readingAddress, readingAddressHelp, deleteCircle, deleteCircleHelp
  case appPassword, appPasswordHelp, appPasswordName, makeAppPassword, appPasswordOnce, copyPassword
  case whoMayRead, audienceOfPosts, contact, logAdd, logPassword, logPasswordReset
  case announcements, announce, announceHelp, announcementText, lastDay, removeAnnouncement, logAnnounce
  case logRemoveAnnouncement
  // Clients of the Twitter API.
  case clients, clientsHelp, addClient, clientWebsite, builtInKey, builtInSecret
  case clientAccess, readsAndPosts, readsOnly, callbacks
  case keysOnce, clientKey, clientSecret, copyKey, copySecret
  case signsInWithPIN, unusableClient, removeClient, removeClientQuestion
  case allowPasswords, allowPasswordsHelp, logAddClient, logRemoveClient
  case originalPage
  case copyText
  case unmute
  case report
  case reportWhy
  case reportSpam
  case reportViolation
  case reportOther
  case reportFailed
  case noteHelp
  case forAnHour
  case forADay
  case forAWeek
  case untilUnmuted
  case unfollowWhom
  case language
  case appearance
  case textSizeStep
  case otherServerHelp
  case serverAddress
  case showComments
  case shortcutsHelp
  case useShortcuts
  case invalidAddress
  case notMastodon
  case signInDenied
  case signInStale
  case timelineFile
  case keptFile
  case removeFile
  case choosePicture
  case bio
  case profileFields
  case fieldName
  case fieldValue
  case moveAndScale, onYourProfile
  case thisDevice
  case browserSession
  case draftDiscarded
  // The emoji panel, and its groups.
  case emoji, emojiRecent, emojiSmileys, emojiPeople, emojiHearts, emojiAnimals, emojiFood, emojiActivities
  case emojiTravel, emojiObjects, emojiSymbols
  case removeToSend
  case markSensitive
  case rules, rulesHelp, aboutCommunity, aboutCommunityHelp, privacyPolicy, privacyPolicyHelp
  // Polls.
  case poll, pollEnded, ownPollEnded, vote, chooseOne, chooseSeveral, endsIn, pollOver, yourVote, resultsAtEnd
  case answer, addAnswer, severalAnswers, ends, removePoll
  case requests, noRequests, noRequestsHelp, letIn, refuse, whoeverAsks, suspensionDays, logApprove, logReject
  case shareWith, shareWithHelp, dontShareWith, dontShareWithHelp, severalCircles, allBut, allButHelp,
    someBut, whoSees,
    seenBy
  case onlyYouSee, addedLater
  // Choosing the place of a post, and the people who are reminded of it.
  case locationHelp, noLocation, recentPlaces
  case remind, remindHelp, seesNot, nobodyToRemind, remindedYou, remindedPeople
  case newPasswordLink, newPasswordLinkHelp
  // Explanations beside fields and buttons.
  case timelineFileHelp, narrowingHelp, unfollowHelp, deleteAccountHelp, newPostsHelp, moveAndScaleHelp
  case focusHelp, repliesReach, warningHelp, otherFeedHelp, showCommentsHelp, describeHelp
  case circlesHelp, signInHelp
  // Names of voters, replies in a circle's timeline, exceptions from followers.
  case showVoters, votersShow, voterNames, votersTitle
  case repliesShown, repliesToFollowed, repliesToCircle, noReplies
  case followersBut, fromFollowers
  case whichRules, sendReport
  case backUpNow, backingUp, backupMade, backupFailed, backupHelp, serverState, stateWell, stateDiskFull,
    logBackup
  case emailAddress, emailHelp, emailPending
  // Notifications while the app is closed.
  case pushOnDevice, pushHelp, pushDenied, pushMissing, pushNeedsHomeScreen, pushFailed, pushElsewhere,
    pushSignIn
  case pushTopics, pushMentions, pushPolls, pushPosts, pushEdits, pushReports, pushFrom, pushFromFollowed
  case pushFromNobody
  case pushDetail, pushDetailHelp, pushKindOnly, pushWithName, pushWithText
  case pushWhen, quietHours, quietHoursHelp, quietFrom, quietTo
  case pushOffer, pushOfferHelp, pushOfferYes, pushOfferNo, pushTest, pushTestSent, pushTestFailed
  /// The host of a push service that takes no messages, the reason, the number of devices, and an age.
  case pushPaused
  // The album. A year, and a month, that stand alone.
  case today, onThisDay, jumpToMonth, ofYear, monthAlone, monthOfYear
  // Named albums.
  case albums, newAlbum, albumsHelp, noAlbums, addToAlbum, emptyAlbum, emptyAlbumHelp
  case renameAlbum, removeFromAlbum, downloadAlbum, deleteAlbum, deleteAlbumHelp
  // Translating a text on the device.
  case translate, translating, translatedFrom, hideTranslation, noTranslation, translationFailed
}

extension Strings {
  package subscript(later phrase: LaterPhrase) -> String {
    @inline(never) get { texts.later.indices.contains(phrase.rawValue) ? texts.later[phrase.rawValue] : "" }
  }

  /// Returns a text with values in its placeholders.
  package subscript(later phrase: LaterPhrase, values: String...) -> String {
    @inline(never) get { Self.fill(self[later: phrase], values.map { isolated($0) }) }
  }
}
