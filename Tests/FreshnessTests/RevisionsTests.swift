import Testing

@testable import Freshness

@Suite struct RevisionsTests {
  private func places(_ subjects: Subject...) -> Dependencies.Places { Dependencies.Places(subjects) }

  @Test func `NEW_16 a change outdates what depends on what it concerns, and nothing else`() {
    let revisions = Revisions()
    let before = revisions.now
    #expect(revisions.areCurrent(places(.post(1)), asOf: before))
    revisions.publish(ChangeNotice([.post(1)]))
    #expect(!revisions.areCurrent(places(.post(2), .post(1)), asOf: before))
    #expect(revisions.areCurrent(places(.post(2), .account(1), .tag("a")), asOf: before))
    #expect(revisions.areCurrent(places(.post(1)), asOf: revisions.now))
  }

  @Test func `NEW_16 what touches everybody outdates also what depends on nothing`() {
    let revisions = Revisions()
    let before = revisions.now
    revisions.publish(.foundation)
    #expect(!revisions.areCurrent(Dependencies.Places(), asOf: before))
    #expect(revisions.areCurrent(Dependencies.Places(), asOf: revisions.now))
  }

  @Test func `NEW_16 a notice of nothing changes nothing`() {
    let revisions = Revisions()
    revisions.publish(ChangeNotice())
    #expect(revisions.now == 0)
  }

  @Test func `NEW_16 every change but of what lets people in is a change of anything`() {
    for kind in SubjectKind.allCases where kind != .foundation {
      var notice = ChangeNotice()
      notice.insert(kind: kind, id: 5)
      #expect(notice.slots.contains(Subject.anything.slot) == (kind != .access))
    }
  }

  @Test func `NEW_16 a change of more than 4,096 subjects is one that touches everybody`() {
    var notice = ChangeNotice()
    for id in 0..<4000 { notice.insert(kind: .post, id: Int64(id)) }
    #expect(!notice.isFoundation)
    var other = ChangeNotice()
    for id in 4000..<5000 { other.insert(kind: .post, id: Int64(id)) }
    notice.formUnion(other)
    #expect(notice.isFoundation)
  }

  @Test func `NEW_16 a read depends on what it names and adds`() {
    let silent = Reading(.declaredWhileReading)
    #expect(silent.places == places(.anything))
    let known = Reading(.declaredWhileReading)
    known.depend(on: places(.post(1)))
    known.depend(on: places(.viewer(2)))
    #expect(known.places == places(.post(1), .viewer(2)))
    let ofNothing = Reading(.declaredWhileReading)
    ofNothing.depend(on: Dependencies.Places())
    #expect(ofNothing.places == Dependencies.Places())
    let named = Reading(.tags([.post(1)]))
    #expect(named.places == places(.post(1)))
    named.depend(on: places(.account(2)))
    #expect(named.places == places(.post(1), .account(2)))
  }

  @Test func `NEW_16 a read that depends on everything is not narrowed by what it adds`() {
    let all = Reading(.everything)
    all.depend(on: places(.account(1)))
    #expect(all.places == places(.anything))
  }

  @Test func `NEW_16 subjects are spread over their places`() {
    var slots: Set<UInt32> = []
    for kind in SubjectKind.allCases {
      for id in 0..<1000 { slots.insert(Subject.slot(kind: kind.rawValue, id: Int64(id))) }
    }
    #expect(slots.count > 14_000)
  }
}
