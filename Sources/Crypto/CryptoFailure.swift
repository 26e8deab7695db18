import COpenSSL

/// The reason why a key, certificate or signature could not be created or read. One sentence for a person, without secrets.
package struct CryptoFailure: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }

    /// Returns a failure with the operation that failed and with OpenSSL's own reason, if there is one. Clears the thread's error
    /// queue: a stale entry would later look like a TLS failure.
    static func openSSL(_ doing: String) -> CryptoFailure {
        let reason = ErrorQueue.take()
        return CryptoFailure(reason.map { "\(doing): \($0)" } ?? doing)
    }
}

/// The error queue that OpenSSL keeps for each thread.
enum ErrorQueue {
    /// Returns the reason of the newest entry, or nil if there is none. Clears the queue.
    static func take() -> String? {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return nil }
        guard let text = ERR_reason_error_string(code) else { return "error \(code)" }
        return String(cString: text)
    }
}
