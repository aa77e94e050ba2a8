import Contracts
import JSON
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests that posts of a Moments page say who sees them, and lead to their polls.
struct MomentsAudienceTests {
  private static func html(
    _ post: MomentsPost, _ language: Language = .english, at origin: Origin = .own(.made()),
    isUncovered: Bool = false
  ) -> String {
    var state = Moments.State(
      rendered: .made("ada"), posts: [post], isComplete: true, origin: origin, isRoot: false)
    if isUncovered { state.uncovered.insert("p7") }
    for case .post(let cell) in Moments.view(state, .made(language)).cells.all where cell.key == "p7" {
      return cell.html(Strings(language)).text
    }
    return ""
  }

  private static func post(_ visibility: Visibility, _ circles: [Post.ChosenCircle] = []) -> MomentsPost {
    var post = MomentsPost.made("7", at: noon)
    (post.visibility, post.circles) = (visibility, circles)
    return post
  }

  private static func asking() -> MomentsPost {
    var post = MomentsPost.made("7", text: "Which day?", at: noon)
    post.hasPoll = true
    return post
  }

  @Test(arguments: Language.allCases)
  func `NEW_17 a post that isn't public says beside its time who sees it, in the words of home`(
    language: Language
  ) {
    let strings = Strings(language)
    #expect(!Self.html(Self.post(.everybody), language).contains("seers"))
    for visibility in Visibility.allCases where visibility != .everybody {
      let html = Self.html(Self.post(visibility), language)
      let words = HTML { visibility.append(to: &$0, [], strings) }.text
      #expect(html.contains("</time>" + words) && words.contains(strings[visibility.name]), "\(html)")
    }
  }

  @Test func `NEW_17 the author reads the names of the circles, as text`() {
    let html = Self.html(
      Self.post(.circles, [Post.ChosenCircle(id: "1", name: "<b>Family", isExcepted: false)]))
    #expect(html.contains("<bdi>&lt;b&gt;Family</bdi>") && !html.contains("Some people"), "\(html)")
    #expect(Self.html(Self.post(.circles)).contains("<span>Some people</span>"))
  }

  @Test func `NEW_21 a post with a poll has a row that leads to its thread`() {
    let html = Self.html(Self.asking())
    #expect(
      html.contains(
        #"<a class="link file" href="/@ada/7" data-tap="thread:p7">"#
          + "Poll: open the post to see it or vote</a>"), "\(html)")
    #expect(!Self.html(.made("7")).contains("link file"))
    let tap = Moments.Tap(EncodedTap(text: "thread:p7"))
    #expect(tap == .thread(key: "p7"))
    var store = TestStore.loaded([Self.asking()])
    store.send(
      .tapped(.thread(key: "p7")), effects: { _ in [.open(.thread(id: "7", nil, handle: "ada"))] })
    store.send(.tapped(.thread(key: "p8")))
  }

  @Test func `NEW_21 a poll behind a warning shows with the text`() {
    var post = Self.asking()
    post.warning = "Plans"
    #expect(!Self.html(post).contains("Poll"))
    #expect(Self.html(post, isUncovered: true).contains("Poll:"))
  }

  @Test func `NEW_21 a poll on another server, and one on its way, lead nowhere`() {
    let elsewhere = Self.html(Self.asking(), at: .other(.made("https://moments.example")))
    #expect(elsewhere.contains(#"<p class="file">Poll</p>"#), "\(elsewhere)")
    #expect(!elsewhere.contains("thread:"))
    var draft = Draft(text: "Which day?", visibility: .members)
    draft.poll = DraftPoll()
    let item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    let waiting = MomentsPost(item, of: .made())
    #expect(waiting.hasPoll && waiting.visibility == .members)
    let sent = Post(id: "9", author: SamplePosts.me, content: .text("Which day?"), visibility: .followers)
    let shown = MomentsPost(item, of: .made(), as: sent, at: noon)
    #expect(!shown.hasPoll && shown.visibility == .followers, "the server's word counts")
  }

  @Test func `NEW_17 a change of the audience shows at once`() {
    let store = EntityStore()
    let stored = store.receive(Self.post(.everybody), asked: SamplePosts.at(1))
    var changed = Post(id: "7", author: SamplePosts.me, content: .text("Hello"), visibility: .members)
    store.receive(changed: changed, asked: SamplePosts.at(2))
    #expect(stored.post.visibility == .members)
    changed.visibility = .circles
    changed.circles = [Post.ChosenCircle(id: "1", name: "Family", isExcepted: false)]
    store.receive(changed: changed, asked: SamplePosts.at(3))
    #expect(stored.post.visibility == .circles && stored.post.circles == changed.circles)
  }

  @Test func `NEW_17 a page that the device stores has audiences and polls`() throws {
    var post = Self.post(.circles, [Post.ChosenCircle(id: "1", name: "Family", isExcepted: false)])
    post.hasPoll = true
    var writer = JSONWriter()
    MomentsEncoder().post(post, &writer)
    let read = try MomentsDecoder(origin: .own(.made())).post(JSON(parsing: writer.bytes)).get()
    #expect(read == post)
  }
}
