// Paths of Swift's standard library that can't be reached here, so that they and what they call stay out of
// the app: the linker takes these functions instead of the library's, which are weak.
// docs/decisions/0004-size-of-the-app.md says how to find the names; one that a newer library no longer has
// is dropped by the linker, one of another signature is a warning.
#ifdef __wasm__
#include <stddef.h>
#include <stdint.h>

int memcmp(const void *left, const void *right, size_t count);

#define UNREACHABLE(result, symbol, parameters) \
  result UNIQUE(__LINE__) parameters __asm__(symbol); \
  result UNIQUE(__LINE__) parameters { __builtin_trap(); }
#define UNIQUE(line) JOINED(line)
#define JOINED(line) unreachable##line

// Foreign strings, which are not UTF-8: only Apple's Objective-C runtime makes any.
UNREACHABLE(void, "$es11_StringGutsV12_foreignGrow33_408A76AB043BD3EFBAB6FAAAAA9B4914LLyySiF", (int a, int b, int c))
UNREACHABLE(int64_t, "$es11_StringGutsV18foreignScalarAlignySS5IndexVAEF", (int64_t a, int b, int c, int d, int e, int f))
UNREACHABLE(void, "$es11_StringGutsV21_foreignAppendInPlace33_408A76AB043BD3EFBAB6FAAAAA9B4914LLyys01_aB5SliceVF", (int a, int b, int c))
UNREACHABLE(void, "$es11_StringGutsV24_foreignConvertedToSmall33_408A76AB043BD3EFBAB6FAAAAA9B4914LLs01_fA0VyF", (int a, int b, int c, int d, int e, int f))
UNREACHABLE(int, "$eSS8UTF8ViewV13_foreignCountSiyF", (int a, int b, int c, int d, int e))
UNREACHABLE(int, "$eSS8UTF8ViewV16_foreignDistance4from2toSiSS5IndexV_AGtF", (int64_t a, int64_t b, int c, int d, int e, int f, int g))
UNREACHABLE(int64_t, "$eSS8UTF8ViewV13_foreignIndex_8offsetBySS0D0VAF_SitF", (int64_t a, int b, int c, int d, int e, int f, int g))
UNREACHABLE(int64_t, "$eSS8UTF8ViewV13_foreignIndex5afterSS0D0VAF_tF", (int64_t a, int b, int c, int d, int e, int f))
UNREACHABLE(int64_t, "$eSS8UTF8ViewV13_foreignIndex6beforeSS0D0VAF_tF", (int64_t a, int b, int c, int d, int e, int f))
UNREACHABLE(int, "$eSS8UTF8ViewV17_foreignSubscript8positions5UInt8VSS5IndexV_tF", (int64_t a, int b, int c, int d, int e, int f))
UNREACHABLE(int, "$es18_stringCompareSlow33_835F230159459CFFE280B5F8E69D8077LL__9expectingSbs11_StringGutsV_AEs01_K16ComparisonResultOtF", (int a, int b, int c, int d, int e, int f, int g, int h, int i))

// Indices into UTF-16, which only foreign strings have.
UNREACHABLE(int64_t, "$es11_StringGutsV27_slowEnsureMatchingEncodingySS5IndexVAEF", (int64_t a, int b, int c, int d, int e, int f))

// Texts beyond ASCII compare by their bytes (docs/decisions/0003-no-unicode-tables-in-the-app.md).
// `expecting`: 0 that they are equal, 1 that the left one comes first.
int compare_bytes(const uint8_t *left, int left_count, const uint8_t *right, int right_count, int expecting, int self, int error)
  __asm__("$es30_stringCompareFastUTF8Abnormal33_835F230159459CFFE280B5F8E69D8077LL__9expectingSbSRys5UInt8VG_AFs23_StringComparisonResultOtF");
int compare_bytes(const uint8_t *left, int left_count, const uint8_t *right, int right_count, int expecting, int self, int error) {
  int order = memcmp(left, right, (size_t)(left_count < right_count ? left_count : right_count));
  if (order == 0) order = left_count - right_count;
  return expecting == 0 ? order == 0 : order < 0;
}
#endif
