import Foundation
import Media
import Social
import TestSupport
import Testing

@testable import Community

@Suite struct FolderImportTests {
  private let amy = TestSource.person("amy", "Amy", avatar: "pictures/a%20b.png")

  private func source() throws -> TestSource {
    TestSource(items: [
      TestSource.item(
        "newest  \\n  微信", images: ["pictures/1.png", "pictures/1.png"],
        comments: [(amy, "hi"), (TestSource.owner, "hello")]),
      #"{"error":"losted"}"#, #"{"unknown error":"STARCRAFT2"}"#, "[]", #"{"content":"who?"}"#,
      TestSource.item(nil), TestSource.item("only text", by: amy),
      TestSource.item(nil, by: amy, images: ["pictures/1.png"]),
    ])
  }

  @Test func `MOM_06_A page comes out as it went in`() async throws {
    try await withCommunity { community, folder in
      try source().write(to: folder)
      try write(TestPicture.png(width: 400, height: 300), to: folder + "/pictures/1.png")
      try write(TestPicture.png(width: 20, height: 20), to: folder + "/pictures/a b.png")
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts == .init(added: 3, known: 0))
      #expect(report.comments == .init(added: 2, known: 0))
      #expect(report.people == .init(added: 1, known: 0))
      #expect(report.pictures == .init(added: 4, known: 0))
      #expect(report.failedPictures.isEmpty && report.renamed.isEmpty)
      #expect(
        report.dropped == [
          .init(item: 2, reason: .errorObject), .init(item: 3, reason: .errorObject),
          .init(item: 4, reason: .notAnObject),
          .init(item: 5, reason: .noSender), .init(item: 6, reason: .empty),
        ])
      let posts = try await community.momentsPosts(of: "JSmith")
      #expect(posts.map(\.text) == ["newest  \n  微信", "only text", ""])
      #expect(posts.map(\.sender.nick) == ["John Smith", "Amy", "Amy"])
      #expect(posts.map(\.pictures.count) == [2, 0, 1])
      #expect(posts[0].comments.map(\.text) == ["hi", "hello"])
      #expect(posts[0].comments.map(\.sender.username) == ["amy", "jsmith"])
      #expect(posts.allSatisfy { $0.createdAt == nil && $0.id != nil })
      let picture = posts[0].pictures[0]
      #expect(picture.size == PixelSize(width: 400, height: 300))
      #expect(picture.variants.map(\.size.width) == [180, 300, 360, 400])
      let parts = picture.url.split(separator: "/").map { String($0) }
      let file = try #require(community.media.file(hash: parts[1], name: parts[2]))
      #expect(file.mimeType == "image/jpeg" && FileManager.default.fileExists(atPath: file.path))
      let home = try #require(try await community.moments.home())
      #expect(home.nick == "John Smith" && home.avatar != nil && home.cover != nil)
    }
  }

  @Test func `MOM_06_An import that is run again doubles nothing`() async throws {
    try await withCommunity { community, folder in
      var source = try source()
      source.items += [TestSource.item("twice"), TestSource.item("twice")]
      try source.write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      let before = try await community.momentsPosts(of: "jsmith")
      #expect(before.count == 5)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts == .init(added: 0, known: 5))
      #expect(report.comments == .init(added: 0, known: 2))
      #expect(report.people == .init(added: 0, known: 1))
      let after = try await community.momentsPosts(of: "jsmith")
      #expect(after == before)
    }
  }

  @Test func `MOM_06_New items, comments and likes are added at their places, and nothing moves`()
    async throws
  {
    try await withCommunity { community, folder in
      try TestSource(
        items: ["a", "b", "c"].map { TestSource.item($0, comments: [(amy, "one"), (amy, "three")]) }
      )
      .write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      let before = try await community.momentsPosts(of: "jsmith")
      let like = "\"likes\":[\(amy)]"
      try TestSource(
        items: [
          TestSource.item("0"),
          TestSource.item("a", comments: [(amy, "one"), (amy, "two"), (amy, "three")], extra: like),
          TestSource.item("a1"), TestSource.item("a2"), TestSource.item("c"), TestSource.item("d"),
        ]
      ).write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts == .init(added: 4, known: 2))
      #expect(report.comments == .init(added: 1, known: 2))
      #expect(report.likes == .init(added: 1, known: 0))
      #expect(report.missingInSource == 1)
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts.filter { $0.text != "b" }.map(\.text) == ["0", "a", "a1", "a2", "c", "d"])
      #expect(posts.first { $0.text == "a" }?.comments.map(\.text) == ["one", "two", "three"])
      #expect(posts.first { $0.text == "c" }?.comments.map(\.text) == ["one", "three"])
      #expect(posts.first { $0.text == "a" }?.likes.map(\.nick) == ["Amy"])
      for post in before { #expect(posts.contains { $0.id == post.id && $0.text == post.text }) }
    }
  }

  @Test func `MOM_06_The same username with another nick or avatar is another person`() async throws {
    try await withCommunity { community, folder in
      let people = [
        amy, TestSource.person("amy", "Amy B"), TestSource.person("AMY", "Amy C"),
        TestSource.person("jsmith", "not John"),
        TestSource.person("amy", "Amy", avatar: "pictures/other.png"),
      ]
      try TestSource(
        items: (people + people).enumerated().map { TestSource.item("\($0.offset)", by: $0.element) }
      )
      .write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts.prefix(5).map(\.sender.nick) == ["Amy", "Amy B", "Amy C", "not John", "Amy"])
      #expect(posts.prefix(5).map(\.sender.username) == ["amy", "amy_2", "AMY_3", "jsmith_2", "amy_4"])
      #expect(posts.suffix(5).map(\.sender) == posts.prefix(5).map(\.sender))
      #expect(report.renamed.map(\.newUsername) == ["amy_2", "AMY_3", "jsmith_2", "amy_4"])
    }
  }

  @Test func `Two imports share no people, and an owner keeps their name`() async throws {
    try await withCommunity { community, folder in
      try TestSource(items: [TestSource.item("from Amy", by: amy)]).write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      try TestSource(
        items: [TestSource.item("mine", by: amy), TestSource.item("John's")],
        profile: #"{"username":"amy","nick":"Amy","avatar":"pictures/a%20b.png"}"#
      ).write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "amy")
      #expect(report.renamed.map(\.newUsername) == ["amy_2", "jsmith_2"])
      let johns = try await community.momentsPosts(of: "jsmith")
      #expect(johns.map(\.text) == ["from Amy"])
      let amys = try await community.momentsPosts(of: "amy")
      #expect(amys.map(\.text) == ["mine", "John's"])
      #expect(amys.map(\.sender.username) == ["amy", "jsmith_2"])
      let home = try await community.moments.home()
      #expect(home?.username == "jsmith")
    }
  }
}
