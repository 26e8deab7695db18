import Directory
import Entra
import State
import Wire

/// A way for a user to prove themselves, as `introspect` lists it and `challenge` chooses it by `id`
/// (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-responses).
enum NativeMethod: Sendable {
    case password
    case code(Place)

    /// A place that a code can be sent to.
    struct Place: Sendable {
        let recipient: String
        let channel: Outbox.Channel

        /// The user's mail address.
        static func mail(of user: User) -> Place {
            Place(recipient: user.mail ?? user.userPrincipalName, channel: .email)
        }

        /// Where a reset is proved: at the registered mail address, which need not be the account's.
        static func reset(of user: User) -> Place {
            guard case .email(let address)? = user.mfa else { return mail(of: user) }
            return Place(recipient: address, channel: .email)
        }
    }

    /// As `challenge_type` names it.
    var challengeType: String {
        switch self {
        case .password: NativeChallenge.password
        case .code: NativeChallenge.oneTimeCode
        }
    }

    /// How the user proves themselves first: by password where the account has one, else by a code sent to the mail address. Nil
    /// for an account of another provider or another tenant, which is reached by a browser only.
    static func first(of user: User, in tenant: TenantID) -> NativeMethod? {
        guard user.identityProvider == nil, !user.isGuest(in: tenant) else { return nil }
        return user.hasPassword ? .password : .code(.mail(of: user))
    }

    var place: Place? {
        if case .code(let place) = self { place } else { nil }
    }

    /// Stays the same from request to request.
    private func id(of user: User) -> String {
        GUID(derivedFrom: "authentication method", user.id.description, place?.recipient ?? challengeType).description
    }

    /// Throws AADSTS90100 where the request chose another method than this.
    func checkChosen(by request: NativeRequest, _ user: User) throws(EntraError) {
        guard let chosen = request[NativeParameter.methodID], !chosen.isExactlyIgnoringASCIICase(id(of: user))
        else { return }
        throw EntraError(.invalidParameter, [.parameter: NativeParameter.methodID])
    }

    /// As `methods` lists it. A password has no channel and no hint, which SDKs want as texts all the same.
    func json(of user: User) -> JSONValue {
        .object([
            .init("id", .string(id(of: user))), .init(NativeParameter.challengeType, .string(challengeType)),
            .init(NativeParameter.challengeChannel, .string(place?.channel.rawValue ?? "")),
            .init("login_hint", .string(place.map { NativeCode.masked($0.recipient) } ?? "")),
        ])
    }
}
