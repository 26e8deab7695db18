/* SQLite as the State module sees it: the header, and a function where Swift cannot say what C's macro says. */
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/* Binds bytes or text that SQLite copies before the call returns. */
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int position, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, position, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_text(sqlite3_stmt *statement, int position, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, position, count == 0 ? "" : text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
