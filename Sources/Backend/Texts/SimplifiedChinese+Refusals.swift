import Localization
import Social

extension SimplifiedChinese {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "这里不允许这样做。"
    case .signedOut: text(Phrase.signInAgain)
    case .membersOnly: "仅成员可见，请先登录。"
    case .signInExpired: text(LaterPhrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "当前密码不正确。"
    case .onlyOwner: "社区需要一位所有者。请先让另一个人成为所有者。"
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .textTooLong: "文字太长。"
    case .pictureNotFound: "有一张图片已不在服务器上，请重新添加。"
    case .pictureNotReady: "有一张图片还没有准备好，请稍后再试。"
    case .unusablePicture: "这张图片无法使用，请换一张。"
    case .unusableAvatar: "这张头像无法使用，请换一张。"
    case .unusableCover: "这张封面无法使用，请换一张。"
    case .noRoom: "你的图片空间已用完。"
    case .tooManyCircles: "分组数量已达上限。"
    case .circleFull: "此分组人数已达上限。"
    case .tooManyAlbums: "相簿数量已达上限。"
    case .albumFull: "此相簿的帖子数量已达上限。"
    case .pollEnded: "此投票已结束。"
    case .alreadyVoted: "你已经投过票了。"
    case .mentionOutside: "你提到了看不到这条帖子的人。请删除该提及。"
    case .invalidClientName: "请输入 1 至 200 个字符的名称。"
    case .invalidWebsite: "请输入以 https:// 开头的完整网址。"
    case .invalidCallback: "请输入完整的地址，例如 tweetbook://signed-in。最多五个。"
    case .invalidKey: "密钥须为 1 至 100 个英文字母、数字或符号，不含空格。"
    case .invalidSecret: "机密须为 1 至 200 个英文字母、数字或符号，不含空格。"
    case .keyTaken: "已有应用使用此密钥。"
    case .tooManyClients: "应用数量已达上限，请先移除一个。"
    case .diskTooSmall: "服务器磁盘的可用空间不足，无法备份。"
    case .invalidEmail: "这不是有效的邮箱地址。"
    }
  }
}
