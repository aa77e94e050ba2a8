/// The passwords that attackers try first: those from the lists of each year that are long enough.
enum CommonPasswords {
  /// Returns true for a listed password in any case, or a listed word with digits or symbols after it. Also
  /// for two different characters at most, and for ascending or descending rows of digits or letters.
  static func contains(_ password: String) -> Bool {
    let scalars = Array(password.lowercased().unicodeScalars)
    if Set(scalars).count <= 2 { return true }
    let steps = zip(scalars, scalars.dropFirst()).map { Int($1.value) - Int($0.value) }
    // In `1234567890`, 0 follows 9.
    let isRow = [1, -1].contains { step in steps.allSatisfy { $0 == step || $0 == -9 * step } }
    if isRow { return true }
    let text = String(String.UnicodeScalarView(scalars))
    guard !list.contains(text) else { return true }
    let word = String(String.UnicodeScalarView(scalars.reversed().drop { !isLetter($0) }.reversed()))
    return words.contains(word)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static let list = Set(
    """
    11223344 12341234 123123123 112233445566 147258369 159753456 789456123 741852963 987654321 1029384756 1122334455
    12344321 123454321 123321123 123654789 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5
    zaq12wsx qazwsxedc qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 1qazxsw2 qwer1234 qwer4321 asdf1234
    asdfasdf qweasdzxc qweqweqwe abcd1234 abc12345 a1b2c3d4 aa123456 a1234567 a12345678 a123456789 q1234567 1234qwer
    123qweasd 123456789a 12345678a 1234567a 123456abc pass1234 passw0rd p@ssw0rd p@ssword pa$$word trustno1 5201314520
    woaini1314 woaini520 ji32k7au4a83 ncc1701d 88888888 147852369 password1234 letmein123
    """.split { $0 == " " || $0 == "\n" }.map { String($0) })

  private static let words = Set(
    """
    password passwort senha contraseña motdepasse qwerty qwertz azerty iloveyou iloveu sunshine princess football
    baseball basketball superman batman letmein welcome admin administrator monkey dragon master shadow michael jennifer
    michelle charlie jordan ashley nicole samantha computer internet whatever starwars pokemon naruto changeme default
    secret access hello freedom flower cheese summer winter spring liverpool chelsea arsenal barcelona realmadrid juventus
    corvette mercedes maverick mustang harley hunter killer ninja soccer hockey swiftlet test testtest guest user root
    asdfgh asdf zxcvbn qweasd woaini teamo teamomucho
    """.split { $0 == " " || $0 == "\n" }.map { String($0) })
}
