#!/bin/sh
# Writes the toolset for the Embedded Swift build to WebAssembly (docs/architecture.md, "The app").
# It links no Unicode tables: docs/decisions/0003-no-unicode-tables-in-the-app.md.
set -eu
cat <<JSON
{
  "schemaVersion": "1.0",
  "swiftCompiler": { "extraCLIOptions": [
    "-enable-experimental-feature", "Embedded", "-enable-experimental-feature", "Extern",
    "-Osize", "-wmo", "-Xfrontend", "-disable-stack-protector", "-Xclang-linker", "-nostdlib"] },
  "cCompiler": { "extraCLIOptions": ["-fdeclspec", "-Os", "-fno-builtin", "-mbulk-memory"] },
  "linker": { "extraCLIOptions": [
    "--no-entry", "--gc-sections", "--stack-first", "-z", "stack-size=262144"] }
}
JSON
