package import Crypto
package import Directory
import Entra
package import Formats
import Store

/// The keys that a token request needs before the server can respond.
package enum RequiredIssuerKeys {
    /// Returns the location of the keys that would verify the client assertion of the request. Returns nil if the server has the
    /// keys, or if the assertion is rejected anyway. The server fetches only the keys of issuers that the client trusts and the
    /// configuration lists. Fetched keys age by the machine's clock, `now`.
    package static func location(
        for form: Form, tenantSegment: String, services: Services, now: Timestamp
    ) -> KeyLocation? {
        let tenant = services.directory.tenant(segment: tenantSegment)
        guard let text = form[Parameter.clientAssertion], let assertion = try? ClientAssertion(text),
            let issuer = assertion.issuer, let keyID = assertion.header["kid"]?.string,
            let client = form[Parameter.clientID].flatMap({
                services.directory.registration(of: ClientID($0), in: tenant)
            }),
            client.application.federatedIdentityCredentials.contains(where: { $0.issuer.isExactly(issuer) }),
            case .fetched(let location)? = services.directory.federatedIssuer(issuer)?.keys,
            services.issuerKeys.wantsFetch(location, keyID: keyID, now: now)
        else { return nil }
        return location
    }

    /// Returns the keys that would verify a token of this server: the keys of the tenant that the token names, whether or not the
    /// token is genuine. Returns nil for a text that is no token, and for a token of another issuer.
    package static func ring(for token: String, services: Services) -> LazyKeyRing? {
        guard
            let claims = CompactJWS(token, maximumBytes: SelfIssuedToken.maximumBytes).flatMap({
                JSONValue(parsing: $0.payload)
            })
        else { return nil }
        let tenant =
            SelfIssuedToken.tenant(of: claims, in: services.directory)
            ?? claims["iss"]?.string.flatMap { SelfIssuedToken.tenant(ofIssuer: $0, in: services.directory) }
        return tenant.map(services.lazyKeys)
    }
}
