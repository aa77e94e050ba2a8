import Screens
import Social

extension BrazilianPortuguese {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "Isto não é permitido aqui."
    case .signedOut: text(Phrase.signInAgain)
    case .signInExpired: text(Phrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "A senha atual está incorreta."
    case .onlyOwner:
      "Só você administra esta comunidade. Outra pessoa precisa administrá-la antes que você exclua a sua conta."
    case .invalidUsername: text(AuthPhrase.badUsername)
    case .reservedUsername: text(AuthPhrase.reservedUsername)
    case .takenUsername: text(AuthPhrase.takenUsername)
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .nameTooLong: text(AuthPhrase.longName)
    case .bioTooLong: "O texto sobre você é longo demais."
    case .tooManyFields: "O perfil pode ter até quatro linhas."
    case .fieldTooLong: "Uma linha do perfil é longa demais."
    case .blankText: "Escreva algo primeiro."
    case .textTooLong: "O texto é longo demais."
    case .tooManyPictures: "A publicação tem fotos demais."
    case .pictureNotFound: "Uma foto não está mais no servidor. Adicione-a de novo."
    case .pictureNotReady: "Uma foto ainda não está pronta. Tente de novo daqui a pouco."
    case .unusablePicture: "Esta foto não pode ser usada. Escolha outra."
    case .descriptionTooLong: "A descrição é longa demais."
    case .tooManyUploads: "Há fotos demais à espera de uma publicação. Publique ou remova algumas antes."
    case .noRoom: "Seu espaço para fotos acabou."
    }
  }
}
