// The few functions of libpq that are used, loaded when the first connection is opened
// (https://www.postgresql.org/docs/15/libpq.html).
#ifndef SWIFTLET_CPOSTGRES_H
#define SWIFTLET_CPOSTGRES_H

#include <stdint.h>

/// A connection, to be used by one thread at a time.
typedef struct SwiftletPG SwiftletPG;
/// What a statement returned.
typedef struct SwiftletPGResult SwiftletPGResult;

/// Loads libpq, once for the process. Returns NULL, or a part of a sentence about what is missing.
const char *swiftlet_pg_load(void);

/// Opens a connection; blocks. Returns NULL without memory only: ask `swiftlet_pg_is_open`.
///
/// Keys and values end with NULL. A `dbname` that is a URL is taken apart by libpq.
SwiftletPG *swiftlet_pg_open(const char *const *keys, const char *const *values);
void swiftlet_pg_close(SwiftletPG *pg);
/// Whether libpq can make anything of the URL.
int swiftlet_pg_is_address(const char *url);
int swiftlet_pg_is_open(SwiftletPG *pg);
/// What went wrong with the connection. Valid until its next use.
const char *swiftlet_pg_message(SwiftletPG *pg);
/// 150004 for 15.4.
int swiftlet_pg_server_version(SwiftletPG *pg);
/// `server_encoding` and others; NULL if the server doesn't say.
const char *swiftlet_pg_parameter(SwiftletPG *pg, const char *name);

/// From now on statements are put into a queue and sent together (chapter "Pipeline Mode").
int swiftlet_pg_begin_pipeline(SwiftletPG *pg);

/// Each of these puts one statement into the queue; 0, or -1 if the connection is broken.
int swiftlet_pg_queue_prepare(SwiftletPG *pg, const char *name, const char *sql, int count, const uint32_t *types);
int swiftlet_pg_queue_prepared(SwiftletPG *pg, const char *name, int count, const char *const *values,
                               const int *lengths, const int *formats);
int swiftlet_pg_queue_sql(SwiftletPG *pg, const char *sql);
/// Sends what is in the queue. What comes back is read by the next `swiftlet_pg_collect`.
int swiftlet_pg_send(SwiftletPG *pg);

/// Sends what is in the queue, and waits for the ends of all that was sent.
///
/// Returns the result of the statement that failed first, else of the last one, to be freed by the caller. NULL: the
/// connection is broken, or so many milliseconds are over: it is to be closed.
SwiftletPGResult *swiftlet_pg_collect(SwiftletPG *pg, int milliseconds);

/// For a connection without a queue: carries out statements with `;` between, and returns as
/// `swiftlet_pg_collect` does.
SwiftletPGResult *swiftlet_pg_run(SwiftletPG *pg, const char *sql, int milliseconds);

/// Waits for a message of a `NOTIFY`: 1 if there is one, 0 if the time is over or `wake` can be read, -1 if the
/// connection is broken.
///
/// The text is freed by the caller.
int swiftlet_pg_wait_notice(SwiftletPG *pg, int milliseconds, int wake, char **text);

/// Whether the statement succeeded.
int swiftlet_pg_succeeded(SwiftletPGResult *result);
/// The five letters of what went wrong (appendix A, "PostgreSQL Error Codes"); empty without any.
const char *swiftlet_pg_code(SwiftletPGResult *result);
const char *swiftlet_pg_primary_message(SwiftletPGResult *result);
int swiftlet_pg_rows(SwiftletPGResult *result);
int swiftlet_pg_columns(SwiftletPGResult *result);
uint32_t swiftlet_pg_type(SwiftletPGResult *result, int column);
/// NULL for NULL.
const char *swiftlet_pg_value(SwiftletPGResult *result, int row, int column, int *length);
/// How many rows an INSERT, UPDATE or DELETE changed.
int64_t swiftlet_pg_changed(SwiftletPGResult *result);
void swiftlet_pg_free(SwiftletPGResult *result);

#endif
