// The Unicode tables of Swift's standard library, without the tables: the app's strings are compared by
// their code points, not up to canonical equivalence (docs/decisions/0003-no-unicode-tables-in-the-app.md).
#ifdef __wasm__
#include <stddef.h>
#include <stdint.h>

// Every scalar is a starter (combining class 0) that normalization leaves alone.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }

// No two scalars compose: the answer for "none" is the largest number.
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }

// Never called, as no scalar is to be decomposed; the linker wants them all the same.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
const uint8_t *const _swift_stdlib_nfd_decompositions = NULL;
#endif
