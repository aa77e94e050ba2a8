import Foundation
import Social
import TestSupport
import Testing

@testable import Community

@Suite struct FolderPictureTests {
  @Test func `Pictures that can't be had keep their place, and are tried again`() async throws {
    try await withCommunity { community, folder in
      let whole = TestPicture.png(width: 50, height: 50)
      try TestSource(items: [
        TestSource.item(
          "bad",
          images: ["pictures/missing.png", "pictures/good.png", "pictures/text.png", "pictures/cut.png"])
      ]).write(to: folder)
      try write(whole, to: folder + "/pictures/good.png")
      try write("not a picture", to: folder + "/pictures/text.png")
      try write(Array(whole.prefix(whole.count / 2)), to: folder + "/pictures/cut.png")
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(
        report.failedPictures.map(\.reference) == [
          "pictures/missing.png", "pictures/text.png", "pictures/cut.png",
        ])
      #expect(report.failedPictures.allSatisfy { $0.item == 1 && $0.reason.hasSuffix(".") })
      let first = try await community.momentsPosts(of: "jsmith")
      #expect(first[0].pictures.map { $0.url == "/media/missing" } == [true, false, true, true])
      try write(TestPicture.png(width: 51, height: 50), to: folder + "/pictures/missing.png")
      try write(TestPicture.png(width: 52, height: 50), to: folder + "/pictures/cut.png")
      let again = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(again.failedPictures.map(\.reference) == ["pictures/text.png"])
      #expect(again.pictures == .init(added: 2, known: 3))
      let second = try await community.momentsPosts(of: "jsmith")
      #expect(second[0].id == first[0].id)
      #expect(second[0].pictures.map { $0.size?.width } == [51, 50, nil, 52])
    }
  }

  @Test func `A folder's pictures are those in the folder`() async throws {
    try await withCommunity { community, folder in
      try TestSource(items: [
        TestSource.item(
          "out",
          images: [
            "../secret.png", "pictures/../../secret.png", "link.png", "/etc/passwd", "%2e%2e/secret.png",
            "pictures",
            "javascript:alert(1)",
          ])
      ]).write(to: folder)
      let secret = folder + "/../secret.png"
      try write(TestPicture.png(width: 9, height: 9), to: secret)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link.png", withDestinationPath: secret)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.failedPictures.count == 7)
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts[0].pictures.map(\.url) == Array(repeating: "/media/missing", count: 7))
    }
  }

  @Test func `From a folder, nothing is fetched from the machine itself or a private network`() async throws {
    try await withCommunity { community, folder in
      let urls = [
        "http://127.0.0.1:1/a.png", "http://[::1]:1/a.png", "http://10.0.0.1/a.png", "http://0x7f.1/a.png",
      ]
      try TestSource(items: [TestSource.item("x", images: urls)]).write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(
        report.failedPictures.map(\.reason) == Array(repeating: OutboundError.refused.message, count: 4))
      let posts = try await community.momentsPosts(of: "jsmith")
      // Nor do pages send visitors' browsers there (29_7).
      #expect(posts[0].pictures.map(\.url) == Array(repeating: "/media/missing", count: 4))
    }
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("10.1.2.3", true), ("192.168.0.1", true), ("172.31.0.1", true),
    ("169.254.169.254", true),
    ("0.0.0.0", true), ("100.64.0.1", true), ("224.0.0.1", true), ("::1", true), ("fe80::1", true),
    ("fd00::1", true),
    ("::ffff:127.0.0.1", true), ("64:ff9b::7f00:1", true), ("2002:7f00:1::", true), ("nonsense", true),
    ("1.1.1.1", false), ("93.184.215.14", false), ("2606:4700::1111", false), ("::ffff:1.1.1.1", false),
  ])
  func `Addresses that are not on the Internet are known`(_ address: (String, Bool)) {
    #expect(NetworkAddress.isPrivate(address.0) == address.1)
  }
}
