/// The texts of the app, one per case. `{0}` and `{1}` in a text are placeholders for values.
public enum Phrase: Int, CaseIterable, Sendable {
  case moments
  case fullText
  case collapse
  case justNow
  case yesterday
  /// Takes an amount of time, as “2 days”.
  case ago
  case fromNow
  case dayOfMonth
  case dayOfYear
  case repliedTo
  case nameSeparator
  /// Stands after a name or a title.
  case colon
  case likedBy
  case comments
  case reply
  case repostedBy
  case commentsBy
  case suggestions
  case search
  case searchHelp
  case recentSearches
  case removeSearch
  case people
  case tags
  case nothingFound
  case nothingFoundHelp
  case nothingFoundOfThese
  case everything
  case clear
  case filtered
  case showMore
  case showLess
  /// A link that leads to a page of the same person.
  case verified
  case edited
  case sensitivePictures
  case location
  case hidePictures
  case film
  case sound
  case file
  case pollElsewhere, quoteElsewhere
  case notRepostable
  case bookmark
  case removeBookmark
  case moreAbout
  case thousands
  /// A form for 3 to 9 thousand, which Arabic has (CLDR).
  case fewThousands
  case millions
  case more
  case share
  case copyLink
  case copied
  case mute
  case block
  case unblock
  case reported
  case muted
  case blocked
  case silenceFailed
  case muteThread
  case unmuteThread
  case threadMuted
  case pin
  case unpin
  case pinned
  case pinnedNow
  /// {0}: the person's name.
  case noteOn
  case hideReposts
  case showReposts
  case notify
  case notifyNoMore
  case notifiesNow
  case mutedTitle
  case blockedTitle
  case unmuteThem
  case unblockThem
  case noMuted
  case noBlocked
  case silencedHelp, circles, noCircles, noCirclesHelp, newCircle, createCircle, circlesOf, addToCircle
  case emptyCircleHelp, circleSettings, addPeople, addPerson, nobodyInCircle, hideFromHome
  case likedByTitle, repostedByTitle
  /// Kinds of notifications.
  case likesTitle
  case repostsTitle
  case favouriteFailed
  case repostFailed
  case bookmarkFailed
  case followFailed
  case unfollowed
  case unfollow
  case unreadableAnswer
  case notThere
  case hasNews
  case loadGap
  case endOfList
  case emptyHomeHelp
  case emptyMentionsHelp
  case emptyTagHelp
  case bookmarks
  case favourites
  case emptyBookmarksHelp
  case emptyFavouritesHelp
  case emptyProfileHelp
  /// Shown on the viewer's own profile.
  case emptyOwnHelp
  /// Shown on the profile of an account that the viewer has blocked.
  case isBlocked
  case blockedHelp
  case thread
  case follow
  case following
  case requested
  case followsYou
  case locked
  case bot
  case tabPosts
  case tabReplies
  case tabMedia
  case dateAndTime
  case like
  case comment
  case likeOrComment
  case replyTo
  case send
  case publish
  case delete
  case compose
  case composeReply
  case composeEdit
  case save
  case notSaved
  case whatToSay
  case replyingTo
  case discard
  case contentWarning
  case audience
  case everybody, everybodyHelp, unlisted, unlistedHelp, membersOnly, membersOnlyHelp, somePeople
  case followersOnly, followersOnlyHelp, mentionedOnly, mentionedOnlyHelp
  case audienceNarrowed
  case newPosts
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
  case asOnDevice
  case lightColors, darkColors
  case textSize
  case otherServer
  case username
  case open
  case choosePost
  case shortcuts
  case skipToContent
  case savePicture
  case dropHint
  case findPeople
  case nextPost, previousPost
  case repost
  case newest
  case about
  case album
  case myFeed
  /// The feed of this server, and links to it. A contract fixes the title of other servers' feeds, `myFeed`.
  case pictures
  case otherFeed
  case noPictures
  case noComments
  case noConnection
  case invalidData
  case membersTitle, lookAround
  case noPosts
  case noPostsHelp
  case offlineCopy
  case dismiss
  case unreachable
  case unreadable
  case pageUnreadable, partMissing
  case nobody
  case invalidUsername
  case needsJavaScript
  case pageNotFound, pageNotFoundHelp
  case serverTrouble, serverTroubleHelp
  case goHome
  case home
  case mentions
  case me
  case signIn
  case signOut
  case signInAgain
  case undo
  case sending
  case postDeleted
  case notSent
  case sent, view
  case notDeleted
  case signingInNeedsJavaScript
  case signOutHelp
  case comeIn
  case signInContinue
  case connecting
  case signingIn
  case signInRefused
  case accounts
  case addAccount
  case needsSignIn
  case waitingPosts
  case drafts, draftKept
  case waitingToSend
  case refusedBy
  case cancel
  case edit
  case signOutUnsent
  case deletion
  case tabs
  case menu
  case joined
  case openTimelineFile
  case noFile
  case fileNotTimeline
  case fileEmpty
  case fileUnreadable
  case fileTooLarge
  case itemIsNoPost
  case itemWithoutID
  case itemWithoutAuthor
  case itemWithoutContent
  case itemWithSameID
  case undated
  case earlierPosts
  case followersTitle
  case followingTitle
  case followBack
  case noFollowers, noFollowersHelp
  case noFollowing, noFollowingHelp
  case listHidden
  case listHiddenHelp
  /// Takes the age of the cached response.
  case offlineSince
  case followRequests
  case accept, reject
  case requestAccepted, requestRejected
  case requestNotAnswered
  case addPictures
  case takePicture
  case pictureUnreadable
  case pictureTooLarge
  case pictureRefused
  case pictureLost
  case onlyPictures
  case pictureNotKept
  case notKept
  case tooManyPictures
  case removePicture
  case describePicture
  case addPicture
  case onePicture
  case altMark
  case done
  case moveEarlier, moveLater
  case notifications
  case allNotifications
  case unread
  case noNotifications
  case noNotificationsHelp
  case twoNames
  case namesAndOthers
  case likedYourPost
  case repostedYourPost
  case followedYou
  case manyFollowedYou
  case wantsToFollowYou
  case mentionedYou
  case published
  case changedPost
  case joinedByInvitation
  case signedUp
  case editProfile
  /// The short form, on the button of one's own page.
  case editOwnProfile
  case profileName
  case lockedHelp
  case discoverableHelp
  case zoomOut, zoomIn
  case moveLeft, moveRight, moveUp, moveDown
  case profileNotSaved, profileSaved
  case account
  case changePassword
  case currentPassword
  case newPassword
  case passwordChanged
  case signedInWhere
  case downloadData
  case deleteAccount
  case accountDeleted
}

/// Texts with a count; `{0}` is the number.
public enum CountPhrase: Int, CaseIterable, Sendable {
  /// Units of time, in the grammatical case that `ago` and `fromNow` require.
  case seconds, minutes, hours, days, weeks, months, years
  case reposts
  case favourites
  case newPosts
  case posts
  case followingCount
  case followers
  case minutesShort
  case hoursShort
  case charactersLeft
  case charactersOver
  case leftOut
  /// People besides those who are named.
  case others
  case newNotifications
  case showMorePosts
  case replies, peopleInCircle, voters
  case newReplies, newMessages, allComments, photos
}

/// The plural categories of CLDR. A table that gives no other form for a text has to give all of these.
public enum PluralForm: CaseIterable, Sendable {
  case zero
  case one
  case two
  case few
  case many
  case other
}
