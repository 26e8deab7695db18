#ifndef CZLIB_H
#define CZLIB_H
#include <zlib.h>

/// `deflateInit2` is a macro, which Swift does not see. 15 + 16 window bits: the gzip wrapper (RFC 1952).
static inline int czlib_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// `inflateInit2` for a gzip wrapper.
static inline int czlib_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
#endif
