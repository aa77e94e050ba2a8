import Localization

/// Counts.
extension SimplifiedChinese {
  static func text(_ phrase: CountPhrase) -> StaticString {
    switch phrase {
    case .seconds: "{0}秒钟"
    case .minutes: "{0}分钟"
    case .hours: "{0}小时"
    case .days: "{0}天"
    case .weeks: "{0}周"
    case .months: "{0}个月"
    case .years: "{0}年"
    case .reposts: "{0}次转发"
    case .favourites: "{0}个赞"
    case .newPosts: "{0}条新帖子"
    case .posts: "{0}条帖子"
    case .followingCount: "{0} 正在关注"
    case .followers: "{0} 关注者"
    case .minutesShort: "{0}分钟"
    case .hoursShort: "{0}小时"
    case .charactersLeft: "还可以写{0}个字"
    case .charactersOver: "超出{0}个字"
    case .leftOut: "略过了{0}项"
    case .others: "另外{0}人"
    case .newNotifications: "{0}条新通知"
    case .showMorePosts: "再显示{0}条"
    case .replies: "{0}条回复"
    case .peopleInCircle: "{0}人"
    case .voters: "{0} 人已投票"
    case .newReplies: "{0}条新回复"
    case .newMessages: "{0}条新消息"
    case .allComments: "查看全部{0}条评论"
    case .photos: "{0}张图片"
    }
  }
}
