package import Crypto
import Formats

/// The maximum length of a sealed value; longer values are rejected. Cookies end at 4 KiB, but a code contains a nonce and a
/// redirect URI.
private let maximumSealedBytes = 32_768

/// A value that clients store for the server. The value is encrypted and authenticated under the server's sealing keys
/// (AES-256-GCM) and bound to its kind, so that one kind can never be used as another. The server keeps no copy.
package protocol SealedValue: Sendable {
    /// The associated data of the seal, which differs for every conforming type.
    static var kind: String { get }
    /// The prefix of the text, as in values of the real service.
    static var prefix: String { get }
    /// The first byte of the record, which is raised when the layout changes.
    static var version: UInt8 { get }
    func write(to writer: inout RecordWriter)
    init?(from reader: inout RecordReader)
}

extension SealedValue {
    package static var prefix: String { "" }
    package static var version: UInt8 { 1 }

    /// Returns the sealed text: `prefix` and base64url.
    package func sealed(with keys: SealingKeys) -> String {
        var writer = RecordWriter(version: Self.version)
        write(to: &writer)
        return Self.prefix + keys.sealText(writer.bytes, kind: Self.kind)
    }

    /// Opens a sealed text. Returns nil if the text is of another kind, was changed, or was sealed under unknown keys.
    package init?(sealed text: String, keys: SealingKeys) {
        guard text.utf8.starts(with: Self.prefix.utf8),
            let bytes = keys.openText(
                text.utf8.dropFirst(Self.prefix.utf8.count), kind: Self.kind, maximumBytes: maximumSealedBytes),
            var reader = RecordReader(bytes, version: Self.version)
        else { return nil }
        self.init(from: &reader)
        guard reader.isAtEnd else { return nil }
    }
}
