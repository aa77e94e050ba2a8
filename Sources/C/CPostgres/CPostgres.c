#include "CPostgres.h"

#include <CLoading.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#ifndef LIBPQ_HAS_PIPELINING
#error "libpq 14 or later is needed (Debian: libpq-dev)"
#endif

// The functions that are used. Their types come from the library's own header, so that a call is checked as if it were
// linked.
#define FUNCTIONS(DO)                                                                                        \
  DO(PQconnectdbParams) DO(PQconninfoParse) DO(PQconninfoFree) DO(PQfinish) DO(PQstatus) DO(PQerrorMessage)  \
  DO(PQserverVersion) DO(PQparameterStatus) DO(PQsocket) DO(PQsetnonblocking) DO(PQsetNoticeReceiver)        \
  DO(PQenterPipelineMode) DO(PQpipelineSync) DO(PQsendQuery) DO(PQsendQueryParams) DO(PQsendPrepare)         \
  DO(PQsendQueryPrepared) DO(PQflush) DO(PQisBusy) DO(PQconsumeInput) DO(PQgetResult) DO(PQnotifies)         \
  DO(PQfreemem) DO(PQresultStatus) DO(PQresultErrorField) DO(PQntuples) DO(PQnfields) DO(PQftype)            \
  DO(PQgetisnull) DO(PQgetvalue) DO(PQgetlength) DO(PQcmdTuples) DO(PQclear)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

struct SwiftletPG {
  PGconn *connection;
  int isPipeline;
  // How many ends of what was sent were not read yet.
  int waiting;
  // Whether there is something in the queue that was not sent.
  int isQueued;
};

static char problem[512] = "";

static void describe(void *library, char *text, size_t size) {
  __typeof__(&PQlibVersion) version = (__typeof__(&PQlibVersion))dlsym(library, "PQlibVersion");
  int number = version ? version() : 0;
  if (number) snprintf(text, size, "libpq %d.%d", number / 10000, number % 10000);
}

static void load(void) {
#ifdef __APPLE__
  static const char *const names[] = {"libpq.5.dylib", NULL};
#else
  static const char *const names[] = {"libpq.so.5", NULL};
#endif
#define ENTRY(name) {#name, &p_##name},
  static const SwiftletFunction functions[] = {FUNCTIONS(ENTRY)};
  const SwiftletLibrary library = {
    names, functions, sizeof functions / sizeof functions[0], "libpq 14 or later", describe, 0};
  swiftlet_library_load(&library, problem, sizeof problem);
}

const char *swiftlet_pg_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem[0] ? problem : NULL;
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
