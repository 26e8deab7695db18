import Directory
import Entra
import Formats
import Store

/// The registration of a strong method during a sign-in that requires one (docs/reference/wire.md#native-auth-endpoints,
/// `/register/v1.0`).
enum NativeRegistration {
    private static let channels: [Outbox.Channel] = [.email, .sms]

    /// Returns the kinds of methods that can be registered, with the user's known mail address, which the client can suggest.
    static func introspect(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse
    {
        let user = try request.user(of: journey)
        let address = NativeMethod.Target.mail(of: user).recipient
        let methods = channels.map { channel in
            JSONValue.object([
                .init("id", .string(channel.rawValue)),
                .init(NativeParameter.challengeType, .string(NativeChallenge.oneTimeCode)),
                .init(NativeParameter.challengeChannel, .string(channel.rawValue)),
                .init("login_hint", .string(channel == .email ? address : "")),
            ])
        }
        let next = journey.token.renewed(at: .registrationRequired, request.services)
        return NativeResponse(next.member(request.services), .init("methods", .array(methods)))
    }

    /// Sends a code to the contact, or reports that the contact is verified already because the user signed in with a code to
    /// it. Throws AADSTS901001 for an invalid contact.
    static func challenge(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse
    {
        let services = request.services
        let user = try request.user(of: journey)
        let requested = try requestedChannel(request)
        let target = try request.required(NativeParameter.challengeTarget)
        guard let channel = contactChannel(target), requested ?? channel == channel else {
            throw EntraError(
                .unsupportedParameterValue, [.parameter: NativeParameter.challengeTarget, .value: target])
        }
        guard journey.token.challengeTypes.containsExactly(NativeChallenge.oneTimeCode) else {
            return .redirect(
                "The registration of a method needs a one-time code, but the request does not offer the challenge type oob."
            )
        }
        let isKnown =
            channel == .email && journey.token.methods.containsExactly("otp")
            && target.isExactlyIgnoringASCIICase(NativeMethod.Target.mail(of: user).recipient)
        if isKnown {
            let next = journey.token.renewed(at: .registrationVerified, services) {
                $0.pendingCode = PendingCode(
                    id: services.random.guid(), recipient: target, code: "", expiresAt: services.now.seconds,
                    attempts: 0)
            }
            return NativeResponse(
                .init(NativeParameter.challengeType, .string("preverified")), next.member(services))
        }
        let sent = try NativeCode.sendProof(
            to: target, by: channel, user: user, destination: .echoed, in: journey.token, for: request)
        let next = journey.token.renewed(at: .registrationSent, services) { $0.pendingCode = sent.code }
        return sent.members.with(next.member(services))
    }

    /// Registers the contact as the user's second factor, which also counts for this sign-in.
    static func proceed(_ request: NativeRequest, _ journey: OpenedContinuation) throws(EntraError) -> NativeResponse {
        let services = request.services
        let user = try request.user(of: journey)
        let token = journey.token
        guard let pending = token.pendingCode else { throw request.invalidContinuation }
        if journey.step == .registrationSent {
            let code = try request.required(NativeParameter.oneTimeCode)
            try NativeCode.check(code, as: .second, in: token, of: user, for: request)
        }
        try token.use(for: request)
        let method: MFAMethod =
            pending.recipient.utf8.contains(UInt8(ascii: "@")) ? .email(pending.recipient) : .sms(pending.recipient)
        let outcome = try services.editor.edit(request.tenant.id) { edit in edit.update(user.id) { $0.mfa = method } }
        guard outcome == .done else { throw request.invalidContinuation }
        let next = token.advanced(to: .registered, services) {
            $0.pendingCode = nil
            $0.methods += ["mfa"]
        }
        return NativeResponse(next.member(services))
    }

    /// Returns the requested channel, or nil if the request has none. Throws AADSTS90100 for a type other than `oob`, and for an
    /// unknown channel.
    private static func requestedChannel(_ request: NativeRequest) throws(EntraError) -> Outbox.Channel? {
        guard try request.required(NativeParameter.challengeType).isExactly(NativeChallenge.oneTimeCode) else {
            throw EntraError(.invalidParameter, [.parameter: NativeParameter.challengeType])
        }
        let name = NativeParameter.challengeChannel
        guard let text = request[name] else { return nil }
        guard let channel = Outbox.Channel(rawValue: text.asciiLowercased), channel != .push else {
            throw EntraError(.invalidParameter, [.parameter: name])
        }
        return channel
    }

    /// Returns the channel that reaches a contact, or nil if the text is no contact.
    private static func contactChannel(_ contact: String) -> Outbox.Channel? {
        switch MFAMethod(contact) {
        case .email?: .email
        case .sms?: .sms
        default: nil
        }
    }
}
