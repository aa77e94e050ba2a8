import JSON
import TestSupport

/// JSON texts that tests would have to escape by hand.
enum JSONText {
  static func object(_ members: KeyValuePairs<StaticString, String>) -> String {
    JSONWriter.text { writer in
      writer.object { writer in
        for (name, value) in members {
          writer.name(name)
          writer.string(value)
        }
      }
    }
  }
}
