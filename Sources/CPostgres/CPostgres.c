#include "CPostgres.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The types of libpq, whose interface has had the same number since 2006 (libpq.so.5). Declared here, so that its headers
// are not needed for building.
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;
typedef struct pgNotify {
  char *relname;
  int be_pid;
  char *extra;
  struct pgNotify *next;
} PGnotify;
typedef struct {
  char *keyword, *envvar, *compiled, *val, *label, *dispchar;
  int dispsize;
} PQconninfoOption;
typedef void (*Notices)(void *, const PGresult *);
enum { CONNECTION_OK = 0 };
enum { PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2, PGRES_PIPELINE_SYNC = 10, PGRES_PIPELINE_ABORTED = 11 };
enum { PG_DIAG_SQLSTATE = 'C', PG_DIAG_MESSAGE_PRIMARY = 'M' };

#define FUNCTIONS(DO)                                                                                        \
  DO(PGconn *, PQconnectdbParams, (const char *const *, const char *const *, int))                           \
  DO(PQconninfoOption *, PQconninfoParse, (const char *, char **))                                           \
  DO(void, PQconninfoFree, (PQconninfoOption *))                                                             \
  DO(void, PQfinish, (PGconn *))                                                                             \
  DO(int, PQstatus, (const PGconn *))                                                                        \
  DO(char *, PQerrorMessage, (const PGconn *))                                                               \
  DO(int, PQserverVersion, (const PGconn *))                                                                 \
  DO(const char *, PQparameterStatus, (const PGconn *, const char *))                                        \
  DO(int, PQsocket, (const PGconn *))                                                                        \
  DO(int, PQsetnonblocking, (PGconn *, int))                                                                 \
  DO(Notices, PQsetNoticeReceiver, (PGconn *, Notices, void *))                                              \
  DO(int, PQenterPipelineMode, (PGconn *))                                                                   \
  DO(int, PQpipelineSync, (PGconn *))                                                                        \
  DO(int, PQsendQuery, (PGconn *, const char *))                                                             \
  DO(int, PQsendQueryParams, (PGconn *, const char *, int, const Oid *, const char *const *, const int *,    \
                              const int *, int))                                                             \
  DO(int, PQsendPrepare, (PGconn *, const char *, const char *, int, const Oid *))                           \
  DO(int, PQsendQueryPrepared, (PGconn *, const char *, int, const char *const *, const int *, const int *, int)) \
  DO(int, PQflush, (PGconn *))                                                                               \
  DO(int, PQisBusy, (PGconn *))                                                                              \
  DO(int, PQconsumeInput, (PGconn *))                                                                        \
  DO(PGresult *, PQgetResult, (PGconn *))                                                                    \
  DO(PGnotify *, PQnotifies, (PGconn *))                                                                     \
  DO(void, PQfreemem, (void *))                                                                              \
  DO(int, PQresultStatus, (const PGresult *))                                                                \
  DO(char *, PQresultErrorField, (const PGresult *, int))                                                    \
  DO(int, PQntuples, (const PGresult *))                                                                     \
  DO(int, PQnfields, (const PGresult *))                                                                     \
  DO(Oid, PQftype, (const PGresult *, int))                                                                  \
  DO(int, PQgetisnull, (const PGresult *, int, int))                                                         \
  DO(char *, PQgetvalue, (const PGresult *, int, int))                                                       \
  DO(int, PQgetlength, (const PGresult *, int, int))                                                         \
  DO(char *, PQcmdTuples, (PGresult *))                                                                      \
  DO(void, PQclear, (PGresult *))

#define DECLARE(type, name, parameters) static type(*p_##name) parameters;
FUNCTIONS(DECLARE)

struct SwiftletPG {
  PGconn *connection;
  int isPipeline;
  // How many ends of what was sent were not read yet.
  int waiting;
  // Whether there is something in the queue that was not sent.
  int isQueued;
};

static int isLoaded = 0;

static void load(void) {
#ifdef __APPLE__
  void *library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) return;
#define FIND(type, name, parameters)                                                                         \
  p_##name = (type(*) parameters)dlsym(library, #name);                                                      \
  if (!p_##name) return;
  FUNCTIONS(FIND)
  isLoaded = 1;
}

int swiftlet_pg_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isLoaded ? 0 : -1;
}

// Warnings of the server are of no use on standard error.
static void ignore(void *argument, const PGresult *result) { (void)argument, (void)result; }

SwiftletPG *swiftlet_pg_open(const char *const *keys, const char *const *values) {
  SwiftletPG *pg = calloc(1, sizeof(SwiftletPG));
  if (!pg) return NULL;
  pg->connection = p_PQconnectdbParams(keys, values, 1);
  if (pg->connection) {
    p_PQsetNoticeReceiver(pg->connection, ignore, NULL);
    if (p_PQstatus(pg->connection) == CONNECTION_OK) p_PQsetnonblocking(pg->connection, 1);
  }
  return pg;
}

void swiftlet_pg_close(SwiftletPG *pg) {
  if (pg->connection) p_PQfinish(pg->connection);
  free(pg);
}

int swiftlet_pg_is_address(const char *url) {
  char *problem = NULL;
  PQconninfoOption *options = p_PQconninfoParse(url, &problem);
  if (problem) p_PQfreemem(problem);
  if (!options) return 0;
  p_PQconninfoFree(options);
  return 1;
}

int swiftlet_pg_is_open(SwiftletPG *pg) { return pg->connection && p_PQstatus(pg->connection) == CONNECTION_OK; }

const char *swiftlet_pg_message(SwiftletPG *pg) { return pg->connection ? p_PQerrorMessage(pg->connection) : ""; }

int swiftlet_pg_server_version(SwiftletPG *pg) { return p_PQserverVersion(pg->connection); }


const char *swiftlet_pg_parameter(SwiftletPG *pg, const char *name) {
  return p_PQparameterStatus(pg->connection, name);
}

int swiftlet_pg_begin_pipeline(SwiftletPG *pg) {
  pg->isPipeline = p_PQenterPipelineMode(pg->connection);
  return pg->isPipeline ? 0 : -1;
}

static int queued(SwiftletPG *pg, int isDone) {
  if (isDone) pg->isQueued = 1;
  return isDone ? 0 : -1;
}

int swiftlet_pg_queue_prepare(SwiftletPG *pg, const char *name, const char *sql, int count, const uint32_t *types) {
  return queued(pg, p_PQsendPrepare(pg->connection, name, sql, count, types));
}

int swiftlet_pg_queue_prepared(SwiftletPG *pg, const char *name, int count, const char *const *values,
                               const int *lengths, const int *formats) {
  return queued(pg, p_PQsendQueryPrepared(pg->connection, name, count, values, lengths, formats, 0));
}

int swiftlet_pg_queue_sql(SwiftletPG *pg, const char *sql) {
  return queued(pg, p_PQsendQueryParams(pg->connection, sql, 0, NULL, NULL, NULL, NULL, 0));
}

int swiftlet_pg_send(SwiftletPG *pg) {
  if (!pg->isQueued) return 0;
  pg->isQueued = 0;
  if (!p_PQpipelineSync(pg->connection)) return -1;
  pg->waiting++;
  return p_PQflush(pg->connection) < 0 ? -1 : 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until a result can be taken without waiting. What the server has to say is read while sending, so that neither
// side waits for the other.
static int await(SwiftletPG *pg, int64_t end) {
  while (1) {
    int unsent = p_PQflush(pg->connection);
    if (unsent < 0) return -1;
    if (!unsent && !p_PQisBusy(pg->connection)) return 0;
    int64_t left = end - now();
    if (left <= 0) return -1;
    struct pollfd place = {p_PQsocket(pg->connection), POLLIN | (unsent ? POLLOUT : 0), 0};
    int ready = poll(&place, 1, left > 60000 ? 60000 : (int)left);
    if (ready < 0 && errno != EINTR) return -1;
    if (ready > 0 && (place.revents & ~POLLOUT) && !p_PQconsumeInput(pg->connection)) return -1;
  }
}

static int isGood(PGresult *result) {
  int status = p_PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

// Keeps the first failure, else the newest.
static PGresult *kept(PGresult *old, PGresult *new) {
  if (old && (!isGood(old) || p_PQresultStatus(new) == PGRES_PIPELINE_ABORTED)) {
    p_PQclear(new);
    return old;
  }
  if (old) p_PQclear(old);
  return new;
}

static SwiftletPGResult *broken(PGresult *result) {
  if (result) p_PQclear(result);
  return NULL;
}

SwiftletPGResult *swiftlet_pg_collect(SwiftletPG *pg, int milliseconds) {
  if (swiftlet_pg_send(pg)) return NULL;
  int64_t end = now() + milliseconds;
  PGresult *result = NULL;
  while (pg->waiting > 0) {
    if (await(pg, end)) return broken(result);
    PGresult *next = p_PQgetResult(pg->connection);
    if (!next) {
      // Between two statements.
      if (p_PQstatus(pg->connection) != CONNECTION_OK) return broken(result);
      continue;
    }
    if (p_PQresultStatus(next) == PGRES_PIPELINE_SYNC) {
      p_PQclear(next);
      pg->waiting--;
      continue;
    }
    result = kept(result, next);
    if (p_PQstatus(pg->connection) != CONNECTION_OK) return broken(result);
  }
  return (SwiftletPGResult *)result;
}

SwiftletPGResult *swiftlet_pg_run(SwiftletPG *pg, const char *sql, int milliseconds) {
  int64_t end = now() + milliseconds;
  if (!p_PQsendQuery(pg->connection, sql)) return NULL;
  PGresult *result = NULL;
  while (1) {
    if (await(pg, end)) return broken(result);
    PGresult *next = p_PQgetResult(pg->connection);
    if (!next) break;
    result = kept(result, next);
  }
  if (p_PQstatus(pg->connection) != CONNECTION_OK) return broken(result);
  return (SwiftletPGResult *)result;
}

int swiftlet_pg_wait_notice(SwiftletPG *pg, int milliseconds, int wake, char **text) {
  int64_t end = now() + milliseconds;
  while (1) {
    PGnotify *notice = p_PQnotifies(pg->connection);
    if (notice) {
      *text = strdup(notice->extra ? notice->extra : "");
      p_PQfreemem(notice);
      return *text ? 1 : -1;
    }
    int64_t left = end - now();
    if (left < 0) return 0;
    struct pollfd places[2] = {{p_PQsocket(pg->connection), POLLIN, 0}, {wake, POLLIN, 0}};
    int ready = poll(places, wake < 0 ? 1 : 2, left > 60000 ? 60000 : (int)left);
    if (ready < 0 && errno != EINTR) return -1;
    if (ready <= 0) continue;
    if (places[0].revents && !p_PQconsumeInput(pg->connection)) return -1;
    if (!places[0].revents) return 0;
  }
}

int swiftlet_pg_succeeded(SwiftletPGResult *result) { return isGood((PGresult *)result); }

static const char *field(SwiftletPGResult *result, int name) {
  const char *text = p_PQresultErrorField((PGresult *)result, name);
  return text ? text : "";
}

const char *swiftlet_pg_code(SwiftletPGResult *result) { return field(result, PG_DIAG_SQLSTATE); }

const char *swiftlet_pg_primary_message(SwiftletPGResult *result) { return field(result, PG_DIAG_MESSAGE_PRIMARY); }

int swiftlet_pg_rows(SwiftletPGResult *result) { return p_PQntuples((PGresult *)result); }

int swiftlet_pg_columns(SwiftletPGResult *result) { return p_PQnfields((PGresult *)result); }

uint32_t swiftlet_pg_type(SwiftletPGResult *result, int column) { return p_PQftype((PGresult *)result, column); }

const char *swiftlet_pg_value(SwiftletPGResult *result, int row, int column, int *length) {
  if (p_PQgetisnull((PGresult *)result, row, column)) return NULL;
  *length = p_PQgetlength((PGresult *)result, row, column);
  return p_PQgetvalue((PGresult *)result, row, column);
}

int64_t swiftlet_pg_changed(SwiftletPGResult *result) { return atoll(p_PQcmdTuples((PGresult *)result)); }

void swiftlet_pg_free(SwiftletPGResult *result) { p_PQclear((PGresult *)result); }
