// Loads libraries of other projects when they are first needed, and says exactly what is missing (docs/decisions/0048).
#ifndef SWIFTLET_CLOADING_H
#define SWIFTLET_CLOADING_H

#include <stddef.h>

/// A function of a library.
typedef struct {
  const char *_Nonnull name;
  /// The function pointer that gets its address.
  void *_Nonnull place;
} SwiftletFunction;

typedef struct {
  /// Names for `dlopen`, the first one that is there counts; NULL at the end.
  const char *_Nullable const *_Nonnull names;
  const SwiftletFunction *_Nonnull functions;
  size_t count;
  /// What has all of these functions, as `libpq 14 or later`.
  const char *_Nonnull needed;
  /// Writes what was found, as `libpq 13.4`; NULL if the library can't say.
  void (*_Nullable describe)(void *_Nonnull library, char *_Nonnull text, size_t size);
  /// Whether plug-ins of the library find its functions by themselves (`RTLD_GLOBAL`).
  int isGlobal;
} SwiftletLibrary;

/// Loads the library and finds all functions. Returns 0, or -1 with a part of a sentence about what is missing.
int swiftlet_library_load(const SwiftletLibrary *_Nonnull library, char *_Nonnull problem, size_t size);

#endif
