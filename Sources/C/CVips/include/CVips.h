#ifndef SWIFTLET_CVIPS_H
#define SWIFTLET_CVIPS_H

/// The few operations of libvips that Swiftlet needs, as plain functions: Swift can't call the
/// library's own, which take a variable number of arguments.
///
/// libvips and the hundred libraries that it needs are loaded by `swiftlet_vips_load`, not at the
/// program's start: a server that makes no pictures starts in half the time, with 20 MB less.

/// A decoded picture; `swiftlet_vips_release` ends it.
typedef struct SwiftletPicture SwiftletPicture;

/// Loads and sets up the library, once for the process. Returns NULL, or a part of a sentence about what is missing.
const char *swiftlet_vips_load(void);

/// The size of the upright picture (EXIF orientation applied), how many frames it has, and what would
/// read it (`jpegload_source`), from its header. Returns 0 or -1.
int swiftlet_vips_facts(const char *path, int *width, int *height, int *frames, char *loader, int length);

/// Decodes a file straight to exactly this size, upright, in sRGB with 8 bits; the middle is cut out
/// if `crop` is set. Its colour profile is followed if `managed` is set. A file that is cut off is an
/// error. NULL on error, which is that it took more than so many milliseconds of processor time if `isTooSlow` is set.
SwiftletPicture *swiftlet_vips_decode(
  const char *path, int width, int height, int crop, int managed, long milliseconds, int *isTooSlow);

/// A copy in another size. NULL on error.
SwiftletPicture *swiftlet_vips_resize(SwiftletPicture *picture, int width, int height, int crop);

/// Write without any metadata. Return 0 or -1.
int swiftlet_vips_save_webp(SwiftletPicture *picture, const char *path, int quality);
int swiftlet_vips_save_jpeg(SwiftletPicture *picture, const char *path, int quality);

/// Makes of all frames of a file a moving WebP that is no larger than this, in memory, for
/// `swiftlet_vips_free`. Returns 0, or -1 if the file is damaged.
int swiftlet_vips_moving(
    const char *path, int width, int height, int quality, unsigned char **bytes, unsigned long *size);
void swiftlet_vips_free(unsigned char *bytes);

/// Copies the pixels of a picture of that size, red, green and blue, over white. Returns 0 or -1.
int swiftlet_vips_pixels(SwiftletPicture *picture, unsigned char *rgb, int width, int height);

void swiftlet_vips_release(SwiftletPicture *picture);

/// The most that the library ever held in pictures, in bytes; 0 before it is loaded.
long swiftlet_vips_highwater(void);

#endif
