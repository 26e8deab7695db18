import Directory
import Entra
import Formats
import Store

/// A method by which a user authenticates. `introspect` lists methods, and `challenge` selects one by `id`
/// (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-responses).
enum NativeMethod: Sendable {
    case password
    case code(Place)

    /// A recipient to which a code can be sent.
    struct Place: Sendable {
        let recipient: String
        let channel: Outbox.Channel

        /// Returns the user's mail address.
        static func mail(of user: User) -> Place {
            Place(recipient: user.mail ?? user.userPrincipalName, channel: .email)
        }

        /// Returns the recipient of a reset code: the registered mail address, which may differ from the account's.
        static func reset(of user: User) -> Place {
            guard case .email(let address)? = user.mfa else { return mail(of: user) }
            return Place(recipient: address, channel: .email)
        }
    }

    /// The value of `challenge_type`.
    var challengeType: String {
        switch self {
        case .password: NativeChallenge.password
        case .code: NativeChallenge.oneTimeCode
        }
    }

    /// Returns the user's first factor: a password if the account has one, otherwise a code to the mail address. Returns nil
    /// for an account of another provider or another tenant, which can sign in only in a browser.
    static func first(of user: User, in tenant: TenantID) -> NativeMethod? {
        guard user.identityProvider == nil, !user.isGuest(in: tenant) else { return nil }
        return user.hasPassword ? .password : .code(.mail(of: user))
    }

    var place: Place? {
        if case .code(let place) = self { place } else { nil }
    }

    /// Returns an ID that stays the same across requests.
    private func id(of user: User) -> String {
        GUID(derivedFrom: "authentication method", user.id.description, place?.recipient ?? challengeType).description
    }

    /// Throws AADSTS90100 if the request selects another method.
    func checkChosen(by request: NativeRequest, _ user: User) throws(EntraError) {
        guard let chosen = request[NativeParameter.methodID], !chosen.isExactlyIgnoringASCIICase(id(of: user))
        else { return }
        throw EntraError(.invalidParameter, [.parameter: NativeParameter.methodID])
    }

    /// Returns the method as an element of `methods`. A password has an empty channel and hint, because SDKs require strings.
    func json(of user: User) -> JSONValue {
        .object([
            .init("id", .string(id(of: user))), .init(NativeParameter.challengeType, .string(challengeType)),
            .init(NativeParameter.challengeChannel, .string(place?.channel.rawValue ?? "")),
            .init("login_hint", .string(place.map { NativeCode.masked($0.recipient) } ?? "")),
        ])
    }
}
