import Entra
import State
import Wire

/// The members of a successful answer.
struct NativeReply: Sendable {
    private(set) var members: [JSONValue.Member]

    init(_ members: JSONValue.Member...) {
        self.members = members
    }

    /// The client cannot do what the account needs: it opens a browser instead (docs/reference/wire.md#native-auth-responses).
    static func redirect(_ reason: String) -> NativeReply {
        NativeReply(
            .init(NativeParameter.challengeType, .string(NativeChallenge.redirect)),
            .init("redirect_reason", .string(reason)))
    }

    /// What goes on after an error that asks for more; nil for one that ends the step.
    init?(goingOnAfter error: EntraError) {
        guard let token = error.members.first(where: { $0.name.isExactly(NativeParameter.continuationToken) }) else {
            return nil
        }
        self.init(token)
    }

    /// The text of a member.
    subscript(_ name: String) -> String? { members.first { $0.name.isExactly(name) }?.value.string }

    func with(_ more: JSONValue.Member...) -> NativeReply {
        var reply = self
        reply.members += more
        return reply
    }

    var json: [UInt8] { JSONWriter.value(.object(members)) }
}
