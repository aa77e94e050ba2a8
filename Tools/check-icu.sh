#!/bin/sh
# Fails if this toolchain's ICU data has another name than in Sources/C/CEmptyICU, as the program would then carry all
# of the data.
set -eu
libraries=$(swiftc -static-stdlib -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
name=$(grep -o 'icudt[0-9]*_dat' Sources/C/CEmptyICU/CEmptyICU.c)
grep -q "$name" "$libraries/linux/lib_FoundationICU.a" || {
  echo "ICU's data is not called $name in $libraries: see docs/decisions/0009-the-server-carries-swifts-libraries.md" >&2
  exit 1
}
