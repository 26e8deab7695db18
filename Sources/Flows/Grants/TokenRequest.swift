import Entra
import Wire

/// A token request whose shape is known to be right (RFC 6749 §3.2; entra-protocol §3.1).
struct TokenRequest: Sendable {
    let endpoint: EndpointVersion
    let authority: Authority
    let form: Form
    let credentials: PresentedCredentials
    /// The `Origin` header: sent by browsers only.
    let browserOrigin: String?
    /// What the grant read in the `scope` parameter.
    var scopes: ScopeRequest?
    /// What kind of access token is asked for.
    var binding = TokenBinding.bearer
    /// The device that proved itself with this request.
    var deviceID: ObjectID?

    /// The value of a parameter; an empty one counts as absent.
    subscript(_ name: String) -> String? {
        guard let value = form[name], !value.isEmpty else { return nil }
        return value
    }

    /// Throws AADSTS900144 when the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.missingParameter, [.parameter: name]) }
        return value
    }
}
