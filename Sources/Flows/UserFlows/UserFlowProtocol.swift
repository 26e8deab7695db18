import Directory
import Entra
import State
import Wire

/// What the endpoints of a b2c policy check beyond those of other authorities (docs/reference/protocol.md#b2c).
extension Authority {
    /// What was issued under one policy of a tenant is good there alone. Throws AADB2C90088 at another one, and AADSTS70000 where
    /// no policy is addressed.
    func checkPolicy(of grant: IssuedGrant) throws(EntraError) {
        guard case .userFlow(let tenant, let flow) = self else {
            guard let policy = grant.policy else { return }
            throw EntraError(.invalidGrant, detail: "The grant was issued by the policy \(policy).")
        }
        let home = grant.tenant.description
        guard grant.tenant == tenant.id else {
            throw EntraError(AADB2C.grantOfOtherPolicy, [.value: home, .expected: tenant.id.description])
        }
        guard grant.policy.isExactly(flow.name) else {
            throw EntraError(AADB2C.grantOfOtherPolicy, [.value: grant.policy ?? home, .expected: flow.name])
        }
    }

    /// Throws AADB2C90055 for a scope that names no API. The client's own id is one that does.
    func checkScope(_ text: String?, of client: Application) throws(EntraError) {
        guard userFlow != nil, let text else { return }
        let bare = try ScopeRequest.parse(text).permissions.first {
            $0.resource == .microsoftGraph && ClientID($0.permission) != client.clientID
        }
        if let bare { throw EntraError(AADB2C.scopeWithoutResource, [.scope: bare.text]) }
    }

    /// A policy gives no access token for signing in alone. Throws AADB2C90055 where an authorization request wants one all the
    /// same.
    func checkAccess(_ access: RequestedAccess, for type: ResponseType, as scope: String?) throws(EntraError) {
        guard userFlow != nil, type.contains(.token), !access.namesAPI else { return }
        throw EntraError(AADB2C.scopeWithoutResource, [.scope: scope ?? ""])
    }
}

extension EntraError {
    /// The failure as the authority tells it.
    func told(at address: AuthorityAddress, _ directory: Directory) -> EntraError {
        let authority = try? Authority(address, directory: directory)
        return authority?.userFlow == nil ? self : ofUserFlow()
    }
}
