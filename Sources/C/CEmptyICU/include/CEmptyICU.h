#ifndef SWIFTLET_CEMPTYICU_H
#define SWIFTLET_CEMPTYICU_H

/// The entry point of ICU's data, version 76, as the toolchain's Foundation looks for it. Here it is an empty package.
extern const struct EmptyICUData icudt76_dat;

#endif
