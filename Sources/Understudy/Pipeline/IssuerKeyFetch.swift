import Directory
import Entra
import Formats
import Store
import Transport

/// Fetches an issuer's keys: first the discovery document, then the key document that the discovery document names (OpenID Connect
/// Discovery 1.0 §4).
///
/// Requests go only to the addresses in the configuration. A key document on another host is not fetched.
enum IssuerKeyFetch {
    private typealias Failure = IssuerKeyCache.Failure

    /// Returns the keys, or the reason why they cannot be fetched. The call may block for several seconds.
    static func keys(at location: KeyLocation) -> Result<JSONWebKeySet, IssuerKeyCache.Failure> {
        do throws(IssuerKeyCache.Failure) {
            let address: WebAddress
            if let keySet = location.keySet { address = keySet } else { address = try discovered(location) }
            guard let keys = JSONWebKeySet(try document(at: address, location)) else {
                throw Failure(reason: "\(address) contains no RSA signing key.")
            }
            return .success(keys)
        } catch {
            return .failure(error)
        }
    }

    private static func discovered(_ location: KeyLocation) throws(Failure) -> WebAddress {
        let address = location.base.appending("/.well-known/openid-configuration")
        let document = try document(at: address, location)
        guard document["issuer"]?.string?.isExactly(location.issuer) == true else {
            throw Failure(reason: "\(address) has another issuer than '\(location.issuer)'.")
        }
        let own = [location.base.origin, WebAddress(location.issuer)?.origin]
        guard let keys = document["jwks_uri"]?.string.flatMap(WebAddress.init), own.contains(keys.origin) else {
            throw Failure(reason: "\(address) has no jwks_uri on the issuer's host.")
        }
        return keys.at(location.base.origin)
    }

    private static func document(at address: WebAddress, _ location: KeyLocation) throws(Failure) -> JSONValue {
        let origin = address.origin
        let request = OutgoingRequest(
            isSecure: origin.isSecure, host: origin.host.withoutBrackets,
            port: origin.port ?? (origin.isSecure ? 443 : 80), target: address.path.isEmpty ? "/" : address.path,
            authorityPEM: location.authorityPEM)
        switch request.run() {
        case .failure(let failure): throw Failure(reason: "\(address): \(failure.reason).")
        case .success(let body):
            guard let value = JSONValue(parsing: body) else { throw Failure(reason: "\(address) is not JSON.") }
            return value
        }
    }
}

extension String {
    /// The address inside the brackets of an IPv6 literal, or the string itself if it has no brackets.
    fileprivate var withoutBrackets: String {
        dropping(prefix: "[")?.dropping(suffix: "]") ?? self
    }
}
