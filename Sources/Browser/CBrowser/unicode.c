// Stubs for the Unicode tables of Swift's standard library. The app compares strings by code points, not by canonical
// equivalence (docs/decisions/0003-no-unicode-tables-in-the-app.md).
#ifdef __wasm__
#include <stddef.h>
#include <stdint.h>

// Every scalar is a starter (combining class 0) that normalization doesn't change.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }

// No two scalars compose, which the largest number expresses.
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }

// Never called, because no scalar decomposes; the linker needs them all the same.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
const uint8_t *const _swift_stdlib_nfd_decompositions = NULL;
#endif
