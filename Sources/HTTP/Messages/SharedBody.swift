package import Formats
import Synchronization

/// A body that many responses have, such as a discovery document. Its compressed form is made when the first client accepts it,
/// and is kept.
package final class SharedBody: Sendable {
    package let bytes: [UInt8]
    private let gzip = Mutex<[UInt8]?>(nil)

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the body as one gzip member, or nil if zlib fails.
    package func compressed(by compressor: GzipCompressor) -> [UInt8]? {
        if let known = gzip.withLock({ $0 }) { return known }
        guard let made = compressor.compressed(bytes) else { return nil }
        gzip.withLock { $0 = made }
        return made
    }
}
