#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>

/* epoll(7), whose header would break Swift's Glibc module. Every function answers a negative errno value on failure. */

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

#endif
