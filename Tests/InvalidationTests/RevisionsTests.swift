import Testing

@testable import Invalidation

@Suite struct RevisionsTests {
  private func slots(_ tags: CacheTag...) -> Dependencies.Slots { Dependencies.Slots(tags) }

  @Test func `NEW_16 a change outdates what depends on what it concerns, and nothing else`() {
    let revisions = Revisions()
    let before = revisions.latest
    #expect(revisions.areCurrent(slots(.post(1)), asOf: before))
    revisions.publish(ChangeNotice([.post(1)]))
    #expect(!revisions.areCurrent(slots(.post(2), .post(1)), asOf: before))
    #expect(revisions.areCurrent(slots(.post(2), .account(1), .tag("a")), asOf: before))
    #expect(revisions.areCurrent(slots(.post(1)), asOf: revisions.latest))
  }

  @Test func `NEW_16 what touches everybody outdates also what depends on nothing`() {
    let revisions = Revisions()
    let before = revisions.latest
    revisions.publish(.everything)
    #expect(!revisions.areCurrent(Dependencies.Slots(), asOf: before))
    #expect(revisions.areCurrent(Dependencies.Slots(), asOf: revisions.latest))
  }

  @Test func `NEW_16 a notice of nothing changes nothing`() {
    let revisions = Revisions()
    revisions.publish(ChangeNotice())
    #expect(revisions.latest == 0)
  }

  @Test func `NEW_16 every change but of what lets people in is a change of anything`() {
    for kind in CacheTagKind.allCases where kind != .everything {
      var notice = ChangeNotice()
      notice.insert(kind: kind, id: 5)
      #expect(notice.slots.contains(CacheTag.anything.slot) == (kind != .access))
    }
  }

  @Test func `NEW_16 a change of more than 4,096 tags is one that touches everybody`() {
    var notice = ChangeNotice()
    for id in 0..<4000 { notice.insert(kind: .post, id: Int64(id)) }
    #expect(!notice.touchesEverything)
    var other = ChangeNotice()
    for id in 4000..<5000 { other.insert(kind: .post, id: Int64(id)) }
    notice.formUnion(other)
    #expect(notice.touchesEverything)
  }

  @Test func `NEW_16 a read depends on what it names and adds`() {
    let silent = DependencyRecorder(.declaredWhileReading)
    #expect(silent.slots == slots(.anything))
    let known = DependencyRecorder(.declaredWhileReading)
    known.depend(on: slots(.post(1)))
    known.depend(on: slots(.viewer(2)))
    #expect(known.slots == slots(.post(1), .viewer(2)))
    let ofNothing = DependencyRecorder(.declaredWhileReading)
    ofNothing.depend(on: Dependencies.Slots())
    #expect(ofNothing.slots == Dependencies.Slots())
    let named = DependencyRecorder(.tags([.post(1)]))
    #expect(named.slots == slots(.post(1)))
    named.depend(on: slots(.account(2)))
    #expect(named.slots == slots(.post(1), .account(2)))
  }

  @Test func `NEW_16 a read that depends on everything is not narrowed by what it adds`() {
    let all = DependencyRecorder(.everything)
    all.depend(on: slots(.account(1)))
    #expect(all.slots == slots(.anything))
  }

  @Test func `NEW_16 tags are spread over their slots`() {
    var slots: Set<UInt32> = []
    for kind in CacheTagKind.allCases {
      for id in 0..<1000 { slots.insert(CacheTag.slot(kind: kind.rawValue, id: Int64(id))) }
    }
    #expect(slots.count > 14_000)
  }
}
