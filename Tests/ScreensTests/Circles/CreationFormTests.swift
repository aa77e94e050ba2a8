import Social
import Testing

@testable import Localization
@testable import Screens

/// The form that makes circles and named albums, and the choice of those that hold something.
struct CreationFormTests {
  @Test func `NEW_22 a form keeps what wasn't made, and is empty after what was`() {
    var form = CreationForm()
    let begun = [" \u{200B}", "Sea", "Sea"].map { form.begin($0) }
    #expect(begun == [false, true, false], "nothing blank, and one at a time")
    form.finish("Sea", .failure(.unreachable), isMade: false)
    #expect(form.title == "Sea" && form.problem == Message(.unreachable) && !form.isRunning)
    let isBegun = form.begin("Sea")
    #expect(isBegun && form.problem == nil)
    form.finish("Sea", .text("?"), isMade: false)
    #expect(form.problem == LoadFailure.unreadable.message && form.count == 0)
    form.finish("Sea", .text("{}"), isMade: true)
    #expect(form.count == 1 && form.title.isEmpty && form.problem == nil)
  }

  @Test func `NEW_22 an id is chosen once, and no longer`() {
    var chosen = ["1", "2"]
    chosen.turn("1", true)
    #expect(chosen == ["2", "1"])
    chosen.toggle("2")
    chosen.toggle("3")
    #expect(chosen == ["1", "3"])
    chosen.turn("4", false)
    #expect(chosen == ["1", "3"])
  }
}
