import Markup

/// Drawings of the bars and buttons, 24 × 24, in the colour of the text around them.
enum Icon {
  case back
  case close
  case settings
  case heart

  func append(to html: inout HTML) {
    switch self {
    case .back:
      html.literal(
        #"<svg class="icon mirrored" viewBox="0 0 24 24" aria-hidden="true"><path d="M15.5 3.5 7 12l8.5 8.5"/></svg>"#)
    case .close:
      html.literal(#"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 5 14 14M19 5 5 19"/></svg>"#)
    case .settings:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 7h8m6 0h4M3 17h4m6 0h8"/><circle cx="14" cy="7" r="2.7"/><circle cx="10" cy="17" r="2.7"/></svg>"#
      )
    case .heart:
      html.literal(
        #"<svg class="icon heart" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20S3.5 14.8 3.5 9A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 5.800-8.500 11-8.500 11Z"/></svg>"#
      )
    }
  }
}
