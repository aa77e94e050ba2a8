#if !arch(wasm32)
  /// The app runs in browsers only; on other machines the package merely has to build.
  @main enum NativeStub {
    static func main() {}
  }
#endif
