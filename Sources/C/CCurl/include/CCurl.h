// A few calls to libcurl, which is loaded when it is first needed (docs/decisions/0037): no program needs it to start.
#ifndef SWIFTLET_CCURL_H
#define SWIFTLET_CCURL_H

#include <stddef.h>

/// One that asks: it keeps its connection open for the next request. One thread uses it at a time.
typedef struct SwiftletFetch SwiftletFetch;

/// What came before the body. Texts are "" where the server did not say; `length` is negative then.
typedef struct {
  int status;
  const char *_Nonnull type;
  const char *_Nonnull location;
  const char *_Nonnull retryAfter;
  long long length;
} SwiftletHead;

/// A body to send with POST.
typedef struct {
  /// The header fields, a line each, with line feeds between them.
  const char *_Nonnull fields;
  const unsigned char *_Nonnull bytes;
  long count;
} SwiftletPost;

/// Takes a part of the body. Anything but 0 ends the request.
typedef int (*SwiftletTake)(
  void *_Nullable context, const SwiftletHead *_Nonnull head, const unsigned char *_Nonnull bytes, long count);

typedef enum {
  SWIFTLET_FETCH_DONE = 0,
  SWIFTLET_FETCH_STOPPED = 1,
  SWIFTLET_FETCH_CANCELLED = 2,
  SWIFTLET_FETCH_TIMED_OUT = 3,
  SWIFTLET_FETCH_FAILED = 4,
} SwiftletFetchResult;

/// Loads libcurl, once for the process. Returns NULL, or a part of a sentence about what is missing.
const char *_Nullable swiftlet_fetch_load(void);

/// NULL if libcurl can't be loaded, or without memory.
SwiftletFetch *_Nullable swiftlet_fetch_new(void);
void swiftlet_fetch_free(SwiftletFetch *_Nonnull fetch);

/// Asks for an address, connected to that numeric address whatever host the address names, and returns at the
/// end of the response, or after so many milliseconds. No redirect is followed. `post` is NULL for a GET.
SwiftletFetchResult swiftlet_fetch_run(
  SwiftletFetch *_Nonnull fetch, const char *_Nonnull url, const char *_Nonnull address,
  const SwiftletPost *_Nullable post, long milliseconds, SwiftletTake _Nonnull take, void *_Nullable context);

/// What came before the body, of the last request.
const SwiftletHead *_Nonnull swiftlet_fetch_head(SwiftletFetch *_Nonnull fetch);

/// Why the last request failed, in libcurl's words.
const char *_Nonnull swiftlet_fetch_message(SwiftletFetch *_Nonnull fetch);

/// Ends the request that runs, or the next one. From any thread.
void swiftlet_fetch_cancel(SwiftletFetch *_Nonnull fetch);

/// A mail for one recipient. Texts are null-terminated and have no line breaks.
typedef struct {
  /// `smtp://` or `smtps://`, with the name that the server introduces itself with as its path.
  const char *_Nonnull url;
  /// NULL without a sign-in.
  const char *_Nullable username;
  const char *_Nullable password;
  const char *_Nonnull from;
  const char *_Nonnull to;
  /// Not 0: refuses a connection that can't be encrypted.
  int requiresTLS;
  /// Header and body, with CRLF.
  const unsigned char *_Nonnull bytes;
  long count;
  long milliseconds;
} SwiftletMail;

/// Sends a mail and returns the code of the mail server's last reply, or 0 without one. `isTaken` says whether it took
/// the mail; otherwise `message` says why not, in libcurl's words.
int swiftlet_mail_send(
  const SwiftletMail *_Nonnull mail, int *_Nonnull isTaken, char *_Nonnull message, long size);

#endif
