import Entra
import Formats

extension SelfIssuedAccessToken {
    /// Verifies the token of an `Authorization` header (RFC 6750 §2.1). Throws an error with status 401 and the wording of Graph.
    /// A token that is bound to a key or a certificate is invalid too, because a bearer does not prove possession (RFC 7800;
    /// RFC 8705 §3).
    package init(bearer authorization: String?, services: Services) throws(GraphError) {
        guard let text = SelfIssuedToken.borne(by: authorization) else { throw .invalidToken("Access token is empty.") }
        do {
            try self.init(text, services: services)
        } catch {
            switch error {
            case .malformed: throw .invalidToken("CompactToken parsing failed.")
            case .signature: throw .invalidToken("Access token validation failure. Invalid signature.")
            case .issuer: throw .invalidToken("Access token validation failure. Invalid issuer.")
            case .outsideValidity:
                throw .invalidToken("Lifetime validation failed, the token is expired or not valid yet.")
            }
        }
        guard claims["cnf"] == nil else {
            throw .invalidToken("Access token validation failure. The token is bound to a key.")
        }
    }
}
