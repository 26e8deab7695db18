import Crypto
package import Entra
package import HTTP
import Wire

/// Who may use the control plane (interface.md §6): no browser of another site, nobody who came by a name that anyone could
/// have made lead here, and with a control token only its holder.
package struct ControlGuard: Sendable {
    /// nil: no token is wanted.
    private let token: String?
    private let hosts: ControlHosts

    package init(token: String?, hosts: ControlHosts) {
        self.token = token
        self.hosts = hosts
    }

    /// Nil when the request may go on; else why not. `isPublic` paths (health, the CA) want no token.
    package func refusal(_ request: HTTPRequest, at origin: Origin, isPublic: Bool) -> ProblemDocument? {
        if RequestSource.isForeign(request.headers, to: origin, allowsNullOrigin: false) {
            return ProblemDocument(
                status: 403, title: "Cross-site request refused", detail: "A page of another site sent the request.")
        }
        guard !isPublic else { return nil }
        guard hosts.admit(origin.host) else {
            return ProblemDocument(
                status: 403, title: "Unknown host name",
                detail:
                    "The control plane does not answer for \(origin.host): use localhost, or name it by --control-host."
            )
        }
        guard let token else { return nil }
        let given = request.headers["Authorization"] ?? ""
        guard ConstantTime.equal(given, "Bearer " + token) else {
            return ProblemDocument(
                status: 401, title: "Control token required",
                detail: "Send Authorization: Bearer with the token given by --control-token.")
        }
        return nil
    }
}
