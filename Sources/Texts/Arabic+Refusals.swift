import Screens
import Social

extension Arabic {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "هذا غير مسموح به هنا."
    case .signedOut: text(Phrase.signInAgain)
    case .signInExpired: text(Phrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "كلمة المرور الحالية غير صحيحة."
    case .onlyOwner: "أنت وحدك تدير هذا المجتمع. يجب أن يديره شخص آخر أيضًا قبل حذف حسابك."
    case .invalidUsername: text(AuthPhrase.badUsername)
    case .reservedUsername: text(AuthPhrase.reservedUsername)
    case .takenUsername: text(AuthPhrase.takenUsername)
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .nameTooLong: text(AuthPhrase.longName)
    case .bioTooLong: "النبذة عنك طويلة جدًا."
    case .tooManyFields: "يمكن أن يحتوي الملف الشخصي على أربعة أسطر كحد أقصى."
    case .fieldTooLong: "أحد أسطر الملف الشخصي طويل جدًا."
    case .blankText: "اكتب شيئًا أولًا."
    case .textTooLong: "النص طويل جدًا."
    case .tooManyPictures: "في المنشور صور كثيرة جدًا."
    case .pictureNotFound: "إحدى الصور لم تعد على الخادم. أضفها مجددًا."
    case .pictureNotReady: "إحدى الصور ليست جاهزة بعد. حاول مجددًا بعد قليل."
    case .unusablePicture: "لا يمكن استخدام هذه الصورة. اختر غيرها."
    case .descriptionTooLong: "الوصف طويل جدًا."
    case .tooManyUploads: "صور كثيرة جدًا تنتظر النشر. انشر بعضها أو أزله أولًا."
    case .noRoom: "نفدت المساحة المخصصة لصورك."
    }
  }
}
