package import Entra
import Formats

/// A user flow: the steps and results of a B2C policy, or of an external tenant's sign-up and sign-in
/// (docs/reference/protocol.md#b2c).
package struct UserFlow: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case signUpOrSignIn
        case signIn
        case signUp
        case profileEdit
        case passwordReset
        /// Resource owner password credentials, which use only the token endpoint and no pages.
        case resourceOwner

        package var hasPages: Bool { self != .resourceOwner }

        /// Whether an existing session is enough. The other kinds always show a page.
        package var acceptsSessions: Bool { self == .signUpOrSignIn || self == .signIn }
    }

    /// The credential with which local accounts sign in.
    package enum Credential: String, Sendable, CaseIterable {
        case password
        /// A new code by mail for each sign-in (external tenants).
        case emailOneTimeCode
    }

    /// The IDs that the field for the username has on the sign-in pages of B2C policies. The value of an ID is the ID.
    package enum UsernameElement: String, Sendable, CaseIterable {
        /// The ID in user flows.
        case email
        /// The ID in custom policies.
        case signInName
        /// The ID in page layouts before 2.0.0.
        case logonIdentifier
    }

    /// The maximum number of attributes. The server matches each value against a pattern.
    package static let maximumAttributes = 64

    /// The ID as configured. Comparisons ignore ASCII case.
    package var id: String
    package var kind: Kind
    /// The attributes that sign-up and profile edit collect, in this order.
    package var attributes: [UserAttribute]
    /// The claims that tokens may contain in addition to those of the protocol, or nil for all.
    package var claims: [UserFlowClaim]?
    package var identityProviders: [IdentityProvider]
    package var credential: Credential
    /// Whether "Forgot your password?" resets the password in this user flow. Otherwise, a B2C tenant reports AADB2C90118 to the
    /// application, and an external tenant offers no reset.
    package var resetsPassword: Bool
    /// The ID of the field for the username on the sign-in page of a B2C policy, or nil for the usual ID of the policy.
    package var usernameElement: UsernameElement?
    /// The applications that are linked to the user flow, or nil for all applications of the tenant.
    package var applications: [ClientID]?

    package init(
        id: String, kind: Kind, attributes: [UserAttribute] = [.displayName], claims: [UserFlowClaim]? = nil,
        identityProviders: [IdentityProvider] = [], credential: Credential = .password, resetsPassword: Bool = false,
        usernameElement: UsernameElement? = nil, applications: [ClientID]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.attributes = attributes
        self.claims = claims
        self.identityProviders = identityProviders
        self.credential = credential
        self.resetsPassword = resetsPassword
        self.usernameElement = usernameElement
        self.applications = applications
    }

    /// The name in URLs, issuers and client_info. The claims `tfp` and `acr` contain `id`.
    package var name: String { id.asciiLowercased }

    /// Whether the name is that of a custom policy of a B2C tenant.
    package var isCustomPolicy: Bool { name.hasExactPrefix("b2c_1a_") }

    /// Returns whether users of the application go through the user flow.
    package func serves(_ client: ClientID) -> Bool { applications?.contains(client) ?? true }

    /// Whether the pages of the user flow offer a password reset.
    package var offersReset: Bool { resetsPassword && credential == .password }

    package var allowsSignUp: Bool { kind == .signUpOrSignIn || kind == .signUp }

    /// Returns the kind that a name such as `B2C_1_edit_profile` implies.
    package static func kind(ofName name: String) -> Kind {
        let letters = String(decoding: name.asciiLowercased.utf8.filter(ASCII.isLetter), as: UTF8.self)
        return words.first { letters.containsExactly($0.word) }?.kind ?? .signUpOrSignIn
    }

    private static let words: [(word: String, kind: Kind)] = [
        ("ropc", .resourceOwner), ("reset", .passwordReset), ("edit", .profileEdit),
        ("signupsignin", .signUpOrSignIn), ("signinsignup", .signUpOrSignIn), ("signuporsignin", .signUpOrSignIn),
        ("signup", .signUp), ("signin", .signIn),
    ]
}

/// A claim about the user that a user flow may return.
package enum UserFlowClaim: String, Sendable, CaseIterable {
    case name
    case givenName = "given_name"
    case familyName = "family_name"
    case emails
    case identityProvider = "idp"
    case jobTitle
    case country
    case objectID = "oid"
}

/// Another identity provider, such as Google. Understudy stands in for the provider and requests no password.
package struct IdentityProvider: Sendable, Equatable {
    /// The name on the button.
    package let name: String
    /// The value of the `idp` claim.
    package let domain: String

    /// Creates a well-known provider by its name, or a provider with any name or domain.
    package init(_ name: String) {
        self.name = name
        domain = IdentityProvider.domains[name.asciiLowercased] ?? name.asciiLowercased
    }

    /// The name in the ID of the button. Personal Microsoft accounts have a name of their own there.
    package var exchangeName: String { domain.isExactly("live.com") ? "MicrosoftAccount" : name }

    private static let domains: [ByteString: String] = [
        "google": "google.com", "facebook": "facebook.com", "apple": "appleid.apple.com", "microsoft": "live.com",
        "amazon": "amazon.com", "linkedin": "linkedin.com", "github": "github.com", "twitter": "twitter.com",
    ]
}
