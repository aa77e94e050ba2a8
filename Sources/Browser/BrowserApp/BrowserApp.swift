#if !arch(wasm32)
  /// The app runs only in browsers; elsewhere the package just has to build.
  @main enum NativeStub {
    static func main() {}
  }
#endif
