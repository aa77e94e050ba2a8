#include "CVips.h"

#include <CLoading.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <vips/vips.h>
#include <vips/vector.h>

// The functions that are used, found by name when the library is loaded. The types come from the
// library's own header, so that a call is checked as if it were linked.
#define FUNCTIONS(DO)                                                                              \
  DO(vips_init) DO(vips_concurrency_set) DO(vips_cache_set_max) DO(vips_operation_block_set)      \
  DO(vips_error_clear) DO(vips_source_new_from_file)                 \
  DO(vips_image_new_from_source) DO(vips_image_get_width) DO(vips_image_get_height)               \
  DO(vips_image_get_orientation_swap) DO(vips_thumbnail_source) DO(vips_thumbnail_image)          \
  DO(vips_colourspace) DO(vips_cast) DO(vips_flatten) DO(vips_image_hasalpha)                     \
  DO(vips_image_copy_memory) DO(vips_webpsave) DO(vips_webpsave_buffer) DO(vips_jpegsave) DO(vips_array_double_newv)       \
  DO(vips_area_unref) DO(vips_tracked_get_mem_highwater) DO(g_object_unref) DO(g_log_set_handler)  \
  DO(vips_source_custom_new) DO(g_signal_connect_data) DO(vips_image_get_n_pages) DO(vips_image_get_string) DO(vips_image_get_typeof) DO(vips_image_get_bands)                    \
  DO(vips_image_write_to_memory) DO(g_free) DO(vips_vector_set_enabled)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static char problem[512] = "";
static int isLoaded = 0;

static void ignore(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
  (void)domain, (void)level, (void)message, (void)data;
}

static void describe(void *library, char *text, size_t size) {
  __typeof__(&vips_version_string) version = (__typeof__(&vips_version_string))dlsym(library, "vips_version_string");
  if (version) snprintf(text, size, "libvips %s", version());
}

static void load(void) {
#ifdef __APPLE__
  static const char *const names[] = {"libvips.42.dylib", NULL};
#else
  static const char *const names[] = {"libvips.so.42", NULL};
#endif
#define ENTRY(name) {#name, &p_##name},
  static const SwiftletFunction functions[] = {FUNCTIONS(ENTRY)};
  const SwiftletLibrary library = {
    names, functions, sizeof functions / sizeof functions[0], "libvips 8.13 or later", describe, 1};
  if (swiftlet_library_load(&library, problem, sizeof problem)) return;
  if (p_vips_init("swiftlet")) {
    snprintf(problem, sizeof problem, "libvips can't begin");
    return;
  }
#ifdef __GLIBC__
  // Memory of pictures goes back to the system with each picture. By itself, glibc learns from the
  // first large block that is freed to keep such blocks, up to 32 MB each, for every thread: a
  // gigabyte after 20 small files of large pictures (man 3 mallopt, M_MMAP_THRESHOLD).
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
  // Warnings about odd pictures are of no use on standard error.
  p_g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, ignore, NULL);
  // One thread a picture, nothing kept: the caller decides how many run at once.
  p_vips_concurrency_set(1);
  p_vips_cache_set_max(0);
  // liborc makes machine code at the first use of each operation, and two pictures at once have ended the process in it.
  p_vips_vector_set_enabled(FALSE);
  // Only the five kinds of picture that phones and browsers make; no SVG, PDF, or ImageMagick.
  p_vips_operation_block_set("VipsForeignLoad", TRUE);
  p_vips_operation_block_set("VipsForeignLoadJpeg", FALSE);
  p_vips_operation_block_set("VipsForeignLoadPng", FALSE);
  p_vips_operation_block_set("VipsForeignLoadWebp", FALSE);
  p_vips_operation_block_set("VipsForeignLoadNsgif", FALSE);
  p_vips_operation_block_set("VipsForeignLoadHeif", FALSE);
  isLoaded = 1;
}

const char *swiftlet_vips_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isLoaded ? NULL : problem;
}

static int failed(void) {
  p_vips_error_clear();
  return -1;
}

int swiftlet_vips_facts(const char *path, int *width, int *height, int *frames, char *loader, int length) {
  VipsSource *source = p_vips_source_new_from_file(path);
  if (!source) return failed();
  VipsImage *image =
      p_vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
  p_g_object_unref(source);
  if (!image) return failed();
  int isTurned = p_vips_image_get_orientation_swap(image);
  *width = isTurned ? p_vips_image_get_height(image) : p_vips_image_get_width(image);
  *height = isTurned ? p_vips_image_get_width(image) : p_vips_image_get_height(image);
  *frames = p_vips_image_get_n_pages(image);
  const char *name = "";
  if (p_vips_image_get_string(image, VIPS_META_LOADER, &name)) name = "";
  strncpy(loader, name, length - 1);
  loader[length - 1] = 0;
  p_g_object_unref(image);
  return 0;
}

/// Takes over `image`; returns it as 8-bit sRGB held in memory.
static SwiftletPicture *finished(VipsImage *image) {
  VipsImage *coloured = NULL, *cast = NULL, *held = NULL;
  if (p_vips_colourspace(image, &coloured, VIPS_INTERPRETATION_sRGB, NULL) == 0 &&
      p_vips_cast(coloured, &cast, VIPS_FORMAT_UCHAR, NULL) == 0)
    held = p_vips_image_copy_memory(cast);
  p_g_object_unref(image);
  if (coloured) p_g_object_unref(coloured);
  if (cast) p_g_object_unref(cast);
  if (!held) failed();
  return (SwiftletPicture *)held;
}

// A file that is read for a decoder, until that has taken its processor time. A program that is busy takes none from it.
typedef struct {
  int file;
  int64_t limit, used;
  // The thread that read last, and how much it had worked then: libvips begins on one thread and goes on on another.
  pthread_t thread;
  int64_t last;
  int isBegun;
  int isOver;
} Reading;

static gint64 on_read(VipsSourceCustom *source, void *buffer, gint64 length, Reading *reading) {
  (void)source;
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  int64_t now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
  if (reading->isBegun && pthread_equal(reading->thread, pthread_self())) reading->used += now - reading->last;
  reading->isBegun = 1;
  reading->thread = pthread_self();
  reading->last = now;
  if (reading->used > reading->limit) reading->isOver = 1;
  return reading->isOver ? -1 : read(reading->file, buffer, length);
}

static gint64 on_seek(VipsSourceCustom *source, gint64 offset, int whence, Reading *reading) {
  (void)source;
  return lseek(reading->file, offset, whence);
}

// A JPEG can be refined as often as its file is long: half a megabyte takes a quarter of a minute. Its decoder reads as it
// goes. The other formats decode each pixel once, so the limit of pixels bounds their time; most of them map the file.
static VipsSource *source_for(const char *path, Reading *reading) {
  reading->file = open(path, O_RDONLY | O_CLOEXEC);
  if (reading->file < 0) return NULL;
  unsigned char start[2] = {0, 0};
  if (pread(reading->file, start, 2, 0) != 2 || start[0] != 0xFF || start[1] != 0xD8)
    return p_vips_source_new_from_file(path);
  VipsSourceCustom *source = p_vips_source_custom_new();
  if (!source) return NULL;
  p_g_signal_connect_data(source, "read", (GCallback)on_read, reading, NULL, 0);
  p_g_signal_connect_data(source, "seek", (GCallback)on_seek, reading, NULL, 0);
  return (VipsSource *)source;
}

static SwiftletPicture *decode_source(
  VipsSource *source, int width, int height, int crop, const char *profile) {
  VipsImage *image = NULL;
  // `fail_on` goes by the loader's options: as an option of the thumbnail it is ignored for sources
  // (https://github.com/libvips/libvips/issues/5195). The list ends at the first NULL, so a missing
  // profile must come last.
  int code = p_vips_thumbnail_source(
      source, &image, width, "height", height, "size", crop ? VIPS_SIZE_BOTH : VIPS_SIZE_FORCE, "crop",
      crop ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE, "option_string", "fail_on=truncated",
      profile ? "export_profile" : NULL, profile, NULL);
  if (code != 0) return failed(), NULL;
  return finished(image);
}

static SwiftletPicture *decode(
  const char *path, int width, int height, int crop, const char *profile, Reading *reading) {
  VipsSource *source = source_for(path, reading);
  SwiftletPicture *picture = NULL;
  if (source) {
    picture = decode_source(source, width, height, crop, profile);
    // All of it was read: the picture is in memory.
    p_g_object_unref(source);
  } else {
    failed();
  }
  if (reading->file >= 0) close(reading->file);
  return picture;
}

// A picture without a profile of its own is in sRGB already. libvips 8.14 would convert it from the profile that it has in
// store for those to the same one, which moves colours: (0, 0, 200) becomes (64, 19, 200).
static int has_profile(const char *path) {
  VipsSource *source = p_vips_source_new_from_file(path);
  if (!source) return failed(), 0;
  VipsImage *image = p_vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
  p_g_object_unref(source);
  if (!image) return failed(), 0;
  int has = p_vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
  p_g_object_unref(image);
  return has;
}

SwiftletPicture *swiftlet_vips_decode(
  const char *path, int width, int height, int crop, int managed, long milliseconds, int *isTooSlow) {
  Reading reading = {.file = -1, .limit = (int64_t)milliseconds * 1000000};
  SwiftletPicture *picture =
      managed && has_profile(path) ? decode(path, width, height, crop, "srgb", &reading) : NULL;
  // A broken colour profile must not cost the picture.
  if (!picture && !reading.isOver) picture = decode(path, width, height, crop, NULL, &reading);
  *isTooSlow = reading.isOver;
  return picture;
}

SwiftletPicture *swiftlet_vips_resize(SwiftletPicture *picture, int width, int height, int crop) {
  VipsImage *image = NULL;
  if (p_vips_thumbnail_image(
          (VipsImage *)picture, &image, width, "height", height, "size",
          crop ? VIPS_SIZE_BOTH : VIPS_SIZE_FORCE, "crop",
          crop ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE, NULL))
    return failed(), NULL;
  return finished(image);
}

int swiftlet_vips_moving(
    const char *path, int width, int height, int quality, unsigned char **bytes, unsigned long *size) {
  VipsSource *source = p_vips_source_new_from_file(path);
  if (!source) return failed();
  VipsImage *frames = NULL, *coloured = NULL;
  // All frames, one below the other; libvips knows how high each is, and takes them one by one.
  int code = p_vips_thumbnail_source(
      source, &frames, width, "height", height, "size", VIPS_SIZE_DOWN, "option_string",
      "n=-1,fail_on=truncated", NULL);
  p_g_object_unref(source);
  if (code != 0) return failed();
  code = p_vips_colourspace(frames, &coloured, VIPS_INTERPRETATION_sRGB, NULL);
  p_g_object_unref(frames);
  if (code != 0) return failed();
  void *buffer = NULL;
  size_t length = 0;
  code = p_vips_webpsave_buffer(coloured, &buffer, &length, "Q", quality, "effort", 2, "strip", TRUE, NULL);
  p_g_object_unref(coloured);
  if (code != 0) return failed();
  *bytes = buffer;
  *size = length;
  return 0;
}

void swiftlet_vips_free(unsigned char *bytes) { p_g_free(bytes); }

int swiftlet_vips_pixels(SwiftletPicture *picture, unsigned char *rgb, int width, int height) {
  VipsImage *image = (VipsImage *)picture;
  int bands = p_vips_image_get_bands(image);
  size_t size = 0;
  unsigned char *bytes = NULL;
  if (p_vips_image_get_width(image) != width || p_vips_image_get_height(image) != height || bands < 3 ||
      !(bytes = p_vips_image_write_to_memory(image, &size)) || size < (size_t)width * height * bands) {
    if (bytes) p_g_free(bytes);
    return failed();
  }
  for (int pixel = 0; pixel < width * height; pixel++) {
    int alpha = bands > 3 ? bytes[pixel * bands + 3] : 255;
    for (int band = 0; band < 3; band++)
      rgb[pixel * 3 + band] = (bytes[pixel * bands + band] * alpha + 255 * (255 - alpha)) / 255;
  }
  p_g_free(bytes);
  return 0;
}

int swiftlet_vips_save_webp(SwiftletPicture *picture, const char *path, int quality) {
  if (p_vips_webpsave((VipsImage *)picture, path, "Q", quality, "effort", 3, "strip", TRUE, NULL))
    return failed();
  return 0;
}

int swiftlet_vips_save_jpeg(SwiftletPicture *picture, const char *path, int quality) {
  VipsImage *image = (VipsImage *)picture, *opaque = NULL;
  if (p_vips_image_hasalpha(image)) {
    VipsArrayDouble *white = p_vips_array_double_newv(3, 255.0, 255.0, 255.0);
    int code = p_vips_flatten(image, &opaque, "background", white, NULL);
    p_vips_area_unref((VipsArea *)white);
    if (code != 0) return failed();
    image = opaque;
  }
  int code = p_vips_jpegsave(
      image, path, "Q", quality, "optimize_coding", TRUE, "interlace", TRUE, "strip", TRUE, NULL);
  if (opaque) p_g_object_unref(opaque);
  return code == 0 ? 0 : failed();
}

void swiftlet_vips_release(SwiftletPicture *picture) {
  if (picture) p_g_object_unref(picture);
}

long swiftlet_vips_highwater(void) { return isLoaded ? (long)p_vips_tracked_get_mem_highwater() : 0; }
