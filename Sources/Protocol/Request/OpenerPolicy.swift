import Directory
import Entra
import Formats
import HTTP
import Store

/// The header `Cross-Origin-Opener-Policy` of responses to a browser, which separates a popup from the page that opened the popup
/// (docs/reference/protocol.md#popup-coop).
enum OpenerPolicy {
    /// The end of 2027-01-31. The service enforces the policy for applications that are created later.
    private static let start = Timestamp(seconds: 1_801_440_000)

    /// Whether the service enforces the policy for a client. The property `coopEnforcement` of the application decides, or else the
    /// time of its creation. National clouds and policies have no such header.
    static func applies(to client: ResolvedClient, _ services: Services) -> Bool {
        guard client.authority.userFlow == nil, services.cloud(of: client.home) == .global else { return false }
        let application = client.application
        return application.coopEnforcement ?? ((application.createdDateTime ?? services.now) >= start)
    }

    static func add(to response: inout HTTPResponse) {
        response.headers.append("Cross-Origin-Opener-Policy", "same-origin")
    }
}
