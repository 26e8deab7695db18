import Crypto
package import HTTP
import Wire

/// Who may use the control plane (interface.md §6): no browser of another site, and with a control token only its holder.
package struct ControlGuard: Sendable {
    /// nil: no token is wanted.
    private let token: String?

    package init(token: String?) {
        self.token = token
    }

    /// Nil when the request may go on; else why not. `isPublic` paths (health, the CA) want no token.
    package func refusal(_ request: HTTPRequest, isPublic: Bool) -> ProblemDocument? {
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            return foreign("Sec-Fetch-Site is \(site)")
        }
        if let origin = request.headers["Origin"], !origin.hasSuffix("://" + request.authority) {
            return foreign("Origin is another site")
        }
        guard let token, !isPublic else { return nil }
        let given = request.headers["Authorization"] ?? ""
        guard ConstantTime.equal(given, "Bearer " + token) else {
            return ProblemDocument(
                status: 401, title: "Control token required",
                detail: "Send Authorization: Bearer with the token given by --control-token.")
        }
        return nil
    }

    private func foreign(_ detail: String) -> ProblemDocument {
        ProblemDocument(status: 403, title: "Cross-site request refused", detail: detail)
    }
}
