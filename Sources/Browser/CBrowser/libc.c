// The few functions of the C library that Embedded Swift's standard library calls.
#ifdef __wasm__
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }

void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const uint8_t *a = left, *b = right;
  for (; count >= 8; a += 8, b += 8, count -= 8) {
    uint64_t x, y;
    __builtin_memcpy(&x, a, 8);
    __builtin_memcpy(&y, b, 8);
    if (x != y) break;
  }
  for (; count > 0; a++, b++, count--) {
    if (*a != *b) return *a < *b ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

// Seeds the hashing of dictionaries and sets with a fixed value. The app's keys come from its own server or from one
// that the viewer chose, and an attack would slow down only one tab.
void arc4random_buf(void *bytes, size_t count) {
  static uint32_t state = 2463534242u;
  for (uint8_t *byte = bytes; count > 0; byte++, count--) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    *byte = (uint8_t)state;
  }
}

// 128-bit multiplication, for the overflow checks of 64-bit numbers (compiler-rt's __multi3). It multiplies in
// halves, because the compiler would turn a plain multiplication into a call of this function.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
  uint64_t low = a_low * b_low, middle_a = a_high * b_low, middle_b = a_low * b_high, high = a_high * b_high;
  uint64_t carry = (low >> 32) + (uint32_t)middle_a + (uint32_t)middle_b;
  high += (middle_a >> 32) + (middle_b >> 32) + (carry >> 32);
  high += a * (uint64_t)((unsigned __int128)right >> 64) + b * (uint64_t)((unsigned __int128)left >> 64);
  uint64_t bottom = (carry << 32) | (uint32_t)low;
  return (__int128)(((unsigned __int128)high << 64) | bottom);
}

int putchar(int character) { return character; }
#endif
