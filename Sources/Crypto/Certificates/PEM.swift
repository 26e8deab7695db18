import COpenSSL
import Formats

/// One block of a PEM file: the label between `BEGIN` and the dashes, and the bytes (RFC 7468).
struct PEMBlock: Sendable {
    let label: String
    let bytes: [UInt8]

    static let certificate = "CERTIFICATE"
    static let privateKey = "PRIVATE KEY"
    /// The labels of PKCS #8, PKCS #1 and SEC 1 keys.
    static let privateKeyLabels = [privateKey, "RSA PRIVATE KEY", "EC PRIVATE KEY"]
}

enum PEM {
    /// Returns all blocks of the text in order, and skips text between blocks. Throws if a block is damaged or encrypted, or if
    /// there is no block.
    static func blocks(_ text: [UInt8]) throws(CryptoFailure) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        // The BIO reads from the text in place, so the text must keep its address until the last block.
        try text.withUnsafeBufferPointer { text throws(CryptoFailure) in
            guard let size = Int32(exactly: text.count), let bio = BIO_new_mem_buf(text.baseAddress, size) else {
                throw .openSSL("the PEM text cannot be read")
            }
            defer { BIO_free(bio) }
            while let block = try next(bio) { blocks.append(block) }
        }
        guard !blocks.isEmpty else { throw CryptoFailure("the text contains no PEM block") }
        return blocks
    }

    /// Returns the blocks as PEM text with 64 characters per line (RFC 7468 §2).
    static func text(_ blocks: [PEMBlock]) -> String {
        blocks.map { block in
            let body = Array(Base64.standard(block.bytes).utf8)
            let lines = stride(from: 0, to: body.count, by: 64).map { start in
                // Allowed (lossy-text): base64 is ASCII, so any cut is at a character.
                String(decoding: body[start..<min(start + 64, body.count)], as: UTF8.self) + "\n"
            }
            return "-----BEGIN \(block.label)-----\n\(lines.joined())-----END \(block.label)-----\n"
        }.joined()
    }

    /// Returns the next block, or nil after the last block.
    private static func next(_ bio: OpaquePointer) throws(CryptoFailure) -> PEMBlock? {
        var label: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard PEM_read_bio(bio, &label, &header, &data, &count) == 1 else {
            let code = ERR_peek_last_error()
            if ERR_GET_REASON(code) == PEM_R_NO_START_LINE {
                ERR_clear_error()
                return nil
            }
            throw .openSSL("the PEM text is damaged")
        }
        defer {
            CRYPTO_free(label, #file, #line)
            CRYPTO_free(header, #file, #line)
            CRYPTO_free(data, #file, #line)
        }
        guard let label, let header, header.pointee == 0 else { throw CryptoFailure("the PEM block is encrypted") }
        return PEMBlock(label: String(cString: label), bytes: Array(UnsafeBufferPointer(start: data, count: count)))
    }
}

/// Encodes OpenSSL objects and values as DER.
enum DER {
    /// Returns the DER of `object`, written by one of OpenSSL's `i2d` functions.
    static func bytes(
        of object: OpaquePointer,
        _ write: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(CryptoFailure) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = write(object, &buffer)
        guard count > 0, let start = buffer else { throw .openSSL("DER cannot be written") }
        defer { CRYPTO_free(start, #file, #line) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Returns a tag, the length of the contents, and the contents (X.690 §8.1).
    static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [tag] + length(contents.count) + contents
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(truncatingIfNeeded: count)] }
        var digits: [UInt8] = []
        var rest = count
        while rest > 0 {
            digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(truncatingIfNeeded: digits.count)] + digits
    }
}
