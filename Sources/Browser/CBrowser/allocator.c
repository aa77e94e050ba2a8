// The app's memory allocator: power-of-two size classes, each with a list of free blocks. Larger blocks are whole
// runs of pages, first fit. Embedded Swift needs only posix_memalign and free.
#ifdef __wasm__
#include "CBrowser.h"
#include <stddef.h>

#define PAGE 65536u
#define HEADER 16u
#define SMALLEST 5u  // 32 bytes, of which 16 are the header
#define LARGEST 16u  // 64 KiB; larger blocks have a list of their own

typedef struct Block {
  uint32_t size; // the whole block, header included
  uint32_t padding;  // from the block's start to the header, for alignments above 16
  struct Block *next;
  uint32_t unused;
} Block;

extern uint8_t __heap_base;

static Block *classes[LARGEST + 1];
static Block *large;
static uintptr_t top;
static uintptr_t end;

static uintptr_t grow(uint32_t size) {
  if (top == 0) {
    top = ((uintptr_t)&__heap_base + 15u) & ~(uintptr_t)15u;
    end = __builtin_wasm_memory_size(0) * PAGE;
  }
  if (end - top < size) {
    uint32_t pages = (size - (end - top) + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
    end += (uintptr_t)pages * PAGE;
  }
  uintptr_t block = top;
  top += size;
  return block;
}

static Block *take_large(uint32_t size) {
  for (Block **link = &large; *link; link = &(*link)->next) {
    Block *block = *link;
    if (block->size >= size && block->size / 2 <= size) {
      *link = block->next;
      return block;
    }
  }
  return NULL;
}

static Block *take(uint32_t size) {
  if (size > (1u << LARGEST)) {
    size = (size + PAGE - 1) & ~(PAGE - 1);
    Block *block = take_large(size);
    if (block) return block;
    block = (Block *)grow(size);
    if (block) block->size = size;
    return block;
  }
  uint32_t class = 32u - (uint32_t)__builtin_clz(size - 1);
  if (class < SMALLEST) class = SMALLEST;
  Block *block = classes[class];
  if (block) {
    classes[class] = block->next;
    return block;
  }
  block = (Block *)grow(1u << class);
  if (block) block->size = 1u << class;
  return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  uint32_t slack = alignment > HEADER ? (uint32_t)alignment : 0;
  if (size > 0x40000000u) return 12;
  Block *block = take((uint32_t)size + HEADER + slack);
  if (!block) return 12;
  uintptr_t address = (uintptr_t)block + HEADER;
  if (slack) address = (address + alignment - 1) & ~(uintptr_t)(alignment - 1);
  Block *header = (Block *)(address - HEADER);
  uint32_t whole = block->size;
  header->padding = (uint32_t)((uintptr_t)header - (uintptr_t)block);
  header->size = whole;
  *result = (void *)address;
  return 0;
}

void free(void *address) {
  if (!address) return;
  Block *header = (Block *)((uintptr_t)address - HEADER);
  uint32_t size = header->size;
  Block *block = (Block *)((uintptr_t)header - header->padding);
  block->size = size;
  if (size > (1u << LARGEST)) {
    block->next = large;
    large = block;
  } else {
    uint32_t class = 31u - (uint32_t)__builtin_clz(size);
    block->next = classes[class];
    classes[class] = block;
  }
}

void *browser_allocate(int32_t size) {
  void *result = NULL;
  if (size < 0 || posix_memalign(&result, 16, (size_t)size) != 0) return NULL;
  return result;
}

void browser_free(void *address) { free(address); }
#endif
