import Crypto
package import Entra
import Formats
package import HTTP
package import Protocol

/// The access rules of the control plane (docs/reference/interface.md#control-plane). They reject requests from pages of other
/// sites, requests under unknown host names (DNS rebinding), and, with a control token, requests without the token.
package struct ControlGuard: Sendable {
    /// The control token, or nil if none is required.
    private let token: String?
    private let hosts: TrustedHosts

    package init(token: String?, hosts: TrustedHosts) {
        self.token = token
        self.hosts = hosts
    }

    /// Whether a control token is required.
    package var needsToken: Bool { token != nil }

    /// Returns the reason to reject a request, or nil to accept the request. `origin` is the server's origin. `hosts` are the host
    /// names of the request in lower case, all of which must be known: a public origin is not evidence of the name, and a page may
    /// send the headers of a proxy. `isPublic` paths, such as health and the CA, need no token. A link on another site may open the
    /// console.
    package func rejection(
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
        if let host = self.hosts.unknown(among: hosts) {
            return ProblemDocument(
                status: 403, title: "Unknown host name",
                detail:
                    "The control plane rejects the host name \(host): use localhost, or allow the name with --control-host."
            )
        }
        guard let token, !isPresented(token, request.headers["Authorization"]) else { return nil }
        return ProblemDocument(
            status: 401, title: "Control token required",
            detail:
                "Send the header Authorization: Bearer TOKEN with the token of --control-token. "
                + "A browser asks for the token as a password."
        )
    }

    /// Whether a header contains the token: as a bearer token (RFC 6750), or as the password of any user (RFC 7617). Browsers send
    /// the password form.
    private func isPresented(_ token: String, _ header: String?) -> Bool {
        if let presented = AuthorizationHeader.credentials(header, scheme: "Bearer") {
            return ConstantTime.equal(presented, token)
        }
        guard let encoded = AuthorizationHeader.credentials(header, scheme: "Basic"),
            let credentials = Base64.decodeStandard(encoded.utf8),
            let colon = credentials.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return ConstantTime.equal(String(decoding: credentials[(colon + 1)...], as: UTF8.self), token)
    }

    /// Returns the challenge of a response of status 401 (RFC 9110 §11.6.1). A browser prompts for the password and keeps the
    /// password for the whole control plane.
    package static func challenge(isConsole: Bool) -> String {
        isConsole ? "Basic realm=\"Understudy control token\", charset=\"UTF-8\"" : "Bearer"
    }
}
