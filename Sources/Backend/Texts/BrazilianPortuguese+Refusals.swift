import Localization
import Social

extension BrazilianPortuguese {
  static func text(_ refusal: Refusal) -> StaticString {
    switch refusal {
    case .notFound: text(Phrase.notThere)
    case .notAllowed: "Isto não é permitido aqui."
    case .signedOut: text(Phrase.signInAgain)
    case .membersOnly: "Só membros podem ver isto. Entre para continuar."
    case .signInExpired: text(LaterPhrase.signInStale)
    case .tooManyRequests: text(AuthPhrase.tooManyAttempts)
    case .serverTrouble: text(Phrase.serverTroubleHelp)
    case .wrongPassword: "A senha atual está incorreta."
    case .onlyOwner: "A comunidade precisa de um proprietário. Primeiro, torne outra pessoa proprietária."
    case .passwordTooShort: text(AuthPhrase.shortPassword)
    case .passwordTooLong: text(AuthPhrase.longPassword)
    case .passwordTooCommon: text(AuthPhrase.commonPassword)
    case .textTooLong: "O texto é longo demais."
    case .pictureNotFound: "Uma foto não está mais no servidor. Adicione-a de novo."
    case .pictureNotReady: "Uma foto ainda não está pronta. Tente de novo daqui a pouco."
    case .unusablePicture: "Esta foto não pode ser usada. Escolha outra."
    case .unusableAvatar: "A foto do perfil não pode ser usada. Escolha outra."
    case .unusableCover: "A foto de capa não pode ser usada. Escolha outra."
    case .noRoom: "Seu espaço para fotos acabou."
    case .tooManyCircles: "Você já tem o máximo de círculos."
    case .circleFull: "Não cabem mais pessoas neste círculo."
    case .tooManyAlbums: "Você já tem o máximo de álbuns."
    case .albumFull: "Não cabem mais publicações neste álbum."
    case .pollEnded: "Esta enquete terminou."
    case .alreadyVoted: "Você já votou nesta enquete."
    case .mentionOutside: "Você menciona alguém que não vê esta publicação. Remova a menção."
    case .invalidClientName: "Digite um nome de 1 a 200 caracteres."
    case .invalidWebsite: "Digite um endereço completo, que comece com https://"
    case .invalidCallback: "Digite endereços completos, como tweetbook://signed-in. No máximo cinco."
    case .invalidKey: "A chave tem de 1 a 100 letras latinas, dígitos ou símbolos, sem espaços."
    case .invalidSecret: "O segredo tem de 1 a 200 letras latinas, dígitos ou símbolos, sem espaços."
    case .keyTaken: "Outro app já tem esta chave."
    case .tooManyClients: "Há o máximo possível de apps. Remova um primeiro."
    case .diskTooSmall: "O disco do servidor não tem espaço livre suficiente para um backup."
    case .invalidEmail: "Este não é um endereço de e-mail."
    }
  }
}
