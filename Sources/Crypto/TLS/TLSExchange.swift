import COpenSSL

/// One request over TLS on a blocking socket, for the health check of a server without an HTTP port. The certificate is not
/// verified, because the check only asks whether this machine's own server responds.
package enum TLSExchange {
    /// Sends `request` and reads at most `limit` bytes until the server closes the connection. Returns nil if TLS fails.
    package static func run(_ descriptor: Int32, request: [UInt8], limit: Int) -> [UInt8]? {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { SSL_CTX_free(context) }
        guard let session = SSL_new(context) else { return nil }
        defer { SSL_free(session) }
        guard SSL_set_fd(session, descriptor) == 1, SSL_connect(session) == 1,
            SSL_write(session, request, Int32(truncatingIfNeeded: request.count)) == request.count
        else { return nil }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while answer.count < limit {
            let count = SSL_read(session, &chunk, Int32(clamping: chunk.count))
            guard count > 0 else { break }
            answer.append(contentsOf: chunk.prefix(Int(count)))
        }
        return answer
    }
}
