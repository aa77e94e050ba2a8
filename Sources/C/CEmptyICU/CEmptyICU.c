#include "CEmptyICU.h"

#include <stdint.h>

// The head of a common data file (ICU's source/common/ucmndata.h and udata.h), as in its source/stubdata/stubdata.cpp.
struct EmptyICUData {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size;
  uint16_t reserved;
  uint8_t is_big_endian, charset_family, size_of_char, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint64_t padding;
  uint32_t count;
};

__attribute__((aligned(16))) const struct EmptyICUData icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_char = 2,
    .format = {'C', 'm', 'n', 'D'},
    .format_version = {1},
    .count = 0,
};
