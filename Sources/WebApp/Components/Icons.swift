import Markup

/// Drawings of the bars and buttons, 24 × 24, in the colour of the surrounding text.
enum Icon: CaseIterable {
  case back
  case close
  case settings
  case heart
  case comment
  case camera
  case globe
  case warning
  case bin
  case home
  case moments
  case bell
  case mentions
  case person
  case reply
  case repost
  case favourite
  case bookmark
  case more
  case locked
  case pen
  /// A pinned post.
  case pin
  /// A location.
  case mapPin
  case menu
  case accounts
  case picture
  case search
  case share
  case download

  func append(to html: inout HTML) {
    switch self {
    case .back:
      html.literal(
        #"<svg class="icon mirrored" viewBox="0 0 24 24" aria-hidden="true"><path d="M15.5 3.5 7 12l8.5 8.5"/></svg>"#
      )
    case .search:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>"#
      )
    case .share:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 15V3.5M8 7l4-3.500L16 7M7 10.500H5v10h14v-10h-2"/></svg>"#
      )
    case .download:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3.500V15M8 11.500l4 3.500 4-3.500M5 16v4.500h14V16"/></svg>"#
      )
    case .close:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 5 14 14M19 5 5 19"/></svg>"#)
    case .settings:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 7h8m6 0h4M3 17h4m6 0h8"/><circle cx="14" cy="7" r="2.7"/><circle cx="10" cy="17" r="2.7"/></svg>"#
      )
    case .heart:
      html.literal(
        #"<svg class="icon heart" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20S3.5 14.8 3.5 9A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 5.800-8.500 11-8.500 11Z"/></svg>"#
      )
    case .comment:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v11H11l-4 3.500V16H4Z"/></svg>"#
      )
    case .camera:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M3.500 7.500h4L9 5h6l1.500 2.500h4v11h-17Z"/><circle cx="12" cy="12.800" r="3.400"/></svg>"#
      )
    case .globe:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.500"/><path d="M3.500 12h17M12 3.500c-5 5.500-5 11.500 0 17 5-5.500 5-11.500 0-17"/></svg>"#
      )
    case .warning:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4 3 20h18ZM12 10v4.500m0 2.700v.1"/></svg>"#
      )
    case .bin:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 7h14M9.500 7V4.500h5V7M7 7l.8 12.500h8.400L17 7"/></svg>"#
      )
    case .home:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1Z"/></svg>"#
      )
    case .moments:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="3.2"/><path d="M12 3.5c3 1 4.5 3 3.2 8.5M20.5 12c-1 3-3 4.5-8.5 3.2M12 20.5c-3-1-4.5-3-3.2-8.5M3.5 12c1-3 3-4.5 8.5-3.2"/></svg>"#
      )
    case .bell:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 17.500h14l-1.500-2.500V10.500a5.500 5.500 0 0 0-11 0V15Zm5 0a2 2 0 0 0 4 0"/></svg>"#
      )
    case .mentions:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="3.7"/><path d="M15.7 8.5v5c0 3.2 4.8 2.9 4.8-1.5A8.5 8.5 0 1 0 17 18.9"/></svg>"#
      )
    case .person:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4"/><path d="M4.5 20c.5-4.5 3.5-6.5 7.5-6.5s7 2 7.5 6.5Z"/></svg>"#
      )
    case .reply:
      html.literal(
        #"<svg class="icon reply" viewBox="0 0 24 24" aria-hidden="true"><path d="M4.5 11.5c0-3.900 3.400-7 7.500-7s7.500 3.100 7.500 7-3.400 7-7.500 7c-1 0-2-.2-2.900-.5L5 19.500l1-3.400a6.700 6.700 0 0 1-1.500-4.600Z"/></svg>"#
      )
    case .repost:
      html.literal(
        #"<svg class="icon repost" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 9.500h11.500a2.500 2.500 0 0 1 2.500 2.500v1M8 6 4.500 9.500 8 13M19 14.500H7.500A2.500 2.500 0 0 1 5 12m11 6 3.500-3.500L16 11"/></svg>"#
      )
    case .favourite:
      html.literal(
        #"<svg class="icon favourite" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20S3.500 14.800 3.500 9A4.600 4.600 0 0 1 12 6.600 4.600 4.600 0 0 1 20.500 9c0 5.800-8.500 11-8.500 11Z"/></svg>"#
      )
    case .bookmark:
      html.literal(
        #"<svg class="icon bookmark" viewBox="0 0 24 24" aria-hidden="true"><path d="M6.500 4.500h11v15L12 15.500l-5.500 4Z"/></svg>"#
      )
    case .more:
      html.literal(
        #"<svg class="icon more" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12h.01M12 12h.01M18 12h.01"/></svg>"#
      )
    case .locked:
      html.literal(
        #"<svg class="icon locked" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 11h12v8.500H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3"/></svg>"#
      )
    case .pin:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4h8M9.500 4v6L6 13.500h12L14.500 10V4M12 13.500v7"/></svg>"#
      )
    case .mapPin:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21s-6.500-5.800-6.500-11a6.500 6.500 0 0 1 13 0c0 5.200-6.500 11-6.500 11Z"/><circle cx="12" cy="10" r="2.400"/></svg>"#
      )
    case .menu:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg>"#
      )
    case .accounts:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="9.500" cy="8.500" r="3.500"/><path d="M3 19.500c.4-4 3-5.500 6.500-5.500s6.100 1.500 6.500 5.500ZM15.500 5a3.500 3.500 0 0 1 0 7M18 14.500c2 .7 2.800 2.500 3 5"/></svg>"#
      )
    case .picture:
      html.literal(
        #"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v14H4Zm0 11 5-5 4.500 4.500L16 13l4 4"/><circle cx="15.500" cy="9" r="1.500"/></svg>"#
      )
    case .pen:
      html.literal(
        #"<svg class="icon pen" viewBox="0 0 24 24" aria-hidden="true"><path d="M4.500 19.500l1-4L16 5a2 2 0 0 1 3 3L8.500 18.500Zm10-13 3 3"/></svg>"#
      )
    }
  }
}
