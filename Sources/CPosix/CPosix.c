/* Where the system has more than POSIX, it is used; UNDERSTUDY_PORTABLE takes POSIX alone, anywhere. */
#if defined(__linux__) && !defined(UNDERSTUDY_PORTABLE)
#define _GNU_SOURCE
#define HAS_LINUX 1
#elif defined(UNDERSTUDY_PORTABLE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "CPosix.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef HAS_LINUX
#include <malloc.h>
#include <sched.h>
#endif

/* Non-blocking and close-on-exec; no SIGPIPE where a socket can say so. The descriptor, or a negative errno value. */
static int prepared(int descriptor) {
    if (descriptor < 0) return -errno;
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
#ifdef SO_NOSIGPIPE
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    return descriptor;
}

static int new_socket(int family) {
#ifdef HAS_LINUX
    int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return descriptor < 0 ? -errno : descriptor;
#else
    return prepared(socket(family, SOCK_STREAM, 0));
#endif
}

/* Has several sockets listen on one port, where the kernel deals out the connections. */
static int share(int descriptor) {
#ifdef HAS_LINUX
    int on = 1;
    return setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
#else
    (void)descriptor;
    errno = ENOTSUP;
    return -1;
#endif
}

static int next_connection(int listener, struct sockaddr *from, socklen_t *length) {
    int descriptor;
#ifdef HAS_LINUX
    do descriptor = accept4(listener, from, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
#else
    do descriptor = accept(listener, from, length);
    while (descriptor < 0 && errno == EINTR);
    return prepared(descriptor);
#endif
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
    int descriptor = new_socket(address->ai_family);
    if (descriptor < 0) return descriptor;
    int on = 1, off = 0;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->ai_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    int failed = options & CPOSIX_SHARED && share(descriptor) < 0;
    failed = failed || bind(descriptor, address->ai_addr, address->ai_addrlen) < 0;
    failed = failed || (!(options & CPOSIX_PROBE) && listen(descriptor, backlog) < 0);
    if (!failed) return descriptor;
    int error = errno;
    close(descriptor);
    return -error;
}

int cposix_listen(const char *host, uint16_t *port, int options, int backlog) {
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

int cposix_accept(int listener, char *address, size_t capacity) {
    struct sockaddr_storage from;
    socklen_t length = sizeof from;
    memset(&from, 0, sizeof from);
    address[0] = 0;
    int descriptor = next_connection(listener, (struct sockaddr *)&from, &length);
    if (descriptor < 0) return descriptor;
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    write_address(&from, address, capacity);
    return descriptor;
}

int cposix_core_count(void) {
#ifdef HAS_LINUX
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
    long count = CPU_COUNT(&cores);
#elif defined(_SC_NPROCESSORS_ONLN)
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#else
    long count = 1;
#endif
    return count > 0 && count < 65536 ? (int)count : 1;
}

void cposix_release_memory(void) {
#if defined(HAS_LINUX) && defined(__GLIBC__)
    malloc_trim(0);
#endif
}
