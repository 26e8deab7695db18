#include "CLinux.h"

#include <errno.h>
#include <sys/epoll.h>

static uint32_t to_epoll(uint32_t interest) {
    return (interest & CLINUX_READ ? EPOLLIN : 0u) | (interest & CLINUX_WRITE ? EPOLLOUT : 0u);
}

static uint32_t from_epoll(uint32_t events) {
    return (events & EPOLLIN ? CLINUX_READ : 0u) | (events & EPOLLOUT ? CLINUX_WRITE : 0u) |
           (events & (EPOLLERR | EPOLLHUP) ? CLINUX_FAILED : 0u);
}

static int control(int epoll, int operation, int descriptor, uint64_t token, uint32_t interest) {
    struct epoll_event event = {.events = to_epoll(interest), .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event) < 0 ? -errno : 0;
}

int clinux_epoll_create(void) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    return epoll < 0 ? -errno : epoll;
}

int clinux_epoll_add(int epoll, int descriptor, uint64_t token, uint32_t interest) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, token, interest);
}

int clinux_epoll_modify(int epoll, int descriptor, uint64_t token, uint32_t interest) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, token, interest);
}

int clinux_epoll_remove(int epoll, int descriptor) {
    return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int clinux_epoll_wait(int epoll, struct clinux_event *events, int milliseconds) {
    struct epoll_event ready[CLINUX_MAXIMUM_EVENTS];
    int count = epoll_wait(epoll, ready, CLINUX_MAXIMUM_EVENTS, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        events[i].token = ready[i].data.u64;
        events[i].readiness = from_epoll(ready[i].events);
    }
    return count;
}
