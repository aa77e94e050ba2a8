#include "CLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int swiftlet_library_load(const SwiftletLibrary *library, char *problem, size_t size) {
  void *handle = NULL;
  problem[0] = 0;
  const char *name = library->names[0];
  for (const char *const *next = library->names; *next && !handle; next++) {
    handle = dlopen(*next, RTLD_NOW | (library->isGlobal ? RTLD_GLOBAL : RTLD_LOCAL));
    if (handle) name = *next;
    // The first name is the usual one: its problem is the one to mend.
    const char *reason = handle ? NULL : dlerror();
    if (!handle && !problem[0]) snprintf(problem, size, "%s can't be loaded (%s)", name, reason ? reason : "dlopen");
  }
  if (!handle) return -1;
  for (size_t index = 0; index < library->count; index++) {
    const SwiftletFunction *function = &library->functions[index];
    void *address = dlsym(handle, function->name);
    if (!address) {
      char found[128] = "";
      if (library->describe) library->describe(handle, found, sizeof found);
      snprintf(problem, size, "%s has no %s: %s was found, and %s is needed", name, function->name,
               found[0] ? found : "an unknown version", library->needed);
      return -1;
    }
    // A data pointer holds a function's address (POSIX, dlsym).
    memcpy(function->place, &address, sizeof address);
  }
  problem[0] = 0;
  return 0;
}
