import Formats

/// The answer to a device challenge: `PKeyAuth AuthToken="…", Context="…", Version="1.0"`. The token is absent if the client
/// has no device certificate (docs/reference/wire.md#pkeyauth).
package struct PKeyAuthResponse: Sendable, Equatable {
    package let token: String?
    package let context: String

    private static let scheme = "PKeyAuth "

    /// Parses an `Authorization` header. Returns nil for another scheme, or for an answer without a context.
    package init?(_ authorization: String) {
        let bytes = Array(authorization.utf8)
        let scheme = PKeyAuthResponse.scheme.utf8
        guard bytes.count > scheme.count,
            zip(bytes, scheme).allSatisfy({ ASCII.lowercased($0) == ASCII.lowercased($1) })
        else { return nil }
        var values: [ByteString: String] = [:]
        for part in bytes.dropFirst(scheme.count).split(separator: UInt8(ascii: ",")) {
            let member = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard member.count == 2 else { return nil }
            let name = String(decoding: member[0].filter { $0 != ASCII.space }, as: UTF8.self)
            // Tokens and contexts contain no quotes or commas.
            let value = member[1].filter { $0 != ASCII.space && $0 != UInt8(ascii: "\"") }
            guard
                values.updateValue(String(decoding: value, as: UTF8.self), forKey: ByteString(name.asciiLowercased))
                    == nil
            else {
                return nil
            }
        }
        guard let context = values["context"], !context.isEmpty else { return nil }
        self.context = context
        token = values["authtoken"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
