import Directory
import Entra
import Formats
import Store

/// The optional claims of a manifest, with one row for each claim (docs/reference/protocol.md#token-claims,
/// docs/reference/protocol.md#optional-claims). The client's manifest lists the claims of id_tokens, the resource's manifest the
/// claims of access tokens.
enum OptionalClaim {
    enum TokenKind {
        case id
        case access
    }

    struct Context {
        let subject: TokenSubject
        let application: Application
        let token: TokenKind
        let version: EndpointVersion
        let minter: TokenMinter
        var clientCapabilities: [String] = []

        var user: User { subject.user }
        /// The numeric address of the client.
        var peerAddress: String { minter.services.peerAddress }
        /// The mail address as far as `application` may see the address.
        var email: String? { minter.email(of: subject, for: application) }
        var isEmailVerified: Bool { minter.isEmailVerified(subject) }
        /// The verified domains of the tenant where the account lives.
        var homeDomains: [String] { minter.homeDomains(subject) }
    }

    /// The facts that every token has, including app-only tokens.
    private struct ClaimContext {
        let tenant: Tenant
        let clientCapabilities: [String]
    }

    /// The region of every tenant, as in the discovery document.
    static let regionScope = "WW"

    /// The claims that do not depend on a user.
    private static let sourcesOfAnyToken: [ByteString: @Sendable (ClaimContext) -> JSONValue?] = [
        "tenant_ctry": { token in text(token.tenant.countryLetterCode) },
        "tenant_region_scope": { _ in .string(regionScope) },
        "xms_cc": { token in
            token.clientCapabilities.isEmpty ? nil : .array(token.clientCapabilities.map(JSONValue.string))
        },
        "xms_tpl": { _ in .string("en") },
    ]

    /// Returns the value of a claim for a context and the entry's `additionalProperties`, or nil to omit the claim.
    private typealias Source = @Sendable (Context, [String]) -> JSONValue?

    private static let sources: [ByteString: Source] = [
        "acct": { context, _ in .integer(context.subject.isGuest ? 1 : 0) },
        "auth_time": { context, _ in .integer(context.subject.authentication.time) },
        "ctry": { context, _ in text(context.user.country.flatMap { CountryCode.isValid($0) ? $0 : nil }) },
        "email": { context, _ in text(context.email) },
        "family_name": { context, _ in text(context.user.surname) },
        "given_name": { context, _ in text(context.user.givenName) },
        "idtyp": { context, properties in
            context.token == .access && properties.containsExactly("include_user_token") ? .string("user") : nil
        },
        "ipaddr": { context, _ in text(context.peerAddress) },
        "login_hint": { context, _ in text(LoginHint.opaque(for: context.subject)) },
        "onprem_sid": { context, _ in text(context.user.onPremisesSecurityIdentifier) },
        "preferred_username": { context, _ in text(context.user.signInName) },
        "sid": { context, _ in text(context.subject.authentication.sessionID.description) },
        "upn": { context, properties in
            if !context.subject.isGuest { return text(context.user.userPrincipalName) }
            if properties.containsExactly("include_externally_authenticated_upn_without_hash") {
                return .string(context.user.userPrincipalName.replacingExactly("#", with: "_"))
            }
            return properties.containsExactly("include_externally_authenticated_upn")
                ? text(context.user.userPrincipalName) : nil
        },
        "verified_primary_email": { context, _ in
            context.isEmailVerified ? context.user.mail.map { .array([.string($0)]) } : nil
        },
        "verified_secondary_email": { context, _ in
            let addresses = context.user.property("otherMails")?.array?.compactMap(\.string) ?? []
            let verified = addresses.filter { UserMail.isOf(context.homeDomains, $0) }
            return verified.isEmpty ? nil : .array(verified.map(JSONValue.string))
        },
        "xms_edov": { context, _ in context.user.mail == nil ? nil : .bool(context.isEmailVerified) },
        "xms_pdl": { context, _ in context.user.property("preferredDataLocation") },
        "xms_pl": { context, _ in text(context.user.preferredLanguage) },
    ]

    /// The claims that a version 2 id_token has only if the client requested the scope `profile`.
    static let ofProfile: Set<ByteString> = ["family_name", "given_name", "preferred_username", "upn"]

    /// Adds the claims of a user's token. `context` is evaluated only if there is an entry.
    static func add(
        _ entries: [OptionalClaims.Claim], _ context: @autoclosure () -> Context, to claims: inout ClaimSet
    ) {
        guard !entries.isEmpty else { return }
        let context = context()
        let claimContext = ClaimContext(
            tenant: context.subject.tenant, clientCapabilities: context.clientCapabilities)
        for entry in entries where claims[entry.name] == nil {
            if let source = sourcesOfAnyToken[entry.name] {
                claims[entry.name] = source(claimContext)
            } else if let source = sources[entry.name] {
                claims[entry.name] = source(context, entry.additionalProperties)
            } else if entry.source == "user" {
                addExtension(entry.name, context, to: &claims)
            }
        }
    }

    /// Adds the claims of an app-only token.
    static func add(
        _ entries: [OptionalClaims.Claim], ofApplicationIn tenant: Tenant, clientCapabilities: [String],
        to claims: inout ClaimSet
    ) {
        let claimContext = ClaimContext(tenant: tenant, clientCapabilities: clientCapabilities)
        for entry in entries where claims[entry.name] == nil {
            if entry.name.isExactly("idtyp") {
                claims.set("idtyp", "app")
            } else if let source = sourcesOfAnyToken[entry.name] {
                claims[entry.name] = source(claimContext)
            }
        }
    }

    /// Adds a directory extension under its short name: `extension_{appid}_{attribute}` becomes `extn.{attribute}`.
    private static func addExtension(_ name: String, _ context: Context, to claims: inout ClaimSet) {
        guard let value = context.user.otherProperties.first(where: { $0.name.isExactly(name) })?.value,
            let attribute = name.pieces(separatedBy: "_", atMost: 3).last, name.hasExactPrefix("extension_")
        else { return }
        claims["extn.\(attribute)"] = value
    }

    private static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }
}

/// The opaque `login_hint` claim, which a client sends back as `login_hint` or `logout_hint`.
package enum LoginHint {
    private static let prefix = "O."

    static func opaque(for subject: TokenSubject) -> String {
        prefix + Base64.url(subject.user.signInName.utf8)
    }

    /// Returns the user name of a hint: the name inside an opaque hint, or else the hint itself.
    package static func username(from hint: String) -> String { username(inClaim: hint) ?? hint }

    /// Returns the user name inside an opaque hint, or nil for any other text.
    static func username(inClaim hint: String) -> String? {
        guard hint.utf8.starts(with: prefix.utf8) else { return nil }
        return Base64.decodeURL(hint.utf8.dropFirst(prefix.utf8.count)).flatMap { String(utf8: $0) }
    }
}
