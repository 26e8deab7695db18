import Entra
import Formats

/// The way of signing in. `interactive` shows pages; `automatic` signs in the login_hint's user, or else the only user, without a
/// page.
package enum SignInMode: String, Sendable, CaseIterable {
    case interactive
    case automatic
}

/// The rule for passwords. `required` rejects a password for a user without `password`; `any` accepts any password for such a
/// user.
package enum PasswordMode: String, Sendable, CaseIterable {
    case required
    case any
}

/// The way of consenting. `prompt` shows the consent page; `automatic` grants every allowed permission without a page.
package enum ConsentMode: String, Sendable, CaseIterable {
    case prompt
    case automatic
}

/// The answer to the push notifications of Microsoft Authenticator. `manual` waits for an answer by the control plane; `automatic`
/// approves each sign-in at once.
package enum PushApprovalMode: String, Sendable, CaseIterable {
    case manual
    case automatic
}

/// The test users that sign-in pages offer to people. `names` offers usernames, and the password of the seed directory, which is
/// public; `passwords` offers all other passwords of the directory too.
package enum TestUserPanel: String, Sendable, CaseIterable {
    case names
    case passwords
    case hidden
}

/// The permissions to which users may consent for themselves. All other permissions need an administrator (AADSTS90094;
/// docs/reference/protocol.md#consent).
package enum UserConsentPolicy: String, Sendable, CaseIterable {
    case allowed
    /// Users may consent to signing in and to reading their own profile, for applications of their own tenant and of verified
    /// publishers.
    case verifiedPublishers
    case disabled
}

/// The pages of personal accounts, by the time at which login.live.com had them
/// (docs/reference/interface.md#personal-account-pages).
package enum PersonalAccountPages: String, Sendable, CaseIterable {
    /// The pages until 2023, which have the elements of the pages for work accounts.
    case classic
    /// The pages of 2023 and 2024: buttons are `button` elements, and the page "Stay signed in?" has elements of its own.
    case transitional
    /// The pages since 2024.
    case redesigned
}

/// The condition under which sign-out at version 2 asks for the account (docs/reference/protocol.md#sign-out-picker).
package enum SignOutPicker: String, Sendable, CaseIterable {
    case always
    case severalAccounts
}

/// The error that the application receives after the user declined consent (docs/reference/protocol.md#contradictions).
package enum ConsentDeclinedError: String, Sendable, CaseIterable {
    case accessDenied = "access_denied"
    case consentRequired = "consent_required"
}

/// The issuer in tokens of a B2C policy: the tenant's, or the policy's own (docs/reference/protocol.md#b2c-and-ciam-urls).
package enum UserFlowIssuer: String, Sendable, CaseIterable {
    case tenant
    case policy
}

/// The claim with the name of the policy in tokens of a B2C tenant.
package enum PolicyClaim: String, Sendable, CaseIterable {
    case tfp
    case acr
}

/// The result of a refresh that names scopes of several resources: the first resource's token, or AADSTS28000
/// (docs/reference/protocol.md#contradictions).
package enum SeveralResources: String, Sendable, CaseIterable {
    case first
    case error
}

/// The rule for a repeated client assertion. `refuse` rejects the assertion with the same request, except on behalf of a user;
/// `singleUse` rejects the assertion with any request; `allow` accepts it.
package enum ClientAssertionReplay: String, Sendable, CaseIterable {
    case reject = "refuse"
    case singleUse
    case allow
}

/// Whether the server requests a device certificate from clients that can present one. `pkeyAuth` uses Microsoft's challenge of
/// that name.
package enum DeviceChallengeMode: String, Sendable, CaseIterable {
    case none
    case pkeyAuth
}

/// The signature of access tokens for Microsoft Graph. With `opaque`, only Graph can verify the signature, as at Entra; with
/// `verifiable`, anyone can.
package enum GraphTokenSignature: String, Sendable, CaseIterable {
    case opaque
    case verifiable
}

/// The permissions that Microsoft Graph's directory requires in an access token. `enforced` requires the permission of the
/// operation, as at Entra; `anyToken` requires only a token for Graph.
package enum GraphPermissionMode: String, Sendable, CaseIterable {
    case enforced
    case anyToken
}

/// The schemes of front-channel logout URLs. `httpOnLoopback` also allows http for localhost and 127.0.0.1, for tests without TLS
/// (docs/reference/protocol.md#front-channel-logout-url).
package enum LogoutURLScheme: String, Sendable, CaseIterable {
    case https
    case httpOnLoopback
}

/// Whether a registration may get an identifier URI that names neither the tenant nor the application
/// (docs/reference/protocol.md#identifier-uri-policy).
package enum IdentifierURIAddition: String, Sendable, CaseIterable {
    case blocked
    case allowed
}

/// The number of token requests that each client may send in a tenant before the server rejects further requests.
package struct Throttle: Sendable, Equatable {
    package var requests: Int
    /// The period, in seconds.
    package var per: Int

    package init(requests: Int = 0, per: Int = 60) {
        self.requests = requests
        self.per = per
    }
}

/// The failure of the service during a simulated outage.
package struct Outage: Sendable, Equatable {
    package var status = 503
    /// The value of `Retry-After`, in seconds, or nil for no header.
    package var retryAfter: Int?

    package init() {}
}
extension ValueSpec where Value == String {
    /// A few letters or digits, because the value is in a header that commas separate.
    static let speInfo = ValueSpec(text: .pattern("^[A-Za-z0-9]{1,16}$", called: "1 to 16 letters or digits")) {
        (1...16).contains($0.utf8.count) && $0.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) } ? $0 : nil
    }
}

extension Throttle {
    static let keys = ObjectSpec<Throttle>(
        "throttle", "The number of token requests that each client may make in a period.", unknownKeys: .rejected,
        keys: [
            .key("requests", \.requests, .integer(1...1_000_000), "The number of requests in a period.").required,
            .key("per", \.per, .integer(1...86_400), "The period in seconds. Default 60.").alwaysExported,
        ])
}

extension Outage {
    static let keys = ObjectSpec<Outage>(
        "outage", "How requests fail while the service is unavailable (AADSTS90033).", unknownKeys: .rejected,
        keys: [
            .key("status", \.status, .integer(500...599), "The HTTP status. Default 503.").alwaysExported,
            .key(
                "retryAfter", \.retryAfter, .integer(0...86_400),
                "The value of the header Retry-After, in seconds. Default: no header."),
        ])
}

extension ValueSpec where Value == ClosedRange<Int> {
    /// A lifetime: `3600`, or a range such as `3600..5400`, which includes both ends. A range of one number is exported as the
    /// number.
    static func lifetime(_ bounds: ClosedRange<Int>) -> ValueSpec {
        let range = Shape.pattern("^[0-9]+\\.\\.[0-9]+$", called: "a range such as 3600..5400")
        let export: Export = { lifetime in
            let (lower, upper) = (lifetime.lowerBound, lifetime.upperBound)
            return lower == upper ? .integer(Int64(lower)) : .string("\(lower)..\(upper)")
        }
        return ValueSpec(.either([.integer(bounds), range]), export: export) { input, location, findings in
            if case .scalar(let scalar) = input.kind, scalar.value == .string {
                guard let range = parse(scalar.text) else {
                    let hint = "use a number of seconds or a range such as 3600..5400"
                    findings.error(location, "\"\(scalar.text)\" is not a lifetime", hint: hint)
                    return nil
                }
                guard bounds.contains(range.lowerBound), bounds.contains(range.upperBound) else {
                    findings.error(
                        location,
                        "must be from \(bounds.lowerBound) to \(bounds.upperBound) seconds, not \(scalar.text)")
                    return nil
                }
                return range
            }
            return ValueSpec<Int>.integer(bounds).read(input, location, &findings).map { $0...$0 }
        }
    }

    private static func parse(_ text: String) -> ClosedRange<Int>? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let lower = ASCII.decimal(parts[0]),
            let upper = ASCII.decimal(parts[2]), lower <= upper
        else { return nil }
        return lower...upper
    }
}
