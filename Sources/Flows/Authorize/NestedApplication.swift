import Directory
import Entra

/// Nested app authentication: an application inside another, the broker, which signs in for it
/// (docs/reference/protocol.md#authorize-parameters, docs/reference/protocol.md#client-specific-redirect-uris).
enum NestedApplication {
    /// Checks the broker that a request names. Both parameters come together; the broker must be an application that may be
    /// used at the authority, and its redirect URI registered. What is issued is the nested application's own.
    ///
    /// Throws AADSTS900144 for half of the pair, what `ClientLookup` throws for the broker, 50011 for its redirect URI.
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
