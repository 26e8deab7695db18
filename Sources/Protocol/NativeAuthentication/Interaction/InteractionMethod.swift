import Directory
import Entra
import Formats
import Store

/// The authentication method of a step: the parts that a client shows, and the parts of its links.
struct InteractionMethod: Sendable {
    /// The ID of the method, which stays the same across steps.
    let id: String
    /// The type: `password`, `email` or `sms`.
    let type: String
    /// The masked address, or nil for a password.
    let hint: String?

    private init(_ method: NativeMethod, of username: String) {
        self.init(method.place?.channel.rawValue ?? method.challengeType, to: method.place?.recipient, of: username)
    }

    private init(_ type: String, to recipient: String?, of username: String) {
        self.type = type
        id = GUID(derivedFrom: "authentication method", username.asciiLowercased, recipient ?? type).description
        hint = recipient.map(NativeCode.masked)
    }

    /// Creates the method, or returns nil if the step has none or the user's method needs a browser.
    init?(at step: NativeStep, of token: ContinuationToken, _ user: User?) {
        let username = token.username
        switch step {
        case .passwordWanted, .resetVerified, .resetSubmitted:
            self.init(.password, of: username)
        case .signInStarted:
            guard let user, let method = NativeMethod.first(of: user, in: token.tenant) else { return nil }
            self.init(method, of: username)
        case .resetStarted:
            guard let user, user.identityProvider == nil else { return nil }
            self.init(.code(.reset(of: user)), of: username)
        case .secondFactorWanted, .riskCheckWanted:
            guard let place = user.flatMap(NativeSecondFactor.place) else { return nil }
            self.init(.code(place), of: username)
        default:
            guard let recipient = token.pendingCode?.recipient else { return nil }
            let isMail = recipient.utf8.contains(UInt8(ascii: "@"))
            let channel: Outbox.Channel = isMail ? .email : .sms
            self.init(channel.rawValue, to: recipient, of: username)
        }
    }

    func isNamed(type: String, id: String) -> Bool {
        self.type.isExactlyIgnoringASCIICase(type) && self.id.isExactlyIgnoringASCIICase(id)
    }

    var members: [JSONValue.Member] {
        let own: [JSONValue.Member] = [.init("id", .string(id)), .init("type", .string(type))]
        return own + (hint.map { [.init("hint", .string($0))] } ?? [])
    }
}
