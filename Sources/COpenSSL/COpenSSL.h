/* OpenSSL 3.0 as the Crypto module sees it: the headers, and a named function for each macro that Swift cannot import. */
#ifndef COPENSSL_H
#define COPENSSL_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

typedef int (*copenssl_servername_callback)(SSL *ssl, int *alert, void *argument);

/* The server's fixed settings; see TLSServerContext. 1 on success. */
static inline int copenssl_harden_server(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE
                                     | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
                                  | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 && SSL_CTX_set_num_tickets(context, 1) == 1;
}

/* Makes HMAC with that digest ready, under a key of no use: OpenSSL 3.0 cannot copy a context without one. 1 on success. */
static inline int copenssl_prepare_hmac(EVP_MAC_CTX *context, const char *digest) {
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
                               OSSL_PARAM_construct_end()};
    return EVP_MAC_init(context, (const unsigned char *)"", 1, parameters);
}

static inline int copenssl_set_groups(SSL_CTX *context, const char *groups) {
    return SSL_CTX_set1_groups_list(context, groups) == 1;
}

static inline void copenssl_set_servername_callback(SSL_CTX *context, copenssl_servername_callback callback,
                                                    void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

/* No tickets, given or taken; with the cache of sessions off, no session goes on. */
static inline void copenssl_forbid_resumption(SSL *ssl) {
    SSL_set_options(ssl, SSL_OP_NO_TICKET);
    SSL_set_num_tickets(ssl, 0);
}

static inline void copenssl_limit_peer_certificates(SSL *ssl, long bytes) { SSL_set_max_cert_list(ssl, bytes); }

/* Takes over no reference: OpenSSL counts its own. 1 on success. */
static inline int copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate) == 1;
}

/* For clients in tests: the name sent as SNI. 1 on success. */
static inline int copenssl_set_servername(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name) == 1;
}

/* For clients in tests: speak this TLS version only. */
static inline void copenssl_set_only_version(SSL *ssl, int version) {
    SSL_set_min_proto_version(ssl, version);
    SSL_set_max_proto_version(ssl, version);
}

/* No configuration database: extension values are written out in full. */
static inline void copenssl_set_extension_context(X509V3_CTX *context, X509 *issuer, X509 *subject) {
    X509V3_set_ctx(context, issuer, subject, NULL, NULL, 0);
    X509V3_set_ctx_nodb(context);
}

static inline int copenssl_keypair_selection(void) { return EVP_PKEY_KEYPAIR; }
static inline int copenssl_public_key_selection(void) { return EVP_PKEY_PUBLIC_KEY; }

#endif
