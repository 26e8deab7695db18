package import Crypto
import Wire

/// Sealed values longer than this are not looked at. Cookies end at 4 KiB; a code carries a nonce and a redirect URI.
private let maximumSealedBytes = 32_768

/// A value that clients carry for the server: encrypted and authenticated under the server's sealing keys (AES-256-GCM),
/// bound to its kind, so that one can never be used as another. The server keeps no copy.
package protocol SealedValue: Sendable {
    /// Associated data of the seal; differs for every conforming type.
    static var kind: String { get }
    /// What the text starts with, as the real service's values do.
    static var prefix: String { get }
    /// First byte of the record; raised when the layout changes.
    static var version: UInt8 { get }
    func write(to writer: inout RecordWriter)
    init?(from reader: inout RecordReader)
}

extension SealedValue {
    package static var prefix: String { "" }
    package static var version: UInt8 { 1 }

    /// The sealed text: `prefix` and base64url.
    package func sealed(with keys: SealingKeys) -> String {
        var writer = RecordWriter(version: Self.version)
        write(to: &writer)
        return Self.prefix + keys.sealText(writer.bytes, kind: Self.kind)
    }

    /// Opens a sealed text. Nil when it is not one of this kind, was changed, or was sealed under keys no longer known.
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
