import Server

/// Writes a build of the app into a folder: small, but with every kind of file.
func withAssets<Value>(
  version: String = "0123456789abcdef", extra: String = "",
  _ body: (Assets, TemporaryFolder) async throws -> Value
) async throws -> Value {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  try folder.write("body{color:#123}", to: "app.css")
  try folder.write("body{color:#456}", to: "pages.css")
  try folder.write("self.oninstall=1", to: "sw.js")
  try folder.write("wasm wasm wasm", to: "app.3f2a.wasm")
  try folder.write("packed by brotli", to: "app.3f2a.wasm.br")
  try folder.write("packed by gzip", to: "app.3f2a.wasm.gz")
  try folder.write(
    """
    {"version":"\(version)","files":[
    {"url":"/assets/app.3f2a.wasm","file":"app.3f2a.wasm","name":"app.wasm","type":"application/wasm","immutable":true,
     "encodings":["gzip","br"]},
    {"url":"/assets/app.css","file":"app.css","name":"app.css","type":"text/css","immutable":true,"encodings":[]},
    {"url":"/assets/pages.css","file":"pages.css","name":"pages.css","type":"text/css","immutable":true,"encodings":[]},
    {"url":"/sw.js","file":"sw.js","name":"sw.js","type":"text/javascript","immutable":false,"encodings":[]}\(extra)]}
    """, to: "manifest.json")
  return try await body(Assets(folder: folder.path, logger: quiet), folder)
}
