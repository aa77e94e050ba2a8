#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The types of libcurl, whose interface has had the same number since 2006 (libcurl.so.4). Declared here, so that its
// headers are not needed for building.
typedef struct CURL CURL;
typedef struct CURLM CURLM;
typedef struct CURLMsg {
  int msg;
  CURL *easy;
  union {
    void *whatever;
    int result;
  } data;
} CURLMsg;
struct curl_slist;
enum { CURL_GLOBAL_DEFAULT = 3, CURLMSG_DONE = 1 };
enum { CURLE_OK = 0, CURLE_WRITE_ERROR = 23, CURLE_OPERATION_TIMEDOUT = 28 };
enum { CURL_HTTP_VERSION_1_1 = 2, CURLPROTO_HTTP_AND_HTTPS = 3 };
enum {
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_USERAGENT = 10018,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CONNECT_TO = 10243,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
};

#define FUNCTIONS(DO)                                                            \
  DO(int, curl_global_init, (long))                                              \
  DO(CURL *, curl_easy_init, (void))                                             \
  DO(void, curl_easy_cleanup, (CURL *))                                          \
  DO(void, curl_easy_reset, (CURL *))                                            \
  DO(int, curl_easy_setopt, (CURL *, int, ...))                                  \
  DO(const char *, curl_easy_strerror, (int))                                    \
  DO(CURLM *, curl_multi_init, (void))                                           \
  DO(int, curl_multi_cleanup, (CURLM *))                                         \
  DO(int, curl_multi_add_handle, (CURLM *, CURL *))                              \
  DO(int, curl_multi_remove_handle, (CURLM *, CURL *))                           \
  DO(int, curl_multi_perform, (CURLM *, int *))                                  \
  DO(int, curl_multi_poll, (CURLM *, void *, unsigned int, int, int *))          \
  DO(int, curl_multi_wakeup, (CURLM *))                                          \
  DO(CURLMsg *, curl_multi_info_read, (CURLM *, int *))                          \
  DO(struct curl_slist *, curl_slist_append, (struct curl_slist *, const char *)) \
  DO(void, curl_slist_free_all, (struct curl_slist *))

#define DECLARE(type, name, parameters) static type(*p_##name) parameters;
FUNCTIONS(DECLARE)

struct SwiftletFetch {
  CURL *easy;
  // Its own loop, which another thread can wake. It keeps the connection.
  CURLM *loop;
  atomic_int isCancelled;
  SwiftletHead head;
  char type[256];
  char location[8192];
  char message[256]; // CURL_ERROR_SIZE
  SwiftletTake take;
  void *context;
};

static int isLoaded = 0;

static void load(void) {
#ifdef __APPLE__
  void *library = dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) return;
#define FIND(type, name, parameters)                                             \
  p_##name = (type(*) parameters)dlsym(library, #name);                          \
  if (!p_##name) return;
  FUNCTIONS(FIND)
  isLoaded = p_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

SwiftletFetch *swiftlet_fetch_new(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!isLoaded) return NULL;
  SwiftletFetch *fetch = calloc(1, sizeof(SwiftletFetch));
  if (!fetch) return NULL;
  fetch->easy = p_curl_easy_init();
  fetch->loop = p_curl_multi_init();
  if (fetch->easy && fetch->loop) return fetch;
  swiftlet_fetch_free(fetch);
  return NULL;
}

void swiftlet_fetch_free(SwiftletFetch *fetch) {
  if (fetch->easy) p_curl_easy_cleanup(fetch->easy);
  if (fetch->loop) p_curl_multi_cleanup(fetch->loop);
  free(fetch);
}

// The value of a header line if it has that name, without the blanks around it.
static int copy_value(const char *line, size_t length, const char *name, char *value, size_t size) {
  size_t end = strlen(name);
  if (length <= end || line[end] != ':' || strncasecmp(line, name, end)) return 0;
  size_t start = end + 1;
  while (start < length && (line[start] == ' ' || line[start] == '\t')) start++;
  while (length > start && strchr(" \t\r\n", line[length - 1])) length--;
  // What is too long is no value that anybody meant.
  size_t count = length - start < size ? length - start : 0;
  memcpy(value, line + start, count);
  value[count] = 0;
  return 1;
}

static size_t on_header(char *line, size_t size, size_t count, void *argument) {
  SwiftletFetch *fetch = argument;
  size_t length = size * count;
  char value[32];
  if (length > 5 && !strncmp(line, "HTTP/", 5)) {
    // The last block of lines counts: others may come before it (100, 103).
    char status[64] = "";
    memcpy(status, line, length < sizeof status ? length : sizeof status - 1);
    char *space = strchr(status, ' ');
    fetch->head.status = space ? atoi(space + 1) : 0;
    fetch->head.length = -1;
    fetch->type[0] = fetch->location[0] = 0;
  } else if (copy_value(line, length, "content-length", value, sizeof value)) {
    fetch->head.length = strtoll(value, NULL, 10);
  } else if (!copy_value(line, length, "content-type", fetch->type, sizeof fetch->type)) {
    copy_value(line, length, "location", fetch->location, sizeof fetch->location);
  }
  return length;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *argument) {
  SwiftletFetch *fetch = argument;
  size_t length = size * count;
  return fetch->take(fetch->context, &fetch->head, (const unsigned char *)bytes, (long)length) ? length + 1 : length;
}

SwiftletFetchResult swiftlet_fetch_run(
  SwiftletFetch *fetch, const char *url, const char *address, SwiftletTake take, void *context) {
  fetch->take = take;
  fetch->context = context;
  fetch->head = (SwiftletHead){.status = 0, .type = fetch->type, .location = fetch->location, .length = -1};
  fetch->type[0] = fetch->location[0] = fetch->message[0] = 0;

  char there[128];
  snprintf(there, sizeof there, strchr(address, ':') ? "::[%s]:" : "::%s:", address);
  struct curl_slist *pins = p_curl_slist_append(NULL, there);
  if (!pins) return SWIFTLET_FETCH_FAILED;

  CURL *easy = fetch->easy;
  p_curl_easy_reset(easy);
  p_curl_easy_setopt(easy, CURLOPT_URL, url);
  p_curl_easy_setopt(easy, CURLOPT_CONNECT_TO, pins);
  p_curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_AND_HTTPS);
  p_curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  // None from the environment.
  p_curl_easy_setopt(easy, CURLOPT_PROXY, "");
  p_curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  p_curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
  p_curl_easy_setopt(easy, CURLOPT_USERAGENT, "Swiftlet");
  p_curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, fetch->message);
  p_curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
  p_curl_easy_setopt(easy, CURLOPT_HEADERDATA, fetch);
  p_curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
  p_curl_easy_setopt(easy, CURLOPT_WRITEDATA, fetch);

  int running = 1, problem = p_curl_multi_add_handle(fetch->loop, easy), isCancelled = 0;
  while (running && !problem && !(isCancelled = atomic_load(&fetch->isCancelled))) {
    problem = p_curl_multi_perform(fetch->loop, &running);
    if (running && !problem) problem = p_curl_multi_poll(fetch->loop, NULL, 0, 60000, NULL);
  }
  int result = -1, others;
  for (CURLMsg *message; (message = p_curl_multi_info_read(fetch->loop, &others));)
    if (message->msg == CURLMSG_DONE) result = message->data.result;
  p_curl_multi_remove_handle(fetch->loop, easy);
  p_curl_slist_free_all(pins);

  if (isCancelled) return SWIFTLET_FETCH_CANCELLED;
  if (result == CURLE_OK) return SWIFTLET_FETCH_DONE;
  if (result == CURLE_WRITE_ERROR) return SWIFTLET_FETCH_STOPPED;
  if (result == CURLE_OPERATION_TIMEDOUT) return SWIFTLET_FETCH_TIMED_OUT;
  if (!fetch->message[0])
    snprintf(fetch->message, sizeof fetch->message, "%s", result < 0 ? "libcurl" : p_curl_easy_strerror(result));
  return SWIFTLET_FETCH_FAILED;
}

const SwiftletHead *swiftlet_fetch_head(SwiftletFetch *fetch) { return &fetch->head; }

const char *swiftlet_fetch_message(SwiftletFetch *fetch) { return fetch->message; }

void swiftlet_fetch_cancel(SwiftletFetch *fetch) {
  atomic_store(&fetch->isCancelled, 1);
  p_curl_multi_wakeup(fetch->loop);
}
