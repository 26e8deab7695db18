import Entra
import Wire

/// Sign-in in the browser at another identity provider (WS-Federation 1.2 §13, the passive requestor profile).
enum PassiveSignIn {
    /// Names of the fields that travel there and back.
    enum Field {
        static let action = "wa"
        static let realm = "wtrealm"
        static let context = "wctx"
        static let result = "wresult"
    }

    static let signIn = "wsignin1.0"

    /// Where an identity provider sends the browser back to.
    static let replyPath = "/login.srf"

    /// What an identity provider is sent. `context` comes back with the answer.
    static func fields(username: String, context: String) -> Form {
        Form([
            Form.Field(Parameter.username, username), Form.Field(Field.action, signIn),
            Form.Field(Field.realm, Federation.audience), Form.Field(Field.context, context),
        ])
    }

    /// The same as an address to send a browser to.
    static func request(to address: String, username: String, context: String) -> String {
        let separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return address + separator + fields(username: username, context: context).encoded
    }
}
