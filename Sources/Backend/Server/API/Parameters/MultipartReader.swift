import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Reads a multipart form while it arrives: fields into memory, files to the disk.
struct MultipartReader {
  /// The destination of files; `nil` if files aren't accepted, and their bytes are dropped.
  let spool: UploadSpool?
  /// The limit for all fields together; without files, for the whole body.
  let maxBytes: Int
  /// The names of parts that are files, even if their heads don't say so.
  var fileNames: Set<String> = []

  func parameters(of request: Request, _ tree: FormTree) async throws -> APIParameters {
    var form = Form(tree: tree, spool: spool, maxBytes: maxBytes, fileNames: fileNames)
    var body = request.body.makeAsyncIterator()
    var total = 0
    do {
      guard var multipart = Multipart(contentType: request.headers[.contentType] ?? "") else {
        throw RequestError.malformed("The multipart body has no boundary")
      }
      while let buffer = try await body.next() {
        total += buffer.readableBytes
        guard spool != nil || total <= maxBytes else { throw RequestError.bodyTooLarge }
        for event in try multipart.take(buffer.readableBytesView) { try await form.take(event) }
      }
      try multipart.finish()
      return APIParameters(form.tree.members, files: form.files)
    } catch {
      await form.remove()
      guard var refusal = error as? RequestError, !refusal.closesConnection else { throw error }
      // Without files the rest of the form is small. It is read, so that the connection can stay open.
      refusal.closesConnection = spool != nil
      while spool == nil, let buffer = try await body.next() {
        total += buffer.readableBytes
        guard total <= maxBytes else { throw RequestError.bodyTooLarge }
      }
      throw refusal
    }
  }

  private struct Form {
    private(set) var tree: FormTree
    private(set) var files: [String: UploadedFile] = [:]
    private let spool: UploadSpool?
    private let maxBytes: Int
    private var head: Multipart.Head?
    private var field: [UInt8] = []
    private var fieldBytes = 0
    private var ignoredBytes = 0
    private var file: SpooledFile?
    private let fileNames: Set<String>

    init(tree: FormTree, spool: UploadSpool?, maxBytes: Int, fileNames: Set<String>) {
      self.tree = tree
      self.spool = spool
      self.maxBytes = maxBytes
      self.fileNames = fileNames
    }

    private func isFile(_ head: Multipart.Head) -> Bool { head.isFile || fileNames.contains(head.name) }

    mutating func take(_ event: Multipart.Event) async throws {
      switch event {
      case .begins(let head):
        self.head = head
        field = []
        ignoredBytes = 0
        if isFile(head), let spool { file = try await SpooledFile(spool) }
      case .bytes(let bytes):
        if file != nil {
          try await file?.take(bytes)
        } else if let head, isFile(head) {
          ignoredBytes += bytes.count
        } else {
          fieldBytes += bytes.count
          guard fieldBytes <= maxBytes else { throw RequestError.bodyTooLarge }
          field += bytes
        }
      case .ends: try await end()
      }
    }

    private mutating func end() async throws {
      guard let head else { return }
      guard isFile(head) else {
        guard let text = String(validating: field, as: UTF8.self) else {
          throw RequestError.malformed("\(head.name) is not UTF-8")
        }
        return try tree.add(head.name, text)
      }
      let name = head.fileName ?? ""
      try await file?.close()
      let arrived = UploadedFile(
        name: name, type: head.type, byteCount: file?.byteCount ?? ignoredBytes, path: file?.path)
      file = nil
      // A file input without a chosen file.
      if name.isEmpty, arrived.byteCount == 0 {
        await arrived.remove()
        if head.fileName == nil { try tree.add(head.name, "") }
        return
      }
      guard !name.utf8.contains(0), !head.name.utf8.contains(0) else {
        await arrived.remove()
        throw RequestError.invalid("a NUL character is no text")
      }
      await files.updateValue(arrived, forKey: head.name)?.remove()
    }

    func remove() async {
      if let file { await removeFile(file.path) }
      for file in files.values { await file.remove() }
    }
  }
}
