/* The floor: what one core can do at best for a request that must be signed.
 *
 *   floor PORT POST_ANSWER GET_ANSWER GET_GZIP_ANSWER
 *
 * Listens on 127.0.0.1:PORT with one thread, epoll and keep-alive. Each file holds a whole HTTP response, as the measured
 * server gave it. A GET is answered with the second file, or with the third if the client accepts gzip, byte for byte. A POST is answered with the first, whose
 * access token (a JWT in JSON) is made anew each time: the claims in base64url, one RSA-2048 SHA-256 signature by EVP over
 * header and claims, and that in base64url. No routing, no client, no check of anything: whatever a real server does more
 * shows as distance to this. */

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS = 4096, REQUEST = 8192, EVENTS = 256, SIGNATURE = 256 };

struct text {
    char *bytes;
    size_t length;
};

/* A response around a JWT: bytes up to the claims, the claims, what the signature covers, and what comes after the token. */
struct signed_answer {
    struct text response;
    size_t token, claims, signature, rest;   /* offsets into the response */
    struct text decoded_claims;
};

struct connection {
    size_t filled;
    char request[REQUEST];
};

static struct connection *connections[CONNECTIONS];

static void give_up(const char *what) {
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static struct text read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) give_up(path);
    struct text text = {malloc(1 << 20), 0};
    text.length = fread(text.bytes, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static size_t base64url(const unsigned char *from, size_t count, char *to) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char *start = to;
    while (count >= 3) {
        unsigned bits = (unsigned)from[0] << 16 | (unsigned)from[1] << 8 | from[2];
        *to++ = alphabet[bits >> 18];
        *to++ = alphabet[bits >> 12 & 63];
        *to++ = alphabet[bits >> 6 & 63];
        *to++ = alphabet[bits & 63];
        from += 3;
        count -= 3;
    }
    if (count > 0) {
        unsigned bits = (unsigned)from[0] << 16 | (count > 1 ? (unsigned)from[1] << 8 : 0);
        *to++ = alphabet[bits >> 18];
        *to++ = alphabet[bits >> 12 & 63];
        if (count > 1) *to++ = alphabet[bits >> 6 & 63];
    }
    return (size_t)(to - start);
}

/* Where `needle` stands in the response, at or after `from`. */
static size_t find(struct text text, size_t from, const char *needle) {
    char *found = memmem(text.bytes + from, text.length - from, needle, strlen(needle));
    if (!found) give_up("the answer to POST holds no access token");
    return (size_t)(found - text.bytes);
}

static struct signed_answer read_signed_answer(const char *path) {
    static const char member[] = "\"access_token\":\"";
    struct signed_answer answer = {.response = read_file(path)};
    answer.token = find(answer.response, 0, member) + strlen(member);
    answer.claims = find(answer.response, answer.token, ".") + 1;
    answer.signature = find(answer.response, answer.claims, ".") + 1;
    answer.rest = find(answer.response, answer.signature, "\"");
    if (answer.rest - answer.signature != (SIGNATURE * 4 + 2) / 3) give_up("the access token is not signed by RSA-2048");
    /* What the claims say is of no matter, only how long they are. */
    answer.decoded_claims.length = (answer.signature - 1 - answer.claims) * 3 / 4;
    answer.decoded_claims.bytes = malloc(answer.decoded_claims.length);
    memset(answer.decoded_claims.bytes, 'c', answer.decoded_claims.length);
    return answer;
}

/* Makes the token in the response anew; `counter` makes each one different. */
static void sign(struct signed_answer *answer, EVP_PKEY *key, EVP_MD_CTX *context, unsigned counter) {
    unsigned char signature[SIGNATURE];
    size_t length = sizeof signature;
    char *bytes = answer->response.bytes;
    memcpy(answer->decoded_claims.bytes, &counter, sizeof counter);
    base64url((unsigned char *)answer->decoded_claims.bytes, answer->decoded_claims.length, bytes + answer->claims);
    if (EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) != 1
        || EVP_DigestSign(context, signature, &length, (unsigned char *)bytes + answer->token,
                          answer->signature - 1 - answer->token) != 1)
        give_up("no signature");
    base64url(signature, length, bytes + answer->signature);
}

/* The length of the first request in the buffer, head and body; 0 while it is not complete. */
static size_t request_length(const char *bytes, size_t count) {
    static const char field[] = "\r\ncontent-length:";
    char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (!end) return 0;
    size_t head = (size_t)(end - bytes) + 4, body = 0;
    for (const char *at = bytes; at < end; at++)
        if (*at == '\r' && strncasecmp(at, field, sizeof field - 1) == 0) {
            body = strtoul(at + sizeof field - 1, NULL, 10);
            break;
        }
    return count >= head + body ? head + body : 0;
}

static int listen_on(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 || listen(descriptor, 1024) != 0)
        give_up("cannot listen");
    return descriptor;
}

static void forget(int descriptor) {
    free(connections[descriptor]);
    connections[descriptor] = NULL;
    close(descriptor);
}

static void accept_one(int poll, int listener) {
    int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
    if (descriptor < 0) return;
    if (descriptor >= CONNECTIONS) {
        close(descriptor);
        return;
    }
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections[descriptor] = malloc(sizeof *connections[descriptor]);
    connections[descriptor]->filled = 0;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: floor PORT POST_ANSWER GET_ANSWER GET_GZIP_ANSWER\n");
        return 64;
    }
    struct signed_answer answer = read_signed_answer(argv[2]);
    struct text document = read_file(argv[3]), compressed = read_file(argv[4]);
    EVP_PKEY *key = EVP_RSA_gen(2048);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int listener = listen_on(atoi(argv[1])), poll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[EVENTS];
    epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);

    for (unsigned counter = 0;;) {
        int count = epoll_wait(poll, events, EVENTS, -1);
        for (int index = 0; index < count; index++) {
            int descriptor = events[index].data.fd;
            if (descriptor == listener) {
                accept_one(poll, listener);
                continue;
            }
            struct connection *connection = connections[descriptor];
            ssize_t got = recv(descriptor, connection->request + connection->filled, REQUEST - connection->filled, 0);
            if (got <= 0) {
                if (got == 0 || errno != EAGAIN) forget(descriptor);
                continue;
            }
            connection->filled += (size_t)got;
            size_t length = request_length(connection->request, connection->filled);
            if (length == 0) continue;
            struct text *response = memmem(connection->request, length, "gzip", 4) ? &compressed : &document;
            if (connection->request[0] == 'P') {
                sign(&answer, key, context, counter++);
                response = &answer.response;
            }
            connection->filled -= length;
            memmove(connection->request, connection->request + length, connection->filled);
            if (send(descriptor, response->bytes, response->length, MSG_NOSIGNAL) != (ssize_t)response->length)
                forget(descriptor);
        }
    }
}
