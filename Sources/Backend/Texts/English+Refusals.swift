import Localization
import Social

extension English {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "This isn’t allowed here."
    case .signedOut: text(Phrase.signInAgain)
    case .membersOnly: "Only members can see this. Sign in to go on."
    case .signInExpired: text(LaterPhrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "The current password is wrong."
    case .onlyOwner: "The community needs an owner. First make somebody else an owner."
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .textTooLong: "The text is too long."
    case .pictureNotFound: "A picture is no longer on the server. Add it again."
    case .pictureNotReady: "A picture isn’t ready yet. Try again in a moment."
    case .unusablePicture: "This picture can’t be used. Choose another one."
    case .unusableAvatar: "The profile picture can’t be used. Choose another one."
    case .unusableCover: "The cover photo can’t be used. Choose another one."
    case .noRoom: "Your space for pictures is used up."
    case .tooManyCircles: "You have as many circles as possible."
    case .circleFull: "No more people fit into this circle."
    case .tooManyAlbums: "You have as many albums as possible."
    case .albumFull: "No more posts fit into this album."
    case .pollEnded: "This poll has ended."
    case .alreadyVoted: "You have already voted in this poll."
    case .mentionOutside: "You mention somebody who doesn’t see this post. Take the mention out."
    case .invalidClientName: "Enter a name of 1 to 200 characters."
    case .invalidWebsite: "Enter a whole address that begins with https://"
    case .invalidCallback: "Enter whole addresses, such as tweetbook://signed-in. Five at most."
    case .invalidKey: "The key has 1 to 100 Latin letters, digits or signs, without spaces."
    case .invalidSecret: "The secret has 1 to 200 Latin letters, digits or signs, without spaces."
    case .keyTaken: "Another app has this key already."
    case .tooManyClients: "There are as many apps as possible. Remove one first."
    case .diskTooSmall: "The server’s disk has too little free space for a backup."
    case .invalidEmail: "This isn’t an e-mail address."
    }
  }
}
