package import Entra
import Wire

/// A user flow: what a b2c policy, or an external tenant's sign-up and sign-in, asks of people and tells applications
/// (docs/reference/protocol.md#b2c).
package struct UserFlow: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case signUpOrSignIn
        case signIn
        case signUp
        case profileEdit
        case passwordReset
        /// Resource owner password credentials: no pages, the token endpoint alone.
        case resourceOwner

        package var hasPages: Bool { self != .resourceOwner }

        /// Whether an earlier sign-in is enough; the other kinds always ask for something.
        package var takesSessions: Bool { self == .signUpOrSignIn || self == .signIn }
    }

    /// What local accounts sign in with.
    package enum Credential: String, Sendable, CaseIterable {
        case password
        /// A code by mail each time (external tenants).
        case emailOneTimeCode
    }

    /// How many attributes it may ask for: what is told of each is held against its pattern.
    package static let maximumAttributes = 64

    /// As configured; compared with ASCII case folded.
    package var id: String
    package var kind: Kind
    /// What sign-up and profile edit ask for, in this order.
    package var attributes: [UserAttribute]
    /// The claims that tokens may have besides those of the protocol; nil: all.
    package var claims: [UserFlowClaim]?
    package var identityProviders: [IdentityProvider]
    package var credential: Credential
    /// Whether "Forgot your password?" resets it here; else the application of a b2c tenant is told (AADB2C90118), and in an
    /// external one nobody is asked.
    package var resetsPassword: Bool
    /// The applications that it is linked to; nil: all of the tenant.
    package var applications: [ClientID]?

    package init(
        id: String, kind: Kind, attributes: [UserAttribute] = [.displayName], claims: [UserFlowClaim]? = nil,
        identityProviders: [IdentityProvider] = [], credential: Credential = .password, resetsPassword: Bool = false,
        applications: [ClientID]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.attributes = attributes
        self.claims = claims
        self.identityProviders = identityProviders
        self.credential = credential
        self.resetsPassword = resetsPassword
        self.applications = applications
    }

    /// As addresses, issuers and client_info spell it; the claims `tfp` and `acr` carry `id`.
    package var name: String { id.asciiLowercased }

    /// Whether people of the application go through it.
    package func serves(_ client: ClientID) -> Bool { applications?.contains(client) ?? true }

    /// Whether a forgotten password is reset on its pages.
    package var offersReset: Bool { resetsPassword && credential == .password }

    package var allowsSignUp: Bool { kind == .signUpOrSignIn || kind == .signUp }

    /// What a name such as `B2C_1_edit_profile` says of the kind.
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

/// Another place where people have accounts, such as Google. Understudy stands in for it: no password is asked.
package struct IdentityProvider: Sendable, Equatable {
    /// As the button says.
    package let name: String
    /// The `idp` claim.
    package let domain: String

    /// A well-known provider by its name, else any name or domain.
    package init(_ name: String) {
        self.name = name
        domain = IdentityProvider.domains[name.asciiLowercased] ?? name.asciiLowercased
    }

    private static let domains: [ExactString: String] = [
        "google": "google.com", "facebook": "facebook.com", "apple": "appleid.apple.com", "microsoft": "live.com",
        "amazon": "amazon.com", "linkedin": "linkedin.com", "github": "github.com", "twitter": "twitter.com",
    ]
}
