import Screens
import Social

extension Greek {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "Αυτό δεν επιτρέπεται εδώ."
    case .signedOut: text(Phrase.signInAgain)
    case .signInExpired: text(Phrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "Ο τρέχων κωδικός δεν είναι σωστός."
    case .onlyOwner:
      "Μόνο εσείς διαχειρίζεστε την κοινότητα. Πριν διαγραφεί ο λογαριασμός σας, πρέπει να τη διαχειρίζεται και κάποιος άλλος."
    case .invalidUsername: text(AuthPhrase.badUsername)
    case .reservedUsername: text(AuthPhrase.reservedUsername)
    case .takenUsername: text(AuthPhrase.takenUsername)
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .nameTooLong: text(AuthPhrase.longName)
    case .bioTooLong: "Το κείμενο για εσάς είναι πολύ μεγάλο."
    case .tooManyFields: "Το προφίλ μπορεί να έχει έως τέσσερις γραμμές."
    case .fieldTooLong: "Μια γραμμή του προφίλ είναι πολύ μεγάλη."
    case .blankText: "Γράψτε πρώτα κάτι."
    case .textTooLong: "Το κείμενο είναι πολύ μεγάλο."
    case .tooManyPictures: "Η δημοσίευση έχει πάρα πολλές εικόνες."
    case .pictureNotFound: "Μια εικόνα δεν υπάρχει πια στον διακομιστή. Προσθέστε την ξανά."
    case .pictureNotReady: "Μια εικόνα δεν είναι ακόμη έτοιμη. Δοκιμάστε ξανά σε λίγο."
    case .unusablePicture: "Αυτή η εικόνα δεν μπορεί να χρησιμοποιηθεί. Επιλέξτε άλλη."
    case .descriptionTooLong: "Η περιγραφή είναι πολύ μεγάλη."
    case .tooManyUploads: "Πάρα πολλές εικόνες περιμένουν δημοσίευση. Δημοσιεύστε ή αφαιρέστε πρώτα μερικές."
    case .noRoom: "Ο χώρος σας για εικόνες έχει εξαντληθεί."
    }
  }
}
