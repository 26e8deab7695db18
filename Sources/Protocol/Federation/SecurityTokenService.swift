import Directory
package import Entra
import Formats

/// The stand-in's WS-Trust endpoint, `usernamemixed`, which issues an assertion for a username and password.
package enum SecurityTokenService {
    /// The response: a SOAP envelope, and whether the envelope is a fault.
    package struct Answer: Sendable {
        package let envelope: [UInt8]
        package let isFault: Bool
    }

    /// Returns the response to a SOAP message. Throws AADSTS50000 if OpenSSL fails. Other errors become faults.
    package static func answer(
        _ message: [UInt8], _ version: WSTrustVersion, services: Services
    ) throws(EntraError) -> Answer {
        func fault(_ fault: SecurityTokenResponse.Fault) -> Answer {
            Answer(envelope: SecurityTokenResponse.fault(fault, version), isFault: true)
        }
        let request: SecurityTokenRequest
        do {
            request = try SecurityTokenRequest(parsing: message, version)
        } catch {
            return fault(.malformed(error.reason))
        }
        guard isTimely(request, services.now) else { return fault(.messageExpired) }
        let provider = StandInIdentityProvider(services: services)
        guard let (user, domain) = try provider.user(named: request.username, password: request.password) else {
            return fault(.failedAuthentication)
        }
        guard Federation.isAudience(request.appliesTo) else { return fault(.unknownRelyingParty) }
        let assertion = try provider.assertion(
            for: user, of: domain, to: request.appliesTo, request.tokenVersion)
        let envelope = SecurityTokenResponse.envelope(
            assertion, request.tokenVersion, appliesTo: request.appliesTo, from: services.now,
            until: services.now.adding(seconds: StandInIdentityProvider.lifetime), version)
        return Answer(envelope: envelope, isFault: false)
    }

    /// Returns the metadata of the stand-in.
    package static func metadata(at origin: Origin) -> [UInt8] {
        MetadataExchange.document { FederationAddresses.standIn($0, at: origin) }
    }

    private static func isTimely(_ request: SecurityTokenRequest, _ now: Timestamp) -> Bool {
        (request.created ?? now) <= now.adding(seconds: Federation.clockSkew)
            && now.adding(seconds: -Federation.clockSkew) < (request.expires ?? .distantFuture)
    }
}
