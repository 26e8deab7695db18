import Directory
import Entra
import Formats
package import HTTP

/// Cross-origin access to responses (Fetch standard §3.2; docs/reference/protocol.md#response-headers). Credentials are never
/// allowed.
package enum CrossOrigin {
    package static func allow(_ response: inout HTTPResponse) {
        guard !response.headers.has("Access-Control-Allow-Origin") else { return }
        response.headers.append(contentsOf: anyOrigin)
    }

    private static let anyOrigin = HeaderList([
        .init("Access-Control-Allow-Origin", "*"),
        .init(
            "Access-Control-Expose-Headers",
            "\(Parameter.clientRequestID), x-ms-request-id, WWW-Authenticate, Retry-After"),
    ])

    /// The prefix of the headers that only the control plane reads.
    private static let controlPrefix = "x-understudy-"

    /// Returns the response to OPTIONS. A preflight allows every requested header except the headers of the control plane, so that
    /// no page of another site can control the server.
    package static func options(_ methods: [String], isCrossOrigin: Bool, request: HTTPRequest) -> HTTPResponse {
        let allowed = (methods + ["OPTIONS"]).joined(separator: ", ")
        var response = HTTPResponse(status: 204, headers: HeaderList([.init("Allow", allowed)]))
        guard isCrossOrigin, request.headers["Origin"] != nil else { return response }
        allow(&response)
        response.headers.set("Access-Control-Allow-Methods", allowed)
        if let asked = request.headers["Access-Control-Request-Headers"] {
            let names = asked.pieces(separatedBy: ",").map { String(Substring($0.utf8.trimmed)) }
            let admitted = names.filter { !$0.asciiLowercased.utf8.starts(with: controlPrefix.utf8) }
            response.headers.set("Access-Control-Allow-Headers", admitted.joined(separator: ", "))
        }
        response.headers.set("Access-Control-Max-Age", "86400")
        return response
    }
}

extension Endpoint {
    /// Returns whether pages of other sites may read the responses at this endpoint. For native authentication, a setting decides
    /// (docs/reference/wire.md#native-authentication).
    package func allowsCrossOrigin(_ context: RequestContext) -> Bool {
        guard isNative else { return crossOrigin == .allowed }
        let tenant = context.services.directory.tenant(segment: context.tenantSegment)
        return context.services.settings(tenant: tenant, application: nil).nativeAuthCrossOrigin
    }
}
