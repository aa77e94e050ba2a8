// Only the place of GLib's headers is of interest, which pkg-config tells: vips.h includes them.
