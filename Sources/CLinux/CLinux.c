#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

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

static struct addrinfo *preferred(struct addrinfo *list) {
    for (struct addrinfo *entry = list; entry; entry = entry->ai_next)
        if (entry->ai_family == AF_INET) return entry;
    return list;
}

static uint16_t bound_port(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) < 0) return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

static int open_listener(const struct addrinfo *address, int options, int backlog) {
    int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    int on = 1, off = 0;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->ai_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    int failed = options & CLINUX_SHARED && setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) < 0;
    failed = failed || bind(descriptor, address->ai_addr, address->ai_addrlen) < 0;
    failed = failed || (!(options & CLINUX_PROBE) && listen(descriptor, backlog) < 0);
    if (!failed) return descriptor;
    int error = errno;
    close(descriptor);
    return -error;
}

int clinux_listen(const char *host, uint16_t *port, int options, int backlog) {
    char service[6];
    snprintf(service, sizeof service, "%u", (unsigned)*port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *list = NULL;
    if (getaddrinfo(host, service, &hints, &list) != 0 || !list) return -EADDRNOTAVAIL;
    int descriptor = open_listener(preferred(list), options, backlog);
    freeaddrinfo(list);
    if (descriptor >= 0) *port = bound_port(descriptor);
    return descriptor;
}

static void write_address(const struct sockaddr_storage *from, char *address, size_t capacity) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
    if (from->ss_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)from)->sin_addr, address, (socklen_t)capacity);
    else if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr))
        inet_ntop(AF_INET, &six->sin6_addr.s6_addr[12], address, (socklen_t)capacity);
    else
        inet_ntop(AF_INET6, &six->sin6_addr, address, (socklen_t)capacity);
}

int clinux_accept(int listener, char *address, size_t capacity) {
    struct sockaddr_storage from;
    socklen_t length = sizeof from;
    memset(&from, 0, sizeof from);
    address[0] = 0;
    int descriptor;
    do descriptor = accept4(listener, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return -errno;
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    write_address(&from, address, capacity);
    return descriptor;
}

int clinux_core_count(void) {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
    int count = CPU_COUNT(&cores);
    return count > 0 ? count : 1;
}

void clinux_release_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
