/* How long a server takes from its start to its first complete 200 answer.
 *
 *   first_answer PORT PATH FORM SERVER ARGUMENT...
 *
 * Starts the server (its output is discarded), connects to 127.0.0.1:PORT again and again until PATH is answered with 200 (a GET,
 * or a POST of FORM if that is not empty), and prints two numbers: the microseconds since just before the fork, and those of CPU time that the server has
 * used until then. Ends the server with SIGTERM and waits for it.
 * Exit 1 when there is no such answer within a minute or the server ends early. In C so that the probe costs nothing
 * next to what it measures. */

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* CPU time that all threads of a process have used. */
static long long cpu_microseconds(pid_t process) {
    clockid_t clock;
    struct timespec used = {0};
    if (clock_getcpuclockid(process, &clock) == 0) clock_gettime(clock, &used);
    return used.tv_sec * 1000000LL + used.tv_nsec / 1000;
}

/* One request on a connection of its own: 1 when the answer's status is 200, 0 otherwise. */
static int answers(int port, const char *path, const char *form) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return 0;
    struct timeval limit = {.tv_sec = 5};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);

    char buffer[1024];
    ssize_t count = 0;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) {
        int length = snprintf(buffer, sizeof buffer,
                              "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n"
                              "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %zu\r\n\r\n%s",
                              *form ? "POST" : "GET", path, port, strlen(form), form);
        if (length > 0 && (size_t)length < sizeof buffer
            && send(descriptor, buffer, (size_t)length, MSG_NOSIGNAL) == length)
            count = recv(descriptor, buffer, sizeof buffer, 0);
    }
    close(descriptor);
    return count > 12 && memcmp(buffer, "HTTP/1.1 200", 12) == 0;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: first_answer PORT PATH FORM SERVER ARGUMENT...\n");
        return 64;
    }
    int port = atoi(argv[1]);

    long long start = microseconds();
    pid_t server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(nothing, 1);
        dup2(nothing, 2);
        execv(argv[4], argv + 4);
        _exit(127);
    }

    long long taken = -1, used = 0;
    int running = server > 0;
    struct timespec pause = {.tv_nsec = 100000};
    while (running && taken < 0 && microseconds() - start < 60000000LL) {
        if (answers(port, argv[2], argv[3])) {
            taken = microseconds() - start;
            used = cpu_microseconds(server);
        } else if (waitpid(server, NULL, WNOHANG) != 0)
            running = 0;
        else
            nanosleep(&pause, NULL);
    }
    if (running) {
        kill(server, SIGTERM);
        waitpid(server, NULL, 0);
    }
    if (taken < 0) {
        fprintf(stderr, "first_answer: no answer from %s\n", argv[4]);
        return 1;
    }
    printf("%lld %lld\n", taken, used);
    return 0;
}
