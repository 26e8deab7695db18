import Directory
import Entra
import State
import Wire

/// One-time codes of the native authentication API.
enum NativeCode {
    /// Digits of a code.
    static let length = 8
    /// Seconds that a client is asked to wait before it asks for another code.
    static let interval: Int64 = 300

    /// Sends a code and tells where it went, in the members that clients need (msal-wire §7.3). `label` is the name that the
    /// answer has for the address.
    static func send(
        to recipient: String, by channel: Outbox.Channel, user: User?, label: String = "challenge_target_label",
        services: Services
    ) -> (code: PendingCode, members: NativeReply) {
        let code = OneTimeCode.send(to: recipient, by: channel, user: user, digits: length, services: services)
        let shown = label == "challenge_target_label" ? masked(recipient) : recipient
        return (
            code,
            NativeReply(
                .init(NativeParameter.challengeType, .string(NativeChallenge.oneTimeCode)),
                .init("binding_method", .string("prompt")), .init(label, .string(shown)),
                .init(NativeParameter.challengeChannel, .string(channel.rawValue)),
                .init("code_length", .integer(Int64(code.code.utf8.count))), .init("interval", .integer(interval)))
        )
    }

    /// Throws AADSTS50181 (`invalid_oob_value`) for a wrong code and AADSTS552003 for one that is too old or was tried too often.
    static func check(_ answer: String, against pending: PendingCode?, _ services: Services) throws(EntraError) {
        guard let pending else { throw EntraError(.continuationInvalid) }
        switch OneTimeCode.check(answer, against: pending, services: services) {
        case .right: return
        case .wrong: throw EntraError(.oneTimeCodeWrong)
        case .expired, .usedUp: throw EntraError(.nativeContinuationExpired)
        }
    }

    /// An address that only its owner recognizes: `c***y@w***.example`, `+155****99`.
    static func masked(_ recipient: String) -> String {
        let parts = recipient.split(separator: "@", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            return String(recipient.prefix(4)) + "****" + String(recipient.suffix(2))
        }
        let domain = parts[1].split(separator: ".", maxSplits: 1).map(String.init)
        let host = domain.first ?? ""
        let rest = domain.count > 1 ? "." + domain[1] : ""
        return "\(parts[0].prefix(1))***\(parts[0].suffix(1))@\(host.prefix(1))***\(rest)"
    }
}
