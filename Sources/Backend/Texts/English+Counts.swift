import Localization

/// Counts, and names of months.
extension English {
  static func text(_ phrase: CountPhrase, _ form: PluralForm) -> StaticString {
    switch (phrase, form) {
    case (.seconds, .one): "{0} second"
    case (.seconds, _): "{0} seconds"
    case (.minutes, .one): "{0} minute"
    case (.minutes, _): "{0} minutes"
    case (.hours, .one): "{0} hour"
    case (.hours, _): "{0} hours"
    case (.days, .one): "{0} day"
    case (.days, _): "{0} days"
    case (.weeks, .one): "{0} week"
    case (.weeks, _): "{0} weeks"
    case (.months, .one): "{0} month"
    case (.months, _): "{0} months"
    case (.years, .one): "{0} year"
    case (.years, _): "{0} years"
    case (.reposts, .one): "{0} repost"
    case (.reposts, _): "{0} reposts"
    case (.favourites, .one): "{0} like"
    case (.favourites, _): "{0} likes"
    case (.newPosts, .one): "{0} new post"
    case (.newPosts, _): "{0} new posts"
    case (.posts, .one): "{0} post"
    case (.posts, _): "{0} posts"
    case (.followingCount, _): "{0} following"
    case (.followers, .one): "{0} follower"
    case (.followers, _): "{0} followers"
    case (.minutesShort, _): "{0}m"
    case (.hoursShort, _): "{0}h"
    case (.charactersLeft, .one): "{0} character left"
    case (.charactersLeft, _): "{0} characters left"
    case (.charactersOver, .one): "{0} character too many"
    case (.charactersOver, _): "{0} characters too many"
    case (.leftOut, .one): "{0} item was left out"
    case (.leftOut, _): "{0} items were left out"
    case (.others, .one): "{0} other"
    case (.others, _): "{0} others"
    case (.newNotifications, .one): "{0} new notification"
    case (.newNotifications, _): "{0} new notifications"
    case (.showMorePosts, .one): "Show {0} more post"
    case (.showMorePosts, _): "Show {0} more posts"
    case (.replies, .one): "{0} reply"
    case (.replies, _): "{0} replies"
    case (.peopleInCircle, .one): "{0} person"
    case (.peopleInCircle, _): "{0} people"
    case (.voters, .one): "{0} person voted"
    case (.voters, _): "{0} people voted"
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
