import Entra
import HTTP
import Wire

/// The headers of every answer (entra-protocol §1.10).
enum CommonHeaders {
    static func add(to response: inout HTTPResponse, _ context: RequestContext, returnsCorrelationID: Bool) {
        if response.headers["Cache-Control"] == nil {
            response.headers.append("Cache-Control", "no-store, no-cache")
            response.headers.append("Pragma", "no-cache")
        }
        if response.headers["X-Content-Type-Options"] == nil {
            response.headers.append("X-Content-Type-Options", "nosniff")
        }
        response.headers.append(contentsOf: fixed)
        if context.origin.isSecure {
            response.headers.append("Strict-Transport-Security", transportSecurity(context.origin))
        }
        response.headers.append("x-ms-request-id", context.traceID.description)
        if returnsCorrelationID { response.headers.append(Parameter.clientRequestID, context.correlationID) }
    }

    /// The same on every answer.
    private static let fixed = HeaderList([
        .init("Expires", "-1"), .init("P3P", "CP=\"DSP CUR OTPi IND OTRi ONL FIN\""),
        .init("x-ms-ests-server", "2.1.0 - Understudy"), .init("x-ms-srs", "1.P"), .init("X-XSS-Protection", "0"),
    ])

    /// On the loopback names the header is there but asks for nothing: a browser that obeyed would refuse every other
    /// `http://localhost` of the developer's machine for a year.
    private static func transportSecurity(_ origin: Origin) -> String {
        let isLoopback =
            origin.host == "localhost" || origin.host.hasSuffix(".localhost") || origin.host.hasPrefix("127.")
            || origin.host == "[::1]"
        return isLoopback ? "max-age=0" : "max-age=31536000; includeSubDomains"
    }
}
