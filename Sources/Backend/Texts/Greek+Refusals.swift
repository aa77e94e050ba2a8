import Localization
import Social

extension Greek {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "Αυτό δεν επιτρέπεται εδώ."
    case .signedOut: text(Phrase.signInAgain)
    case .membersOnly: "Το βλέπουν μόνο τα μέλη. Συνδεθείτε για να συνεχίσετε."
    case .signInExpired: text(LaterPhrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "Ο τρέχων κωδικός δεν είναι σωστός."
    case .onlyOwner: "Η κοινότητα χρειάζεται ιδιοκτήτη. Ορίστε πρώτα κάποιον άλλον ιδιοκτήτη."
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .textTooLong: "Το κείμενο είναι πολύ μεγάλο."
    case .pictureNotFound: "Μια εικόνα δεν υπάρχει πια στον διακομιστή. Προσθέστε την ξανά."
    case .pictureNotReady: "Μια εικόνα δεν είναι ακόμη έτοιμη. Δοκιμάστε ξανά σε λίγο."
    case .unusablePicture: "Αυτή η εικόνα δεν μπορεί να χρησιμοποιηθεί. Επιλέξτε άλλη."
    case .unusableAvatar: "Η εικόνα προφίλ δεν μπορεί να χρησιμοποιηθεί. Επιλέξτε άλλη."
    case .unusableCover: "Η φωτογραφία εξωφύλλου δεν μπορεί να χρησιμοποιηθεί. Επιλέξτε άλλη."
    case .noRoom: "Ο χώρος σας για εικόνες έχει εξαντληθεί."
    case .tooManyCircles: "Έχετε όσους κύκλους γίνεται."
    case .circleFull: "Δεν χωράνε άλλα άτομα σε αυτόν τον κύκλο."
    case .tooManyAlbums: "Έχετε όσα άλμπουμ γίνεται."
    case .albumFull: "Δεν χωράνε άλλες δημοσιεύσεις σε αυτό το άλμπουμ."
    case .pollEnded: "Αυτή η δημοσκόπηση έληξε."
    case .alreadyVoted: "Έχετε ήδη ψηφίσει σε αυτή τη δημοσκόπηση."
    case .mentionOutside: "Αναφέρετε κάποιον που δεν βλέπει αυτή τη δημοσίευση. Αφαιρέστε την αναφορά."
    case .invalidClientName: "Γράψτε ένα όνομα με 1 έως 200 χαρακτήρες."
    case .invalidWebsite: "Γράψτε μια πλήρη διεύθυνση που αρχίζει με https://"
    case .invalidCallback: "Γράψτε πλήρεις διευθύνσεις, όπως tweetbook://signed-in. Το πολύ πέντε."
    case .invalidKey: "Το κλειδί έχει 1 έως 100 λατινικά γράμματα, ψηφία ή σύμβολα, χωρίς κενά."
    case .invalidSecret: "Το μυστικό έχει 1 έως 200 λατινικά γράμματα, ψηφία ή σύμβολα, χωρίς κενά."
    case .keyTaken: "Μια άλλη εφαρμογή έχει ήδη αυτό το κλειδί."
    case .tooManyClients: "Δεν χωρούν άλλες εφαρμογές. Διαγράψτε πρώτα μία."
    case .diskTooSmall: "Ο δίσκος του διακομιστή δεν έχει αρκετό ελεύθερο χώρο για αντίγραφο ασφαλείας."
    case .invalidEmail: "Αυτή δεν είναι διεύθυνση ηλεκτρονικού ταχυδρομείου."
    }
  }
}
