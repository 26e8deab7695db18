import Entra
import Formats
package import HTTP

/// The headers of every response (docs/reference/protocol.md#response-headers).
package enum CommonHeaders {
    package static func add(to response: inout HTTPResponse, _ context: RequestContext) {
        if !response.headers.has("Cache-Control") { response.headers.append(contentsOf: unstored) }
        if !response.headers.has("X-Content-Type-Options") { response.headers.append(contentsOf: unsniffed) }
        let origin = context.origin
        response.headers.append(
            contentsOf: !origin.isSecure ? fixed : origin.isLoopback ? fixedOnLoopback : fixedOverTLS)
        response.headers.append("x-ms-request-id", context.traceID.description)
        if context.returnsCorrelationID { response.headers.append(Parameter.clientRequestID, context.correlationID) }
    }

    private static let unstored = HeaderList([
        .init("Cache-Control", "no-store, no-cache"), .init("Pragma", "no-cache"),
    ])
    private static let unsniffed = HeaderList([.init("X-Content-Type-Options", "nosniff")])
    /// The headers that are the same on every response.
    private static let fixed = HeaderList([
        .init("Expires", "-1"), .init("P3P", "CP=\"DSP CUR OTPi IND OTRi ONL FIN\""),
        .init("x-ms-ests-server", "2.1.0 - Understudy"), .init("x-ms-srs", "1.P"), .init("X-XSS-Protection", "0"),
    ])
    private static let fixedOverTLS = strict("max-age=31536000; includeSubDomains")
    /// The headers for loopback names. `max-age=0` requests nothing: with a longer time, a browser would reject every other
    /// `http://localhost` server on the developer's machine for a year.
    private static let fixedOnLoopback = strict("max-age=0")

    private static func strict(_ value: String) -> HeaderList {
        var headers = fixed
        headers.append("Strict-Transport-Security", value)
        return headers
    }
}
