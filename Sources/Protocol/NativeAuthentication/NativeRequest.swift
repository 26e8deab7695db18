package import Crypto
import Directory
import Entra
package import Formats
package import Store

/// A native authentication request whose client may use the API (docs/reference/wire.md#native-auth-endpoints).
struct NativeRequest: Sendable {
    let endpoint: NativeEndpoint
    let form: Form
    let client: ResolvedClient
    let tenant: Tenant
    let services: Services
    /// The `Authorization` header, which only the token endpoint uses.
    var authorization: String?
    /// The parameters of a flow of version 2, or nil in version 1.
    var interaction: ContinuationToken.Interaction?

    /// Creates and checks the request. Throws AADSTS9000411 for a repeated parameter, AADSTS90100 for a missing or invalid client
    /// ID, AADSTS700016 for an unknown client, AADSTS550022 for a client that is not public, and AADSTS51000
    /// (`nativeauthapi_disabled`) for a client or a tenant without the API.
    init(
        _ endpoint: NativeEndpoint, address: AuthorityAddress, form: Form, services: Services
    ) throws(EntraError) {
        try form.rejectRepeated(NativeParameter.single)
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

    /// Returns the client. An ID that is not a client ID is an invalid parameter of the API; the token endpoint reports its
    /// usual error.
    private static func client(
        _ id: String?, of endpoint: NativeEndpoint, _ authority: Authority, _ services: Services
    ) throws(EntraError) -> ResolvedClient {
        let unusable = EntraError(.invalidParameter, [.parameter: Parameter.clientID])
        guard let id, !id.isEmpty else { throw unusable }
        do throws(EntraError) {
            return try ClientLookup.client(id, at: authority, in: services.directory)
        } catch {
            let isUnusable = GUID(id) == nil ? error.code == .applicationNotFound : error.code == .malformedClientID
            throw isUnusable && endpoint != .token ? unusable : error
        }
    }

    /// Throws AADSTS550022 if the application is not a public client, and AADSTS51000 if the API is not enabled for the
    /// application.
    static func checkIsOpen(to client: ResolvedClient) throws(EntraError) {
        guard ClientAuthentication.typeWithoutRedirect(of: client.application) == .publicClient else {
            throw EntraError(.nativeClientConfidential)
        }
        guard client.application.nativeAuthentication else { throw disabled }
    }

    private static var disabled: EntraError {
        EntraError(.featureNotEnabled, [.value: "native authentication"])
    }

    var settings: Settings { services.settings(tenant: tenant, application: client.application) }

    /// The value of a parameter. An empty value counts as absent.
    subscript(_ name: String) -> String? { form.parameter(name) }

    /// Returns the value of a parameter. Throws AADSTS90100 if the parameter is absent or empty.
    func required(_ name: String) throws(EntraError) -> String {
        guard let value = self[name] else { throw EntraError(.invalidParameter, [.parameter: name]) }
        return value
    }

    /// Returns the tenant's user with the given name.
    func user(named name: String) -> User? { tenant.user(named: name) }

    /// Returns the tenant's user with the given name. Throws AADSTS50034 (`user_not_found`) if there is none.
    func knownUser(_ name: String) throws(EntraError) -> User {
        guard let user = user(named: name) else {
            throw EntraError(.userNotFound, [.user: name, .tenant: tenant.id.description])
        }
        return user
    }

    /// Returns the user of the flow. Throws AADSTS50034 if the user was deleted since the flow began.
    func user(of journey: OpenedContinuation) throws(EntraError) -> User { try knownUser(journey.token.username) }

    /// The words of `challenge_type`. The list is empty if the parameter is absent.
    var offeredTypes: [String] { words(self[NativeParameter.challengeType]) { $0 == ASCII.space } }

    /// The capabilities of the client, separated by blanks or commas: the SDKs and the documentation differ
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

/// The parameters of the native authentication API (docs/reference/wire.md#native-auth-endpoints).
enum NativeParameter {
    static let challengeType = "challenge_type"
    static let continuationToken = "continuation_token"
    static let oneTimeCode = "oob"
    static let newPassword = "new_password"
    static let attributes = "attributes"
    static let methodID = "id"
    static let challengeTarget = "challenge_target"
    /// The recipient of a code in masked form.
    static let challengeTargetLabel = "challenge_target_label"
    static let challengeChannel = "challenge_channel"
    /// The names of the parameter for the client's capabilities: the name in the SDKs and the name in the documentation.
    static let capabilities = ["capabilities", "capability"]

    /// The parameters that must not be repeated, including those of every endpoint.
    static let single = Parameter.single.union(
        Set(
            exactly: [
                challengeType, continuationToken, oneTimeCode, newPassword, attributes, methodID, challengeTarget,
                challengeChannel,
            ] + capabilities))
}

/// The challenge types that a client can support, as values of `challenge_type`.
enum NativeChallenge {
    static let password = "password"
    static let oneTimeCode = "oob"
    static let redirect = "redirect"

    static let all = Set(exactly: [password, oneTimeCode, redirect])
}

/// The capabilities that a client can declare, as values of `capabilities`. Each is the suberror that the client can handle
/// (docs/reference/protocol.md#native-capabilities).
enum NativeCapability {
    static let all = Set(exactly: [Suberror.mfaRequired.rawValue, Suberror.registrationRequired.rawValue])
}

/// The members of a successful response.
struct NativeResponse: Sendable {
    private(set) var members: [JSONValue.Member]

    init(_ members: JSONValue.Member...) {
        self.members = members
    }

    /// Returns the reply that sends the client to a browser, because the client does not support the method that the account needs
    /// (docs/reference/wire.md#native-auth-responses).
    static func redirect(_ reason: String) -> NativeResponse {
        NativeResponse(
            .init(NativeParameter.challengeType, .string(NativeChallenge.redirect)),
            .init("redirect_reason", .string(reason)))
    }

    /// Creates the reply to an error that requests further input, or returns nil if the error ends the flow.
    init?(continuingAfter error: EntraError) {
        guard let token = error.members.first(where: { $0.name.isExactly(NativeParameter.continuationToken) }) else {
            return nil
        }
        self.init(token)
    }

    /// The text of a member.
    subscript(_ name: String) -> String? { members.first { $0.name.isExactly(name) }?.value.string }

    func with(_ more: JSONValue.Member...) -> NativeResponse {
        var reply = self
        reply.members += more
        return reply
    }

    var json: [UInt8] { JSONWriter.value(.object(members)) }
}

/// The continuation of a native authentication request, before any check: version 1 sends it in the form, version 2 in the JSON
/// body (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-v2).
package struct Continuation: Sendable {
    /// The continuation token of the request, or nil if the request has none that this server sealed.
    package let token: ContinuationToken?
    /// The usernames in the JSON body. Usernames in a form have the same parameter as in other requests.
    package let usernames: [String]

    package init(form: Form?, json: JSONValue?, keys: SealingKeys) {
        let text =
            form?[NativeParameter.continuationToken] ?? json?[InteractionInput.continuationTokenMember]?.string
        token = text.flatMap { ContinuationToken(sealed: $0, keys: keys) }
        usernames = [json?[Parameter.username], json?[NativeParameter.attributes]?[InteractionInput.mailMember]]
            .compactMap { $0?.string }
    }
}
