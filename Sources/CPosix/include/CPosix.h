#ifndef CPOSIX_H
#define CPOSIX_H

#include <stddef.h>
#include <stdint.h>

/* Sockets, in C where that is shorter. Every function answers a negative errno value on failure. */

enum {
    /* Several sockets may listen on the port, and the kernel deals out the connections. */
    CPOSIX_SHARED = 1,
    /* Bind only: fails with -EADDRINUSE when anyone listens there, whatever their options. */
    CPOSIX_PROBE = 2,
};

/* A non-blocking TCP socket that listens on a numeric address or a name (IPv4 first); "::" takes IPv4 too.
   *port 0 is replaced by the port chosen. */
int cposix_listen(const char *host, uint16_t *port, int options, int backlog);

/* Accepts one connection: non-blocking, close-on-exec, TCP_NODELAY; its numeric address goes to `address`,
   IPv4 in its own form. */
int cposix_accept(int listener, char *address, size_t capacity);

/* Has the allocator give memory that is free to the system, wherever in the heap it lies. */
void cposix_release_memory(void);

/* Cores that this process may run on, at least 1. */
int cposix_core_count(void);

#endif
