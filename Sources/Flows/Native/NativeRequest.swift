import Directory
import Entra
import State
import Wire

/// A native authentication request whose client may use the API (docs/reference/wire.md#native-auth-endpoints).
struct NativeRequest: Sendable {
    let endpoint: NativeEndpoint
    let form: Form
    let client: ResolvedClient
    let tenant: Tenant
    let services: Services
    /// The header of that name, at the token endpoint.
    var authorization: String?
    /// Of a journey by version 2; nil in version 1.
    var interaction: ContinuationToken.Interaction?

    /// Throws AADSTS9000411 for a repeated parameter, 90100 without client id and for what is none, 700016 for an unknown one,
    /// 51000 (`nativeauthapi_disabled`) for a client or a tenant without the API, 7000218 for one that is not public.
    init(
        _ endpoint: NativeEndpoint, address: AuthorityAddress, form: Form, services: Services
    ) throws(EntraError) {
        try form.refuseRepeated(NativeParameter.single)
        let authority = try Authority(address, directory: services.directory)
        let client = try NativeRequest.client(form[Parameter.clientID], of: endpoint, authority, services)
        try NativeRequest.checkIsOpen(to: client)
        guard let tenant = authority.tenant, tenant.kind == .external else {
            throw NativeRequest.disabled
        }
        self.endpoint = endpoint
        self.form = form
        self.client = client
        self.tenant = tenant
        self.services = services
    }

    /// What is no client id at all is a bad parameter of the API; the token endpoint tells it as ever.
    private static func client(
        _ id: String?, of endpoint: NativeEndpoint, _ authority: Authority, _ services: Services
    ) throws(EntraError) -> ResolvedClient {
        let unusable = EntraError(.invalidParameter, [.parameter: Parameter.clientID])
        guard let id, !id.isEmpty else { throw unusable }
        do throws(EntraError) {
            return try ClientLookup.client(id, at: authority, in: services.directory)
        } catch {
            throw error.code == .malformedClientID && endpoint != .token ? unusable : error
        }
    }

    /// Throws where the application has not switched the API on, or is no public client.
    static func checkIsOpen(to client: ResolvedClient) throws(EntraError) {
        guard client.application.nativeAuthentication else { throw disabled }
        guard ClientAuthentication.typeWithoutRedirect(of: client.application) == .publicClient else {
            throw EntraError(.credentialMissing)
        }
    }

    private static var disabled: EntraError {
        EntraError(.featureNotEnabled, [.value: "native authentication"])
    }

    var settings: Settings { services.settings(tenant: tenant, application: client.application) }

    /// The value of a parameter; an empty one counts as absent.
    subscript(_ name: String) -> String? { form.given(name) }

    /// Throws AADSTS90100 when the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.invalidParameter, [.parameter: name]) }
        return value
    }

    /// The user of that name in the tenant.
    func user(named name: String) -> User? { tenant.user(named: name) }

    /// The same where there must be one. Throws AADSTS50034 (`user_not_found`).
    func knownUser(_ name: String) throws(EntraError) -> User {
        guard let user = user(named: name) else {
            throw EntraError(.userNotFound, [.user: name, .tenant: tenant.displayName])
        }
        return user
    }

    /// The user whose journey it is, who may be gone since it began. Throws AADSTS50034.
    func user(of journey: OpenedJourney) throws(EntraError) -> User { try knownUser(journey.token.username) }

    /// The words of `challenge_type`; none where it is not there.
    var offeredTypes: [String] { words(self[NativeParameter.challengeType]) { $0 == ASCII.space } }

    /// What the client can do, separated by blanks or commas: the SDKs and the documentation differ
    /// (docs/reference/wire.md#native-auth-endpoints).
    var capabilities: [String] {
        words(NativeParameter.capabilities.lazy.compactMap { self[$0] }.first) {
            $0 == ASCII.space || $0 == UInt8(ascii: ",")
        }
    }

    private func words(_ text: String?, separatedBy isSeparator: (UInt8) -> Bool) -> [String] {
        (text ?? "").utf8.split(whereSeparator: isSeparator).map { String(decoding: $0, as: UTF8.self).asciiLowercased }
    }
}

/// Parameters of the native authentication API (docs/reference/wire.md#native-auth-endpoints).
enum NativeParameter {
    static let challengeType = "challenge_type"
    static let continuationToken = "continuation_token"
    static let oneTimeCode = "oob"
    static let newPassword = "new_password"
    static let attributes = "attributes"
    static let methodID = "id"
    static let challengeTarget = "challenge_target"
    /// The same as far as anybody may see it.
    static let challengeTargetLabel = "challenge_target_label"
    static let challengeChannel = "challenge_channel"
    /// What the client can do, by the name that SDKs have for it, and by that of the documentation.
    static let capabilities = ["capabilities", "capability"]

    /// Those that may stand once only, as at any other endpoint.
    static let single = Parameter.single.union(
        Set(
            exactly: [
                challengeType, continuationToken, oneTimeCode, newPassword, attributes, methodID, challengeTarget,
                challengeChannel,
            ] + capabilities))
}

/// Ways of proving oneself that a client can offer, as `challenge_type` names them.
enum NativeChallenge {
    static let password = "password"
    static let oneTimeCode = "oob"
    static let redirect = "redirect"

    static let all = Set(exactly: [password, oneTimeCode, redirect])
}
