import Testing

@testable import Localization
@testable import Screens

/// The server's pages for signing in and joining, which are not screens of the app.
struct AuthLook {
  let name: String
  let page: AuthPage

  static let all: [AuthLook] = [
    AuthLook(name: "auth-authorize", page: AuthPageTests.authorization()),
    AuthLook(name: "auth-authorize-problem", page: AuthPageTests.authorization(problem: .wrongPassword)),
    AuthLook(name: "auth-authorize-member", page: AuthPageTests.authorization(member: "anna")),
    AuthLook(name: "auth-sign-in", page: AuthPageTests.authorization(preview: Looks.preview(.open))),
    AuthLook(
      name: "auth-sign-in-problem",
      page: AuthPageTests.authorization(problem: .wrongPassword, preview: Looks.preview(.invitation))),
    AuthLook(
      name: "auth-sign-in-member",
      page: AuthPageTests.authorization(member: "anna", preview: Looks.preview(.closed))),
    AuthLook(name: "auth-code", page: .code(String(repeating: "aB3-", count: 11), client: "A program")),
    AuthLook(
      name: "auth-join",
      page: .join(.init(form: .init(action: "/join/x", hidden: []), title: "Choir", isOwner: false))),
    AuthLook(
      name: "auth-set-up",
      page: .join(
        .init(
          form: .init(action: "/join/x", hidden: []), title: "Choir", isOwner: true, problem: .takenUsername))
    ),
    AuthLook(name: "auth-joined", page: .joined(username: "anna")),
    AuthLook(
      name: "auth-new-password",
      page: .newPassword(
        .init(form: .init(action: "/reset/x", hidden: []), username: "anna", problem: .shortPassword))),
    AuthLook(name: "auth-about", page: AuthPageTests.about),
    AuthLook(name: "auth-filling", page: .filling(done: 12, count: 74)),
    AuthLook(
      name: "auth-problem", page: .problem(.unknownProgram, help: .unknownProgramHelp, detail: "redirect_uri")
    ),
  ]
}
