#if !arch(wasm32)
@main enum Stub { static func main() {} }
#endif
