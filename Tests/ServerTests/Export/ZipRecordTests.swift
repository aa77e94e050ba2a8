import Social
import Testing

@testable import Server

@Suite struct ZipRecordTests {
  private let moment = DOSTime(Timestamp(milliseconds: 1_795_269_871_000))

  @Test func `NEW_13 a small file is written as the format says`() throws {
    #expect(moment.date == UInt16(46) << 9 | 11 << 5 | 21)
    let record = ZipRecord(name: "é.txt", size: 5, sum: 0x3610_A686, offset: 0)
    let header = record.localHeader(moment)
    #expect(header.count == 30 + 6 && header[6..<8] == [0, 8], "UTF-8")
    let directory = record.directoryHeader(moment)
    let all = header + Array("hello".utf8) + directory
    let bytes =
      all + ZipRecord.end(count: 1, directory: UInt64(header.count + 5), size: UInt64(directory.count))
    let archive = try ZipReader(bytes)
    #expect(archive.names == ["é.txt"] && archive.text("é.txt") == "hello")
  }

  @Test func `NEW_13 what doesn't fit 32 bits is ZIP64`() {
    let large = ZipRecord(name: "x", size: 1 << 32, sum: 1, offset: 1 << 33)
    let header = large.localHeader(moment)
    #expect(header[18..<26].allSatisfy { $0 == 0xFF } && header.count == 30 + 1 + 20)
    #expect(Array(header[31...]) == [1, 0, 16, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    let directory = large.directoryHeader(moment)
    #expect(
      Array(directory[47...]) == [
        1, 0, 24, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,
      ])
    let behind = ZipRecord(name: "x", size: 3, sum: 1, offset: 1 << 32).directoryHeader(moment)
    #expect(behind.count == 47 + 12 && behind[20] == 3)
    #expect(ZipRecord.end(count: 3, directory: 100, size: 10).count == 22)
    #expect(ZipRecord.end(count: 0xFFFF, directory: 100, size: 10).count == 22 + 20 + 56)
    #expect(ZipRecord.end(count: 3, directory: 0xFFFF_FFFF, size: 10).count == 22 + 20 + 56)
  }
}
