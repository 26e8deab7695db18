import COpenSSL

/// Why a key, certificate or signature could not be made or read. One sentence for a person; no secret is in it.
package struct CryptoFailure: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }

    /// What was being done, with OpenSSL's own reason when it left one. Empties the thread's error queue: a stale entry
    /// would later look like a TLS failure.
    static func openSSL(_ doing: String) -> CryptoFailure {
        let reason = ErrorQueue.take()
        return CryptoFailure(reason.map { "\(doing): \($0)" } ?? doing)
    }
}

/// The error queue OpenSSL keeps for each thread.
enum ErrorQueue {
    /// The reason of the newest entry, or nil when there is none. The queue is empty afterwards.
    static func take() -> String? {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return nil }
        guard let text = ERR_reason_error_string(code) else { return "error \(code)" }
        return String(cString: text)
    }
}
