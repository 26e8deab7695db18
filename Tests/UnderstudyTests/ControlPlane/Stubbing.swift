import Formats
import HTTP

/// Helpers for tests of stubbed responses.
extension Site {
    static let responses = "/_understudy/responses"

    /// Creates a stub and returns its ID.
    @discardableResult
    func stub(_ match: String, _ responses: String, times: String = "1") throws -> String {
        let response = try send(
            "POST", Site.responses, body: #"{"match":\#(match),"responses":[\#(responses)],"times":\#(times)}"#)
        guard response.status == 201, let id = response["id"] else { throw Unexpected(response) }
        return id
    }

    /// Sends a token request of Contoso Daemon with the client request ID.
    func daemonToken(_ id: String? = nil, _ more: Parameters = [:]) throws -> TestResponse {
        try token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"])
                .with(more),
            tenant: "contoso.com", headers: id.map { [("client-request-id", $0)] } ?? [])
    }
}
