#include "CCurl.h"

#include <CLoading.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// What replaces CURLOPT_PROTOCOLS came with 7.85, and later versions still know it.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x074400
#error "libcurl 7.68 or later is needed (Debian: libcurl4-openssl-dev)"
#endif

// The functions that are used. Their types come from the library's own header, so that a call is checked as if it were
// linked.
#define FUNCTIONS(DO)                                                                                 \
  DO(curl_global_init) DO(curl_easy_init) DO(curl_easy_cleanup) DO(curl_easy_reset)                   \
  DO(curl_easy_setopt) DO(curl_easy_strerror) DO(curl_multi_init) DO(curl_multi_cleanup)              \
  DO(curl_multi_add_handle) DO(curl_multi_remove_handle) DO(curl_multi_perform) DO(curl_multi_poll)   \
  DO(curl_multi_wakeup) DO(curl_multi_info_read) DO(curl_slist_append) DO(curl_slist_free_all)  \
  DO(curl_easy_perform) DO(curl_easy_getinfo)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

// `curl_easy_setopt` takes any number of arguments of any type; these check that the option takes one of that kind.
#define SET(option, type, kind, value)                                                            \
  do {                                                                                            \
    _Static_assert((option) / 10000 * 10000 == (kind), #option " takes another kind of value");   \
    type checked = (value);                                                                       \
    p_curl_easy_setopt(easy, option, checked);                                                    \
  } while (0)
#define SET_LONG(option, value) SET(option, long, CURLOPTTYPE_LONG, value)
#define SET_TEXT(option, value) SET(option, const char *, CURLOPTTYPE_STRINGPOINT, value)
#define SET_POINTER(option, value) SET(option, void *, CURLOPTTYPE_OBJECTPOINT, value)
#define SET_CALLBACK(option, value) SET(option, curl_write_callback, CURLOPTTYPE_FUNCTIONPOINT, value)

struct SwiftletFetch {
  CURL *easy;
  // Its own loop, which another thread can wake. It keeps the connection.
  CURLM *loop;
  atomic_int isCancelled;
  SwiftletHead head;
  char type[256];
  char location[8192];
  char retryAfter[64];
  char message[CURL_ERROR_SIZE];
  SwiftletTake take;
  void *context;
};

static char problem[512] = "";

static void describe(void *library, char *text, size_t size) {
  __typeof__(&curl_version_info) version = (__typeof__(&curl_version_info))dlsym(library, "curl_version_info");
  const curl_version_info_data *data = version ? version(CURLVERSION_FIRST) : NULL;
  if (data) snprintf(text, size, "libcurl %s", data->version);
}

static void load(void) {
#ifdef __APPLE__
  static const char *const names[] = {"libcurl.4.dylib", NULL};
#else
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
#endif
#define ENTRY(name) {#name, &p_##name},
  static const SwiftletFunction functions[] = {FUNCTIONS(ENTRY)};
  const SwiftletLibrary library = {
    names, functions, sizeof functions / sizeof functions[0], "libcurl 7.68 or later", describe, 0};
  if (swiftlet_library_load(&library, problem, sizeof problem)) return;
  CURLcode code = p_curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) snprintf(problem, sizeof problem, "libcurl can't begin (%s)", p_curl_easy_strerror(code));
}

const char *swiftlet_fetch_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem[0] ? problem : NULL;
}

SwiftletFetch *swiftlet_fetch_new(void) {
  if (swiftlet_fetch_load()) return NULL;
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
    fetch->type[0] = fetch->location[0] = fetch->retryAfter[0] = 0;
  } else if (copy_value(line, length, "content-length", value, sizeof value)) {
    fetch->head.length = strtoll(value, NULL, 10);
  } else if (
    !copy_value(line, length, "content-type", fetch->type, sizeof fetch->type)
    && !copy_value(line, length, "location", fetch->location, sizeof fetch->location)) {
    copy_value(line, length, "retry-after", fetch->retryAfter, sizeof fetch->retryAfter);
  }
  return length;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *argument) {
  SwiftletFetch *fetch = argument;
  size_t length = size * count;
  return fetch->take(fetch->context, &fetch->head, (const unsigned char *)bytes, (long)length) ? length + 1 : length;
}

// A list with the lines of a text; NULL without memory, or for a line that is too long.
static struct curl_slist *list_of(const char *text) {
  struct curl_slist *list = NULL;
  char line[4096];
  for (const char *start = text; *start;) {
    size_t length = strcspn(start, "\n");
    struct curl_slist *longer = NULL;
    if (length < sizeof line) {
      memcpy(line, start, length);
      line[length] = 0;
      longer = p_curl_slist_append(list, line);
    }
    if (!longer) {
      p_curl_slist_free_all(list);
      return NULL;
    }
    list = longer;
    start += length;
    if (*start) start++;
  }
  return list;
}

SwiftletFetchResult swiftlet_fetch_run(
  SwiftletFetch *fetch, const char *url, const char *address, const SwiftletPost *post, long milliseconds,
  SwiftletTake take, void *context) {
  fetch->take = take;
  fetch->context = context;
  fetch->head = (SwiftletHead){
    .status = 0, .type = fetch->type, .location = fetch->location, .retryAfter = fetch->retryAfter, .length = -1};
  fetch->type[0] = fetch->location[0] = fetch->retryAfter[0] = fetch->message[0] = 0;

  char there[128];
  snprintf(there, sizeof there, strchr(address, ':') ? "::[%s]:" : "::%s:", address);
  struct curl_slist *pins = p_curl_slist_append(NULL, there);
  struct curl_slist *fields = post ? list_of(post->fields) : NULL;
  if (!pins || (post && !fields)) {
    if (pins) p_curl_slist_free_all(pins);
    if (fields) p_curl_slist_free_all(fields);
    return SWIFTLET_FETCH_FAILED;
  }

  CURL *easy = fetch->easy;
  p_curl_easy_reset(easy);
  SET_TEXT(CURLOPT_URL, url);
  SET_POINTER(CURLOPT_CONNECT_TO, pins);
  SET_LONG(CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
  SET_LONG(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  // None from the environment.
  SET_TEXT(CURLOPT_PROXY, "");
  SET_LONG(CURLOPT_NOSIGNAL, 1);
  SET_LONG(CURLOPT_CONNECTTIMEOUT_MS, 10000);
  SET_LONG(CURLOPT_TIMEOUT_MS, milliseconds);
  SET_TEXT(CURLOPT_USERAGENT, "Swiftlet");
  SET_POINTER(CURLOPT_ERRORBUFFER, fetch->message);
  SET_CALLBACK(CURLOPT_HEADERFUNCTION, on_header);
  SET_POINTER(CURLOPT_HEADERDATA, fetch);
  SET_CALLBACK(CURLOPT_WRITEFUNCTION, on_body);
  SET_POINTER(CURLOPT_WRITEDATA, fetch);
  if (post) {
    SET_LONG(CURLOPT_POST, 1);
    SET_POINTER(CURLOPT_POSTFIELDS, (void *)post->bytes);
    SET_LONG(CURLOPT_POSTFIELDSIZE, post->count);
    SET_POINTER(CURLOPT_HTTPHEADER, fields);
  }

  int running = 1, isCancelled = 0;
  CURLMcode code = p_curl_multi_add_handle(fetch->loop, easy);
  while (running && code == CURLM_OK && !(isCancelled = atomic_load(&fetch->isCancelled))) {
    code = p_curl_multi_perform(fetch->loop, &running);
    if (running && code == CURLM_OK) code = p_curl_multi_poll(fetch->loop, NULL, 0, 60000, NULL);
  }
  int isOver = 0, others;
  CURLcode result = CURLE_OK;
  for (CURLMsg *message; (message = p_curl_multi_info_read(fetch->loop, &others));)
    if (message->msg == CURLMSG_DONE) {
      isOver = 1;
      result = message->data.result;
    }
  p_curl_multi_remove_handle(fetch->loop, easy);
  p_curl_slist_free_all(pins);
  if (fields) p_curl_slist_free_all(fields);

  if (isCancelled) return SWIFTLET_FETCH_CANCELLED;
  if (isOver && result == CURLE_OK) return SWIFTLET_FETCH_DONE;
  if (result == CURLE_WRITE_ERROR) return SWIFTLET_FETCH_STOPPED;
  if (result == CURLE_OPERATION_TIMEDOUT) return SWIFTLET_FETCH_TIMED_OUT;
  if (!fetch->message[0])
    snprintf(fetch->message, sizeof fetch->message, "%s", isOver ? p_curl_easy_strerror(result) : "libcurl");
  return SWIFTLET_FETCH_FAILED;
}

const SwiftletHead *swiftlet_fetch_head(SwiftletFetch *fetch) { return &fetch->head; }

const char *swiftlet_fetch_message(SwiftletFetch *fetch) { return fetch->message; }

void swiftlet_fetch_cancel(SwiftletFetch *fetch) {
  atomic_store(&fetch->isCancelled, 1);
  p_curl_multi_wakeup(fetch->loop);
}

typedef struct {
  const unsigned char *bytes;
  size_t left;
} MailText;

static size_t on_mail(char *buffer, size_t size, size_t count, void *argument) {
  MailText *text = argument;
  size_t length = size * count < text->left ? size * count : text->left;
  memcpy(buffer, text->bytes, length);
  text->bytes += length;
  text->left -= length;
  return length;
}

int swiftlet_mail_send(const SwiftletMail *mail, int *isTaken, char *message, long size) {
  char reason[CURL_ERROR_SIZE] = "";
  *isTaken = 0;
  CURL *easy = swiftlet_fetch_load() ? NULL : p_curl_easy_init();
  struct curl_slist *to = easy ? p_curl_slist_append(NULL, mail->to) : NULL;
  if (!to) {
    snprintf(message, size, "%s", problem[0] ? problem : "no memory is left");
    if (easy) p_curl_easy_cleanup(easy);
    return 0;
  }
  MailText text = {mail->bytes, (size_t)mail->count};
  SET_TEXT(CURLOPT_URL, mail->url);
  SET_LONG(CURLOPT_PROTOCOLS, CURLPROTO_SMTP | CURLPROTO_SMTPS);
  SET_LONG(CURLOPT_USE_SSL, mail->requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_TRY);
  if (mail->username) SET_TEXT(CURLOPT_USERNAME, mail->username);
  if (mail->password) SET_TEXT(CURLOPT_PASSWORD, mail->password);
  SET_TEXT(CURLOPT_MAIL_FROM, mail->from);
  SET_POINTER(CURLOPT_MAIL_RCPT, to);
  SET_TEXT(CURLOPT_PROXY, "");
  SET_LONG(CURLOPT_NOSIGNAL, 1);
  SET_LONG(CURLOPT_CONNECTTIMEOUT_MS, 10000);
  SET_LONG(CURLOPT_TIMEOUT_MS, mail->milliseconds);
  SET_LONG(CURLOPT_UPLOAD, 1);
  SET(CURLOPT_READFUNCTION, curl_read_callback, CURLOPTTYPE_FUNCTIONPOINT, on_mail);
  SET_POINTER(CURLOPT_READDATA, &text);
  SET_POINTER(CURLOPT_ERRORBUFFER, reason);
  CURLcode result = p_curl_easy_perform(easy);
  long code = 0;
  p_curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &code);
  *isTaken = result == CURLE_OK;
  if (result != CURLE_OK) snprintf(message, size, "%s", reason[0] ? reason : p_curl_easy_strerror(result));
  p_curl_easy_cleanup(easy);
  p_curl_slist_free_all(to);
  return (int)code;
}
