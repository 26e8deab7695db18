import Directory
import Entra
import Formats
package import HTTP

/// The headers of every response (docs/reference/protocol.md#response-headers).
package enum CommonHeaders {
    package static func add(to response: inout HTTPResponse, _ context: RequestContext) {
        if !response.headers.has("Cache-Control") { response.headers.append(contentsOf: noStore) }
        if !response.headers.has("X-Content-Type-Options") { response.headers.append(contentsOf: noSniff) }
        let origin = context.origin
        response.headers.append(
            contentsOf: !origin.isSecure ? fixed : origin.isLoopback ? fixedOnLoopback : fixedOverTLS)
        response.headers.append("x-ms-request-id", context.traceID.description)
        if context.returnsCorrelationID { response.headers.append(Parameter.clientRequestID, context.correlationID) }
    }

    private static let noStore = HeaderList([
        .init("Cache-Control", "no-store, no-cache"), .init("Pragma", "no-cache"),
    ])
    private static let noSniff = HeaderList([.init("X-Content-Type-Options", "nosniff")])
    /// The headers that are the same on every response.
    private static let fixed = HeaderList([
        .init("Expires", "-1"), .init("P3P", "CP=\"DSP CUR OTPi IND OTRi ONL FIN\""),
        .init("x-ms-ests-server", "2.1.0 - Understudy"), .init("x-ms-srs", "1.P"), .init("X-XSS-Protection", "0"),
    ])
    private static let fixedOverTLS = fixedWithHSTS("max-age=31536000; includeSubDomains")
    /// The headers for loopback names. `max-age=0` requests nothing: with a longer time, a browser would reject every other
    /// `http://localhost` server on the developer's machine for a year.
    private static let fixedOnLoopback = fixedWithHSTS("max-age=0")

    private static func fixedWithHSTS(_ value: String) -> HeaderList {
        var headers = fixed
        headers.append("Strict-Transport-Security", value)
        return headers
    }
}

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
        if let requested = request.headers["Access-Control-Request-Headers"] {
            let names = requested.pieces(separatedBy: ",").map { String(Substring($0.utf8.trimmed)) }
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

extension HTTPResponse {
    package static func json(_ body: [UInt8], status: Int = 200, isCompressible: Bool = false) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HeaderList(beginningWith: jsonType), body: body, isCompressible: isCompressible)
    }

    package static func json(_ body: SharedBody) -> HTTPResponse {
        HTTPResponse(status: 200, headers: HeaderList(beginningWith: jsonType), sharing: body)
    }

    private static let jsonType = HeaderList([.init("Content-Type", "application/json; charset=utf-8")])

    /// Creates the response with a page, and notes the page for the journal.
    static func page(_ model: PageModel, _ context: RequestContext) -> HTTPResponse {
        context.notes.note(model)
        return .page(model, in: PageLanguage.texts(for: context), help: PageHelp.help(on: model, context))
    }

    package static func page(
        _ model: PageModel, in texts: PageTexts = .english, status: Int = 200, help: PageHelp? = nil
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HeaderList(pairs: Pages.headers(for: model, help: help)),
            body: Pages.render(model, in: texts, help: help))
    }
}

extension PageLanguage {
    /// Returns the texts of the pages for a request.
    static func texts(for context: RequestContext) -> PageTexts {
        texts(
            query: try? context.query.get(), form: (try? context.form.get()) ?? nil,
            acceptLanguage: context.request.headers["Accept-Language"])
    }
}
