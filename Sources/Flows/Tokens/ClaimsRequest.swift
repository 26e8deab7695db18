package import Entra
import Wire

/// The `claims` parameter (OpenID Connect Core §5.5; entra-protocol §10): kept as sent, and read for the capabilities that a
/// client declares.
package struct ClaimsRequest: Sendable {
    /// As sent, nil when absent.
    package let text: String?
    /// `xms_cc` values, in upper case as tokens spell them.
    package let clientCapabilities: [String]

    /// Throws AADSTS9000410 for text that is not a JSON object.
    package init(parsing text: String?) throws(EntraError) {
        self.text = text
        guard let text else {
            clientCapabilities = []
            return
        }
        guard let value = JSONValue(parsing: Array(text.utf8)), value.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: Parameter.claims])
        }
        let declared = value[Parameter.accessToken]?["xms_cc"]?["values"]?.array ?? []
        clientCapabilities = declared.compactMap(\.string).map { $0.uppercased() }
    }
}
