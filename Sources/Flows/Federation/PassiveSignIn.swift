import Entra
import Wire

/// Sign-in in the browser at another identity provider (WS-Federation 1.2 §13, the passive requestor profile).
enum PassiveSignIn {
    /// The address to send a browser to. `context` comes back with the answer.
    static func request(to address: String, username: String, context: String) -> String {
        let query = Form([
            Form.Field("username", username), Form.Field("wa", "wsignin1.0"),
            Form.Field("wtrealm", Federation.audience),
            Form.Field("wctx", context),
        ])
        return address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query.encoded
    }
}
