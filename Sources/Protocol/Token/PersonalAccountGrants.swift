import Crypto
import Directory
import Entra
import Formats
import Store

extension EntraError {
    /// Returns the failure of a version 2 request as the service that answers the request reports it. The service of personal
    /// accounts answers at `consumers`, and at `common` for the codes and refresh tokens of personal accounts
    /// (docs/reference/protocol.md#personal-account-errors).
    func asPersonalAccountError(
        at endpoint: EndpointVersion, _ address: AuthorityAddress, _ form: Form?, _ services: Services
    ) -> EntraError {
        guard endpoint == .v2, code.family == .aadsts, !isStoreFailure,
            let authority = try? Authority(address, directory: services.directory),
            authority.isOfPersonalAccount(form, services)
        else { return self }
        return ofPersonalAccount(
            PersonalAccountRequest(
                scope: form?[Parameter.scope], presentsRefreshToken: form?[Parameter.refreshToken] != nil))
    }
}

extension Authority {
    /// Whether the request is about a personal account, by its authority or by the grant that it presents.
    fileprivate func isOfPersonalAccount(_ form: Form?, _ services: Services) -> Bool {
        switch self {
        case .consumers: return true
        case .organizations, .tenant, .userFlow: return false
        case .common:
            let keys = services.keys.sealing
            let grant =
                form?[Parameter.code].flatMap { AuthorizationCode(sealed: $0, keys: keys)?.grant }
                ?? form?[Parameter.refreshToken].flatMap { RefreshToken(sealed: $0, keys: keys)?.grant }
            return grant?.tenant == .consumers
        }
    }

    /// Checks that a grant belongs to the service of the authority. Throws AADSTS7000012 for a grant of a work account at
    /// `consumers`, and AADSTS70000121 for a grant of a personal account at a tenant and at `organizations`.
    func checkService(of grant: IssuedGrant) throws(EntraError) {
        let isPersonal = grant.tenant == .consumers
        switch self {
        case .consumers:
            guard isPersonal else { throw EntraError(.workGrantAtConsumers) }
        case .organizations, .tenant:
            guard !isPersonal else { throw EntraError(.personalGrantAtTenant) }
        case .common, .userFlow: return
        }
    }
}
