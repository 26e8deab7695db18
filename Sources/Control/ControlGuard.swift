import Crypto
package import Entra
package import HTTP
import Wire

/// Who may use the control plane (docs/reference/interface.md#control-plane): no browser of another site, nobody who came by a name
/// that anyone could have made lead here, and with a control token only its holder.
package struct ControlGuard: Sendable {
    /// nil: no token is wanted.
    private let token: String?
    private let hosts: ControlHosts

    package init(token: String?, hosts: ControlHosts) {
        self.token = token
        self.hosts = hosts
    }

    /// Whether a control token is set.
    package var needsToken: Bool { token != nil }

    /// Nil when the request may go on; else why not. `origin` is the server's; `hosts` are the names by which the request came,
    /// in lower case, each of which must be one that leads here: a public origin says nothing of that, and a page may send
    /// what only a proxy should. `isPublic` paths (health, the CA and the like) want no token. To the
    /// console a link on another site may lead.
    package func refusal(
        _ request: HTTPRequest, at origin: Origin, by hosts: [String], isPublic: Bool, isConsole: Bool = false
    ) -> ProblemDocument? {
        if RequestSource.isForeign(request.headers, to: origin, allowsNullOrigin: false),
            !(isConsole && RequestSource.isVisit(request))
        {
            return ProblemDocument(
                status: 403, title: "Cross-site request rejected",
                detail: "A page of another site sent the request. Only pages of this server can call the control plane."
            )
        }
        guard !isPublic else { return nil }
        if let host = unknownHost(among: hosts) {
            return ProblemDocument(
                status: 403, title: "Unknown host name",
                detail:
                    "The control plane rejects the host name \(host): use localhost, or allow the name with --control-host."
            )
        }
        guard let token, !isGiven(token, request.headers["Authorization"]) else { return nil }
        return ProblemDocument(
            status: 401, title: "Control token required",
            detail:
                "Send the header Authorization: Bearer TOKEN with the token of --control-token. "
                + "A browser asks for the token as a password."
        )
    }

    /// The first of the names by which a request came that somebody else may own, and have made lead here.
    package func unknownHost(among hosts: [String]) -> String? { hosts.first { !self.hosts.admit($0) } }

    /// As a bearer token (RFC 6750), or as the password of any user (RFC 7617), which is how browsers send one.
    private func isGiven(_ token: String, _ header: String?) -> Bool {
        if let given = AuthorizationHeader.credentials(header, scheme: "Bearer") {
            return ConstantTime.equal(given, token)
        }
        guard let encoded = AuthorizationHeader.credentials(header, scheme: "Basic"),
            let credentials = Base64.decodeStandard(encoded.utf8),
            let colon = credentials.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return ConstantTime.equal(String(decoding: credentials[(colon + 1)...], as: UTF8.self), token)
    }

    /// What an answer of status 401 asks for (RFC 9110 §11.6.1): of a browser a password, which it keeps for all of the
    /// control plane.
    package static func challenge(isConsole: Bool) -> String {
        isConsole ? "Basic realm=\"Understudy control token\", charset=\"UTF-8\"" : "Bearer"
    }
}
