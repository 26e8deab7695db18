import Directory
import Entra

/// Nested app authentication: an application runs inside another application, the broker, which signs in for the nested
/// application (docs/reference/protocol.md#authorize-parameters, docs/reference/protocol.md#client-specific-redirect-uris).
enum NestedApplication {
    /// Checks the broker that a request names. Both parameters must be present, the broker must be an application that may be used
    /// at the authority, and its redirect URI must be registered. The tokens still belong to the nested application.
    ///
    /// Throws AADSTS900144 if only one of the parameters is present, the errors of `ClientLookup` for the broker, and 50011 for
    /// the broker's redirect URI.
    static func check(
        brokerID: String?, brokerRedirectURI: String?, at authority: Authority, in directory: Directory
    ) throws(EntraError) {
        guard brokerID != nil || brokerRedirectURI != nil else { return }
        guard let brokerID else { throw missing(Parameter.brokerClientID) }
        guard let brokerRedirectURI else { throw missing(Parameter.brokerRedirectURI) }
        let broker = try ClientLookup.client(brokerID, at: authority, in: directory)
        _ = try RedirectURIRules.resolve(
            brokerRedirectURI, registered: broker.application.redirectURIs, clientID: broker.requestedID,
            audience: broker.application.signInAudience)
    }

    private static func missing(_ parameter: String) -> EntraError {
        EntraError(.missingParameter, [.parameter: parameter])
    }
}
