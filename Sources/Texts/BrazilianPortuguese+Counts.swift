import Screens

/// Counts, and names of months.
extension BrazilianPortuguese {
  static func text(_ phrase: CountPhrase, _ form: PluralForm) -> StaticString {
    switch (phrase, form) {
    case (.seconds, .one): "{0} segundo"
    case (.seconds, _): "{0} segundos"
    case (.minutes, .one): "{0} minuto"
    case (.minutes, _): "{0} minutos"
    case (.hours, .one): "{0} hora"
    case (.hours, _): "{0} horas"
    case (.days, .one): "{0} dia"
    case (.days, _): "{0} dias"
    case (.weeks, .one): "{0} semana"
    case (.weeks, _): "{0} semanas"
    case (.months, .one): "{0} mês"
    case (.months, _): "{0} meses"
    case (.years, .one): "{0} ano"
    case (.years, _): "{0} anos"
    case (.reposts, .one): "{0} republicação"
    case (.reposts, .many): "{0} de republicações"
    case (.reposts, _): "{0} republicações"
    case (.favourites, .one): "{0} favorito"
    case (.favourites, .many): "{0} de favoritos"
    case (.favourites, _): "{0} favoritos"
    case (.newPosts, .one): "{0} nova publicação"
    case (.newPosts, _): "{0} novas publicações"
    case (.posts, .one): "{0} publicação"
    case (.posts, .many): "{0} de publicações"
    case (.posts, _): "{0} publicações"
    case (.followingCount, _): "Segue {0}"
    case (.followers, .one): "{0} seguidor"
    case (.followers, .many): "{0} de seguidores"
    case (.followers, _): "{0} seguidores"
    case (.minutesShort, _): "{0} min"
    case (.hoursShort, _): "{0} h"
    case (.charactersLeft, .one): "Resta {0} caractere"
    case (.charactersLeft, _): "Restam {0} caracteres"
    case (.charactersOver, .one): "{0} caractere a mais"
    case (.charactersOver, _): "{0} caracteres a mais"
    case (.leftOut, .one): "{0} item foi omitido"
    case (.leftOut, .many): "{0} de itens foram omitidos"
    case (.leftOut, _): "{0} itens foram omitidos"
    case (.others, .one): "mais {0} pessoa"
    case (.others, .many): "mais {0} de pessoas"
    case (.others, _): "mais {0} pessoas"
    case (.newNotifications, .one): "{0} nova notificação"
    case (.newNotifications, .many): "{0} de novas notificações"
    case (.newNotifications, _): "{0} novas notificações"
    case (.showMorePosts, .one): "Mostrar mais {0} publicação"
    case (.showMorePosts, .many): "Mostrar mais {0} de publicações"
    case (.showMorePosts, _): "Mostrar mais {0} publicações"
    }
  }

  static func month(_ month: Int) -> StaticString {
    switch month {
    case 1: "jan."
    case 2: "fev."
    case 3: "mar."
    case 4: "abr."
    case 5: "mai."
    case 6: "jun."
    case 7: "jul."
    case 8: "ago."
    case 9: "set."
    case 10: "out."
    case 11: "nov."
    default: "dez."
    }
  }
}
