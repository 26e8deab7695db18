import Entra
import Formats
import Store

/// The members of a successful response.
struct NativeResponse: Sendable {
    private(set) var members: [JSONValue.Member]

    init(_ members: JSONValue.Member...) {
        self.members = members
    }

    /// Returns the reply that sends the client to a browser, because the client does not support the method that the account needs
    /// (docs/reference/wire.md#native-auth-responses).
    static func redirect(_ reason: String) -> NativeResponse {
        NativeResponse(
            .init(NativeParameter.challengeType, .string(NativeChallenge.redirect)),
            .init("redirect_reason", .string(reason)))
    }

    /// Creates the reply to an error that requests further input, or returns nil if the error ends the flow.
    init?(goingOnAfter error: EntraError) {
        guard let token = error.members.first(where: { $0.name.isExactly(NativeParameter.continuationToken) }) else {
            return nil
        }
        self.init(token)
    }

    /// The text of a member.
    subscript(_ name: String) -> String? { members.first { $0.name.isExactly(name) }?.value.string }

    func with(_ more: JSONValue.Member...) -> NativeResponse {
        var reply = self
        reply.members += more
        return reply
    }

    var json: [UInt8] { JSONWriter.value(.object(members)) }
}
