import Localization
import Social

extension Arabic {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "هذا غير مسموح به هنا."
    case .signedOut: text(Phrase.signInAgain)
    case .membersOnly: "هذا للأعضاء فقط. سجّل الدخول للمتابعة."
    case .signInExpired: text(LaterPhrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "كلمة المرور الحالية غير صحيحة."
    case .onlyOwner: "يحتاج المجتمع إلى مالك. عيّن شخصًا آخر مالكًا أولًا."
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .textTooLong: "النص طويل جدًا."
    case .pictureNotFound: "إحدى الصور لم تعد على الخادم. أضفها مجددًا."
    case .pictureNotReady: "إحدى الصور ليست جاهزة بعد. حاول مجددًا بعد قليل."
    case .unusablePicture: "لا يمكن استخدام هذه الصورة. اختر غيرها."
    case .unusableAvatar: "لا يمكن استخدام صورة الملف الشخصي. اختر غيرها."
    case .unusableCover: "لا يمكن استخدام صورة الغلاف. اختر غيرها."
    case .noRoom: "نفدت المساحة المخصصة لصورك."
    case .tooManyCircles: "لديك أكبر عدد ممكن من الدوائر."
    case .circleFull: "لا تتسع هذه الدائرة لمزيد من الأشخاص."
    case .tooManyAlbums: "لديك أكبر عدد ممكن من الألبومات."
    case .albumFull: "لا يتسع هذا الألبوم لمزيد من المنشورات."
    case .pollEnded: "انتهى هذا الاستطلاع."
    case .alreadyVoted: "لقد صوّتَّ في هذا الاستطلاع من قبل."
    case .mentionOutside: "ذكرتَ شخصًا لا يرى هذا المنشور. أزل الإشارة إليه."
    case .invalidClientName: "أدخل اسمًا من 1 إلى 200 حرف."
    case .invalidWebsite: "أدخل عنوانًا كاملًا يبدأ بـ https://"
    case .invalidCallback: "أدخل عناوين كاملة، مثل tweetbook://signed-in. خمسة على الأكثر."
    case .invalidKey: "يتكون المفتاح من 1 إلى 100 من الحروف اللاتينية أو الأرقام أو الرموز، دون مسافات."
    case .invalidSecret: "يتكون السر من 1 إلى 200 من الحروف اللاتينية أو الأرقام أو الرموز، دون مسافات."
    case .keyTaken: "هذا المفتاح لتطبيق آخر بالفعل."
    case .tooManyClients: "بلغ عدد التطبيقات الحد الأقصى. أزل أحدها أولًا."
    case .diskTooSmall: "لا تكفي المساحة الحرة على قرص الخادم لنسخة احتياطية."
    case .invalidEmail: "هذا ليس عنوان بريد إلكتروني."
    }
  }
}
