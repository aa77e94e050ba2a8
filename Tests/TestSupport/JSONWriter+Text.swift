public import JSON

extension JSONWriter {
  /// Returns the text of what `write` writes.
  public static func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
