import Crypto
import Directory
package import Entra
import Formats
import HTTP
package import Protocol

extension FieldKind where Value == StubbedResponse {
    /// Returns the kind of an element of `responses`, for requests or for handshakes.
    static func response(to target: Stub.Target) -> FieldKind {
        switch target {
        case .requests: .object { StubbedResponse(&$0) }
        case .handshakes: .object { StubbedResponse(ofHandshake: &$0) }
        }
    }
}

extension StubbedResponse {
    /// The longest delay, and the longest duration of a throttled body.
    package static let maximumTime: Duration = .seconds(60)
    /// The default duration of a throttled body.
    private static let usualDrip: Duration = .seconds(5)

    /// Reads the response to a request, and reports combinations of members that are invalid.
    init(_ body: inout ControlBody) {
        let error = StubbedError(&body)
        let raw = RawResponse(&body)
        let fault = body.optional("fault", .fault(placeholder: .connection(.reset)))
        let duration = body.optional("duration", .wait)
        let token = body.optional("token", .word(placeholder: TokenFault.Token.access))
        let delay = body.optional("delay", .wait) ?? .zero
        let content: Content
        if let error {
            content = .error(error)
        } else if let raw {
            content = .raw(raw)
        } else {
            content = fault?.isSilence == true ? .nothing : .own(fault?.ofTokens.map { TokenFault($0, only: token) })
        }
        self.init(
            delay: delay, content: content, fault: fault?.onTheWire(over: duration ?? StubbedResponse.usualDrip),
            faultName: fault == nil ? nil : body.raw("fault").string)
        StubbedResponse.check(&body, fault)
    }

    /// Reads the fault of a handshake.
    fileprivate init(ofHandshake body: inout ControlBody) {
        let fault = body.required("fault", .fault(placeholder: .handshake(.tls)))
        self.init(
            delay: .zero, content: .handshake(fault.ofHandshakes ?? .rejected), fault: nil,
            faultName: body.raw("fault").string)
        if fault.ofHandshakes == nil {
            let words = StubbedFault.words { $0.ofHandshakes != nil }
            body.reject("fault", "The match is for TLS handshakes, so fault must be one of \(words).")
        }
    }

    /// The members that require another member.
    private static let companions = [
        ("description", "error"), ("claims", "error"), ("suberror", "error"), ("headers", "status"),
        ("body", "status"),
    ]

    /// The members of which at least one is required.
    private static let contents = ["error", "status", "delay", "fault"]

    private static func check(_ body: inout ControlBody, _ fault: StubbedFault?) {
        if !contents.contains(where: body.has) {
            body.reject("Give at least one of error, status, delay and fault.")
        }
        for (name, companion) in companions where body.has(name) && !body.has(companion) {
            body.reject(name, "\(name) is valid only with \(companion).")
        }
        if body.has("error"), body.has("status") { body.reject("Give error or status, not both.") }
        if body.has("duration"), fault != .connection(.drip) {
            body.reject("duration", "duration is valid only with the fault drip.")
        }
        if body.has("token"), fault?.ofTokens == nil {
            let words = StubbedFault.words { $0.ofTokens != nil }
            body.reject("token", "token is valid only with a token fault: \(words).")
        }
        guard let fault, let name = body.raw("fault").string else { return }
        if let only = fault.ofTokens?.only, let token = body.raw("token").string, !token.isExactly(only.rawValue) {
            body.reject("token", "The fault \(name) changes the \(only.rawValue) only.")
        }
        if fault.ofHandshakes != nil {
            body.reject(
                "fault",
                "\(name) breaks TLS handshakes, before there is a request: the match must have host only.")
        }
        guard fault.isSilence || fault.ofTokens != nil else { return }
        for member in ["error", "status"] where body.has(member) {
            body.reject(member, "\(member) cannot be combined with the fault \(name).")
        }
    }
}

extension FieldKind where Value == StubbedFault {
    /// A fault by its name or by an older name.
    fileprivate static func fault(placeholder: StubbedFault) -> FieldKind {
        .named(StubbedFault.named, placeholder: placeholder)
    }
}

extension FieldKind where Value == Duration {
    fileprivate static var wait: FieldKind {
        FieldKind("a duration from \"PT0S\" to \"PT1M\", such as \"PT2S\" or \"PT0.5S\"", placeholder: .zero) { value in
            value.string.flatMap(Duration.init(iso8601:)).flatMap {
                (.zero...StubbedResponse.maximumTime).contains($0) ? $0 : nil
            }
        }
    }
}

extension StubbedError {
    /// Reads the error, or returns nil if the body requests no error.
    fileprivate init?(_ body: inout ControlBody) {
        let error = body.optional("error", .error)
        let description = body.optional("description", .shortText)
        let claims = body.optional("claims", .claims)
        let suberror = body.optional("suberror", .shortText)
        guard let error else { return nil }
        self.init(
            code: error.code, name: error.name, text: description, claims: claims,
            suberror: suberror.map(Suberror.init(rawValue:)))
    }
}

extension FieldKind where Value == StubbedError {
    /// A code of the catalog, or the name of an OAuth error.
    fileprivate static var error: FieldKind {
        FieldKind(placeholder: { StubbedError(code: .serviceFailure) }) { value, pointer, causes in
            if let code = StubbedError.code(value) { return StubbedError(code: code) }
            if let named = value.string.flatMap(OAuthError.named) {
                return StubbedError(code: named.code, name: named.error)
            }
            causes.append(.init(pointer: pointer, detail: StubbedError.unknown(value)))
            return nil
        }
    }
}

extension StubbedError {
    /// Returns the message for an unknown code, or for an unknown name of an OAuth error.
    fileprivate static func unknown(_ value: JSONValue) -> String {
        let name: String?
        switch value {
        case .integer(let number): name = AADSTS.Family.aadsts.rawValue + String(number)
        case .string(let text) where ASCII.decimal(text.utf8) != nil: name = AADSTS.Family.aadsts.rawValue + text
        case .string(let text) where text.asciiLowercased.hasExactPrefix("aad"): name = text
        default: name = nil
        }
        let other = "Use status and body for any other response."
        guard let name else {
            let names = OAuthError.codes.map(\.key.rawValue)
            let near = Suggestion.nearest(to: value.string ?? "", among: names).map { " Did you mean \($0)?" } ?? ""
            return "Must be a code such as \"AADSTS50076\" or 50076, or one of the OAuth errors "
                + "\(names.joined(separator: ", ")).\(near) \(other)"
        }
        let near = Suggestion.nearest(to: name, among: AADSTS.all.map(\.name)).map { "did you mean \($0)?" }
        return "There is no error code \(name.firstScalars(100)): \(near ?? "GET /error lists all codes.") \(other)"
    }
}

extension FieldKind where Value == String {
    /// A claims challenge, as an object or as JSON text.
    fileprivate static var claims: FieldKind {
        FieldKind("an object, or the JSON text of an object", placeholder: "") { value in
            let claims = value.string.map { JSONValue(parsing: Array($0.utf8)) } ?? value
            return claims.flatMap { $0.object == nil ? nil : String(decoding: JSONWriter.value($0), as: UTF8.self) }
        }
    }
}

extension RawResponse {
    /// The header fields that belong to the connection and cannot be stubbed.
    private static let framing = ["Content-Length", "Transfer-Encoding", "Connection"]

    /// The largest number of header fields.
    private static let maximumHeaders = 64

    /// Reads the response, or returns nil if the body has no `status`. A string is sent unchanged, and any other value as JSON.
    fileprivate init?(_ body: inout ControlBody) {
        let status = body.optional("status", .integer(200...599))
        var headers = body.optional("headers", .map(.shortText, atMost: RawResponse.maximumHeaders)) ?? []
        let content = body.optional("body", .anything)
        for (name, value) in headers {
            if let problem = RawResponse.problem(name, value) { body.reject("headers", "\(name) \(problem)") }
        }
        guard let status else { return nil }
        let (bytes, type): ([UInt8], String) =
            switch content {
            case nil: ([], "")
            case .string(let text)?: (Array(text.utf8), "text/plain; charset=utf-8")
            case let value?: (JSONWriter.value(value), "application/json; charset=utf-8")
            }
        if !type.isEmpty, !headers.contains(where: { $0.name.isExactlyIgnoringASCIICase("Content-Type") }) {
            headers.append(("Content-Type", type))
        }
        self.init(status: status, headers: headers, body: bytes)
    }

    /// Returns the reason why a header field is invalid, or nil for a valid one.
    private static func problem(_ name: String, _ value: String) -> String? {
        guard isToken(name), value.utf8.allSatisfy({ $0 >= ASCII.space && $0 != 0x7F }) else {
            return "is not a valid header field: the name or the value has a character that is not allowed."
        }
        guard framing.contains(where: name.isExactlyIgnoringASCIICase) else { return nil }
        return "is set by the server. A fault such as truncate breaks the framing of a response."
    }

    /// Whether the name is a token (RFC 9110 §5.6.2).
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(ASCII.isTokenCharacter)
    }
}

extension StubbedError {
    /// Returns the error, with the values of the request in its message.
    package func error(for facts: RequestFacts) -> EntraError {
        let client = facts.clientID.flatMap { facts.directory.registration(of: ClientID($0))?.application.displayName }
        var error = EntraError(
            code,
            [
                .clientID: facts.clientID ?? "", .clientName: client ?? "",
                .user: facts.person.name(in: facts.directory) ?? "", .tenant: facts.tenantSegment ?? "",
                .redirectURI: facts.parameter(Parameter.redirectURI) ?? "",
                .resource: StubbedError.resource(facts), .scope: facts.parameter(Parameter.scope) ?? "",
            ], as: name ?? grantError(for: facts), suberror: suberror, claims: claims,
            detail: "A stub requested this error.")
        error.wording = text.map(EntraError.Wording.literal)
        guard name != nil else { return error }
        error.isChosenByName = true
        error.delivery = .redirected
        // The suberror of the code need not fit the name.
        error.suberror = suberror
        return error
    }

    /// Returns the OAuth error of a code that is about the grant if the request presents one, or nil for the error of the row
    /// (docs/reference/protocol.md#code-unreadable).
    private func grantError(for facts: RequestFacts) -> OAuthError? {
        let grant = facts.parameter(Parameter.code) ?? facts.parameter(Parameter.refreshToken)
        return code == .invalidRequest && grant != nil ? .invalidGrant : nil
    }

    /// Returns the resource that a request names: its own parameter, the first scope with a resource, or Microsoft Graph.
    private static func resource(_ facts: RequestFacts) -> String {
        if let resource = facts.parameter(Parameter.resource) { return resource }
        let named = facts.scopes.lazy.compactMap { scope in
            scope.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(scope[..<$0]) }
        }
        return named.first ?? ClientID.microsoftGraph.description
    }
}

extension StubbedError {
    /// Returns the error with a code such as `50076`, `AADSTS50076` or `AADB2C90118`. Returns nil if the catalog has no such code.
    static func code(_ value: JSONValue) -> AADSTS? {
        switch value {
        case .integer(let number): Int(exactly: number).flatMap { AADSTS.lookup($0) }
        case .string(let text): AADSTS.lookup(text)
        default: nil
        }
    }
}

/// The faults of stubs, by their names in the control plane.
enum StubbedFault: Sendable, Equatable {
    /// A fault of the connection on which the response is sent.
    enum Connection: String, CaseIterable, Sendable {
        case reset
        case empty
        case truncate
        case malformedChunk
        case drip
    }

    /// A fault of the TLS handshake, which comes before any request.
    enum Handshake: String, CaseIterable, Sendable {
        case tls
        case tlsExpiredCertificate
        case tlsWrongHost
        case tlsUnknownAuthority
    }

    case connection(Connection)
    case handshake(Handshake)
    /// A fault of the tokens in a response.
    case tokens(TokenFault.Kind)

    /// All faults with their names and older names.
    static let named: [(name: String, aliases: [String], value: StubbedFault)] =
        Connection.allCases.map { ($0.rawValue, [], .connection($0)) }
        + Handshake.allCases.map { ($0.rawValue, [], .handshake($0)) }
        + TokenFault.Kind.all.map { ($0.name, $0.aliases, .tokens($0)) }

    /// Returns the fault with this name or older name, or nil.
    init?(name: String) {
        guard let found = Self.named.first(where: { $0.name.isExactly(name) || $0.aliases.containsExactly(name) })
        else {
            return nil
        }
        self = found.value
    }

    /// Returns the fault of the connection, or nil for other faults. `time` is the duration of a throttled body.
    func onTheWire(over time: Duration) -> WireFault? {
        guard case .connection(let fault) = self else { return nil }
        return switch fault {
        case .reset: .reset
        case .empty: .empty
        case .truncate: .truncate
        case .malformedChunk: .malformedChunk
        case .drip: .drip(time)
        }
    }

    /// The fault of the tokens in a response, or nil for other faults.
    var ofTokens: TokenFault.Kind? {
        if case .tokens(let kind) = self { kind } else { nil }
    }

    /// The fault of a handshake, or nil for other faults.
    var ofHandshakes: HandshakeFault? {
        guard case .handshake(let fault) = self else { return nil }
        return switch fault {
        case .tls: .rejected
        case .tlsExpiredCertificate: .expiredCertificate
        case .tlsWrongHost: .wrongHost
        case .tlsUnknownAuthority: .unknownAuthority
        }
    }

    /// Whether no response is sent.
    var isSilence: Bool { self == .connection(.reset) || self == .connection(.empty) }

    /// Returns the names of the faults of one kind, for a message.
    static func words(where isOfKind: (StubbedFault) -> Bool) -> String {
        named.filter { isOfKind($0.value) }.map(\.name).joined(separator: ", ")
    }
}
