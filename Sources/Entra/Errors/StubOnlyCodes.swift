import Formats

/// Codes that only a stub returns. No request leads to them, because their cause is outside this server: another identity
/// provider, a device, an agent in the organization's network, or a failure of the service itself. The numbers and their meanings
/// are public; the OAuth error, the status and the delivery are inferred from similar codes.
///
/// The codes of a group share every fact except number and text. The text is both the message and the meaning.
extension AADSTS {
    /// Returns the rows of a group. Each line of `texts` is a number and a text.
    static func stubOnly(
        _ error: OAuthError, status: Int = 400, delivery: Delivery, source: Source = .inferred,
        deliverySource: Source = .inferred, evidence: String? = nil, family: Family = .aadsts, fix: String,
        _ texts: String
    ) -> [AADSTS] {
        texts.pieces(separatedBy: "\n").compactMap { line in
            let parts = line.pieces(separatedBy: " ", atMost: 2)
            guard parts.count == 2, let number = ASCII.decimal(parts[0].utf8) else { return nil }
            return AADSTS(
                number, error, status: status, delivery: delivery, errorURI: family == .aadsts, source: source,
                deliverySource: deliverySource, evidence: evidence, family: family, template: parts[1],
                meaning: parts[1], fix: fix)
        }
    }

    /// The rows of all groups.
    package static let stubOnlyRows = [
        stubOnlySignInRows, stubOnlyDeviceRows, stubOnlyFederationRows, stubOnlyRequestRows, stubOnlyServiceRows,
    ].flatMap(\.self)
}
