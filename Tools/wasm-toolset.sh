#!/bin/sh
# Writes the toolset for the Embedded Swift build to WebAssembly (docs/architecture.md, "Browser-safe code").
# LLVM inlines nothing that makes the code longer. Exclusive access is left to the compiler's own checks and the
# tests. Values end after their last use instead of with their scope. `==` of two Strings (its mangled name is below)
# is called, not copied to each comparison: docs/decisions/0004-size-of-the-app.md.
# The compiler writes no hashes of its intermediate code into the program (4.8 KB that no one reads, and that differ
# with the folder of the build).
# It links no Unicode tables: docs/decisions/0003-no-unicode-tables-in-the-app.md.
set -eu
cat <<JSON
{
  "schemaVersion": "1.0",
  "swiftCompiler": { "extraCLIOptions": [
    "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
    "-Osize", "-wmo", "-warnings-as-errors", "-enforce-exclusivity=unchecked", "-Xfrontend", "-enable-lexical-lifetimes=false",
    "-Xllvm", "-inline-threshold=0", "-Xllvm", "-sil-disable-pass=object-outliner",
    "-Xllvm", "-sil-inline-never-functions=eSS2eeoiySbSS_SStFZ",
    "-Xfrontend", "-disable-stack-protector", "-Xfrontend", "-disable-incremental-llvm-codegen",
    "-Xclang-linker", "-nostdlib", "-Xclang-linker", "--no-wasm-opt"] },
  "cCompiler": { "extraCLIOptions": ["-fdeclspec", "-Os", "-fno-builtin", "-mbulk-memory"] },
  "linker": { "extraCLIOptions": [
    "--no-entry", "--gc-sections", "--stack-first", "-z", "stack-size=262144"] }
}
JSON
