#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>

/* The system calls that Swift's Glibc module does not have, or that are shorter in C. Every function answers a negative
   errno value on failure. <sys/epoll.h> and _GNU_SOURCE stay in the .c file: here they would break the Glibc module. */

enum {
    CLINUX_READ = 1,
    CLINUX_WRITE = 2,
    /* Hang-up or error; only reported, never asked for. */
    CLINUX_FAILED = 4,
};

struct clinux_event {
    uint64_t token;
    uint32_t readiness;
};

/* At most this many events come from one clinux_epoll_wait. */
enum { CLINUX_MAXIMUM_EVENTS = 256 };

int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int descriptor, uint64_t token, uint32_t interest);
int clinux_epoll_modify(int epoll, int descriptor, uint64_t token, uint32_t interest);
int clinux_epoll_remove(int epoll, int descriptor);
/* Fills events, which has room for CLINUX_MAXIMUM_EVENTS; the number filled, 0 at the timeout or when a signal came. */
int clinux_epoll_wait(int epoll, struct clinux_event *events, int milliseconds);

enum {
    /* Several sockets may listen on the port. */
    CLINUX_SHARED = 1,
    /* Bind only: fails with -EADDRINUSE when anyone listens there, whatever their options. */
    CLINUX_PROBE = 2,
};

/* A non-blocking TCP socket that listens on a numeric address or a name (IPv4 first); "::" takes IPv4 too.
   *port 0 is replaced by the port chosen. */
int clinux_listen(const char *host, uint16_t *port, int options, int backlog);

/* Accepts one connection: non-blocking, close-on-exec, TCP_NODELAY; its numeric address goes to `address`,
   IPv4 in its own form. */
int clinux_accept(int listener, char *address, size_t capacity);

/* Has the allocator give memory that is free to the system, wherever in the heap it lies. */
void clinux_release_memory(void);

/* Cores that this process may run on, at least 1. */
int clinux_core_count(void);

#endif
