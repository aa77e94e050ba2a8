import ArgumentParser

/// The options of commands that fill a community, which may be a new one.
struct BeginOptions: ParsableArguments {
  @Flag(name: .customLong("new"), help: "Begin a community if there is none in the data folder.")
  var mayBegin = false
}
