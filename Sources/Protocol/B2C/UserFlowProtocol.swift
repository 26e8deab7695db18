import Directory
import Entra
import Formats
import Store

/// The checks of B2C endpoints beyond those of other authorities (docs/reference/protocol.md#b2c).
extension Authority {
    /// Checks that a grant belongs to this policy, the only one at which the grant is valid. Throws AADB2C90088 at another
    /// policy, and AADSTS70000 at an authority without a policy.
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

    /// Checks the scopes of a request. Throws AADB2C90055 for a scope that names no API. The client's own ID names one.
    func checkScope(_ text: String?, of client: Application) throws(EntraError) {
        guard userFlow != nil, let text else { return }
        let bare = try ScopeRequest.parse(text).permissions.first {
            $0.resource == .microsoftGraph && ClientID($0.permission) != client.clientID
        }
        if let bare { throw EntraError(AADB2C.scopeWithoutResource, [.scope: bare.text]) }
    }

    /// Checks the requested access of an authorization request. A policy issues no access token for sign-in alone. Throws
    /// AADB2C90055 if the response type requests one without an API.
    func checkAccess(_ access: RequestedAccess, for type: ResponseType, as scope: String?) throws(EntraError) {
        guard userFlow != nil, type.contains(.token), !access.namesAPI else { return }
        throw EntraError(AADB2C.scopeWithoutResource, [.scope: scope ?? ""])
    }
}

extension EntraError {
    /// Returns the failure with the codes of the authority.
    func told(at address: AuthorityAddress, _ directory: Directory) -> EntraError {
        let authority = try? Authority(address, directory: directory)
        return authority?.userFlow == nil ? self : ofUserFlow()
    }
}
