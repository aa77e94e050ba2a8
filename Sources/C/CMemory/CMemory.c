#define _GNU_SOURCE
#include "CMemory.h"

// Says by `__GLIBC__` whose library it is.
#include <stdint.h>

#ifdef __GLIBC__
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// Segments that can't be written to are what the file has (man 5 elf), so nothing is lost with their pages.
static int give_back(struct dl_phdr_info *object, size_t size, void *page_size) {
  (void)size;
  const uintptr_t page = *(uintptr_t *)page_size;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    const uintptr_t first = start & ~(page - 1);
    // A refusal costs memory and nothing else.
    (void)madvise((void *)first, start + segment->p_memsz - first, MADV_DONTNEED);
  }
  return 0;
}

void swiftlet_memory_share_heaps(void) { mallopt(M_ARENA_MAX, 2); }

void swiftlet_memory_give_back(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  malloc_trim(0);
  dl_iterate_phdr(give_back, &page);
}
#else
void swiftlet_memory_share_heaps(void) {}
void swiftlet_memory_give_back(void) {}
#endif
