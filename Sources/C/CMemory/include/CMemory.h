#ifndef SWIFTLET_CMEMORY_H
#define SWIFTLET_CMEMORY_H

/// Lets all threads share two heaps from here on. The C library would give each of them its own, up to eight for each
/// processor, in which what one thread no longer needs serves no other. Does nothing where the C library is not glibc.
void swiftlet_memory_share_heaps(void);

/// Gives back to the system what the process no longer needs and can have again at any time: free pages of
/// the heap, and pages of the program's and its libraries' files, which the system reads again when they are
/// used. What the program has written stays. Does nothing where the C library is not glibc.
void swiftlet_memory_give_back(void);

#endif
