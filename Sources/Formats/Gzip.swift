import CZlib

/// A gzip compressor (RFC 1952) that is reused for many bodies. zlib allocates its 256 KiB of working memory only once.
///
/// The compressor is not Sendable; each event loop owns one.
package final class GzipCompressor {
    /// The zlib stream. zlib keeps a pointer back to its stream, so the stream needs a stable address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = [UInt8](repeating: 0, count: 16 * 1024)

    /// Creates a compressor, or returns nil if zlib cannot allocate its memory.
    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Level 4 compresses JSON and HTML within a few percent of level 6, in half the time.
        guard czlib_deflate_init_gzip(stream, 4) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses `bytes` as one gzip member and passes it to `emit` in pieces of 1 byte to 16 KiB.
    ///
    /// Returns false if zlib fails. The pieces that were emitted before the failure are useless.
    package func compress(_ bytes: [UInt8], _ emit: (ArraySlice<UInt8>) -> Void) -> Bool {
        guard deflateReset(stream) == Z_OK, let length = uInt(exactly: bytes.count) else { return false }
        return bytes.withUnsafeBufferPointer { input in
            // zlib takes a pointer to mutable bytes but only reads them.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = length
            defer { stream.pointee.next_in = nil }
            while true {
                let (status, produced) = step()
                if produced > 0 { emit(output[..<produced]) }
                if status == Z_STREAM_END { return true }
                guard status == Z_OK else { return false }
            }
        }
    }

    /// Returns `bytes` as one gzip member, or nil if zlib fails.
    package func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var compressed: [UInt8] = []
        return compress(bytes) { compressed.append(contentsOf: $0) } ? compressed : nil
    }

    /// Fills `output` once and returns the status of `deflate` and the number of bytes produced.
    private func step() -> (status: Int32, produced: Int) {
        output.withUnsafeMutableBufferPointer { space in
            stream.pointee.next_out = space.baseAddress
            stream.pointee.avail_out = uInt(space.count)
            let status = deflate(stream, Z_FINISH)
            return (status, space.count - Int(stream.pointee.avail_out))
        }
    }
}
