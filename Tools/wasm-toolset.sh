#!/bin/sh
# Writes the toolset for the Embedded Swift build to WebAssembly (docs/architecture.md, "The app").
# The path of the Unicode tables depends on where the toolchain is, so it is asked for it.
set -eu
resources=$(swiftc -print-target-info | python3 -c 'import json,sys; print(json.load(sys.stdin)["paths"]["runtimeResourcePath"])')
tables="$resources/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
[ -f "$tables" ] || { echo "No Unicode tables for WebAssembly at $tables: is this Swift 6.3?" >&2; exit 1; }
cat <<JSON
{
  "schemaVersion": "1.0",
  "swiftCompiler": { "extraCLIOptions": [
    "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
    "-Osize", "-wmo", "-Xfrontend", "-disable-stack-protector", "-Xclang-linker", "-nostdlib"] },
  "cCompiler": { "extraCLIOptions": ["-fdeclspec", "-Os", "-fno-builtin", "-mbulk-memory"] },
  "linker": { "extraCLIOptions": [
    "--no-entry", "--gc-sections", "--stack-first", "-z", "stack-size=262144", "$tables"] }
}
JSON
