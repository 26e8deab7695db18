import Formats
import Protocol

/// The claims of a token in readable form.
enum ClaimFacts {
    /// The claims with a time in seconds since 1970.
    private static let times: Set<ByteString> = ["exp", "iat", "nbf", "auth_time", "xms_tcdt", "pwd_exp"]

    /// Returns the facts of a token `{"header", "claims"}`: its algorithm, its key ID and every claim.
    static func all(_ token: JSONValue?) -> [JournalEntryCard.Fact] {
        guard let token else { return [] }
        let header = (token["header"]?.object ?? []).filter { ["alg", "kid"].containsExactly($0.name) }
        return header.map { ("header \($0.name)", .code($0.value.line)) }
            + (token["claims"]?.object ?? []).map { ($0.name, .code(text($0))) }
    }

    private static func text(_ claim: JSONValue.Member) -> String {
        guard times.contains(claim.name), let seconds = claim.value.integer else { return claim.value.line }
        return "\(seconds) (\(Timestamp(seconds: seconds).iso8601))"
    }
}
