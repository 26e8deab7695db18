import Directory
import Entra
import Formats

/// An application as seen at the authority of a request.
final class ResolvedClient: Sendable {
    let authority: Authority
    let application: Application
    /// The tenant where the application is registered.
    let home: Tenant
    /// The client ID as the request spells it.
    let requestedID: String

    init(authority: Authority, application: Application, home: Tenant, requestedID: String) {
        self.authority = authority
        self.application = application
        self.home = home
        self.requestedID = requestedID
    }

    /// The kinds of accounts that may sign in to this application here (docs/reference/protocol.md#sign-in-audience).
    var accounts: AccountKinds {
        let byAudience: AccountKinds =
            switch application.signInAudience {
            case .myOrg, .multipleOrgs: .work
            case .orgsAndPersonal: [.work, .personal]
            case .personalOnly: .personal
            }
        let byAuthority: AccountKinds =
            switch authority {
            case .common: [.work, .personal]
            case .organizations, .tenant, .userFlow: .work
            case .consumers: .personal
            }
        return byAudience.intersection(byAuthority)
    }

    /// Whether the application is for personal accounts only, and the request uses `common`.
    var isPersonalOnlyOverCommon: Bool {
        if case .common = authority { application.signInAudience == .personalOnly } else { false }
    }

    /// Throws AADSTS9002331 for an application for personal accounts only over `common`. The authorization endpoint rejects such a
    /// request only after the sign-in (docs/reference/protocol.md#personal-over-common).
    func checkCommon() throws(EntraError) {
        guard isPersonalOnlyOverCommon else { return }
        throw EntraError(
            .applicationIsPersonalOnlyOverCommon, [.clientID: requestedID, .clientName: application.displayName])
    }
}

extension Tenant {
    /// Returns the object ID of an application's service principal in this tenant. The ID is registered in the application's own
    /// tenant, and derived elsewhere.
    func servicePrincipal(of client: Application) -> ObjectID { servicePrincipal(of: client.clientID) }

    func servicePrincipal(of client: ClientID) -> ObjectID {
        application(client)?.servicePrincipalID ?? .servicePrincipal(of: client, in: id)
    }
}

/// Finds the client of a request and checks that the client may be used at the authority
/// (docs/reference/protocol.md#sign-in-audience).
enum ClientLookup {
    /// The ID that templates contain until someone fills them in.
    private static let zero = GUID(high: 0, low: 0)

    /// Returns the client with the ID. Throws AADSTS900144 without an ID, 700038 for the zero GUID, 700016 for an application
    /// that does not exist at the authority and for an ID that is not a GUID, 7000112 for a disabled application, and 50194,
    /// 9002332 or 9002346 if authority and audience do not match.
    static func client(
        _ id: String?, at authority: Authority, in directory: Directory
    ) throws(EntraError) -> ResolvedClient {
        guard let id, !id.isEmpty else { throw EntraError(.missingParameter, [.parameter: Parameter.clientID]) }
        guard let (home, application) = directory.registration(of: ClientID(id), in: authority.tenant) else {
            throw EntraError(
                GUID(id) == ClientLookup.zero ? .malformedClientID : .applicationNotFound,
                [.clientID: id, .tenant: name(of: authority)])
        }
        guard application.accountEnabled else {
            throw EntraError(
                .clientDisabled,
                [.clientID: id, .clientName: application.displayName, .tenant: name(of: authority)])
        }
        if let mismatch = mismatch(application.signInAudience, authority) {
            throw EntraError(mismatch, [.clientID: id, .clientName: application.displayName])
        }
        if case .userFlow(let tenant, _) = authority, tenant.id != home.id {
            throw EntraError(.applicationNotFound, [.clientID: id, .tenant: name(of: authority)])
        }
        if case .tenant(let tenant) = authority, tenant.id != home.id, !application.signInAudience.isMultiTenant {
            throw EntraError(.applicationNotFound, [.clientID: id, .tenant: name(of: authority)])
        }
        return ResolvedClient(authority: authority, application: application, home: home, requestedID: id)
    }

    private static func mismatch(_ audience: SignInAudience, _ authority: Authority) -> AADSTS? {
        switch (audience, authority) {
        case (.myOrg, .common), (.myOrg, .organizations): .applicationIsSingleTenant
        case (.myOrg, .consumers), (.multipleOrgs, .consumers): .applicationIsWorkOnly
        case (.personalOnly, .organizations), (.personalOnly, .tenant), (.personalOnly, .userFlow):
            .applicationIsPersonalOnly
        default: nil
        }
    }

    static func name(of authority: Authority) -> String {
        authority.tenant?.displayName ?? authority.segment
    }
}
