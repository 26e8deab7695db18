import Wire

/// What a client answers to a device challenge: `PKeyAuth AuthToken="…", Context="…", Version="1.0"`, without the token where
/// it has no device certificate (docs/reference/wire.md#pkeyauth).
package struct PKeyAuthAnswer: Sendable, Equatable {
    package let token: String?
    package let context: String

    private static let scheme = "PKeyAuth "

    /// Nil for another scheme, and for an answer without context.
    package init?(_ authorization: String) {
        let bytes = Array(authorization.utf8)
        let scheme = PKeyAuthAnswer.scheme.utf8
        guard bytes.count > scheme.count,
            zip(bytes, scheme).allSatisfy({ ASCII.lowercased($0) == ASCII.lowercased($1) })
        else { return nil }
        var values: [ExactString: String] = [:]
        for part in bytes.dropFirst(scheme.count).split(separator: UInt8(ascii: ",")) {
            let member = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard member.count == 2 else { return nil }
            let name = String(decoding: member[0].filter { $0 != ASCII.space }, as: UTF8.self)
            // Neither tokens nor contexts have quotes or commas in them.
            let value = member[1].filter { $0 != ASCII.space && $0 != UInt8(ascii: "\"") }
            guard
                values.updateValue(String(decoding: value, as: UTF8.self), forKey: ExactString(name.asciiLowercased))
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
