import Directory
package import Entra
import Formats
import HTTP
package import Protocol
package import Store

/// The conditions that select requests: the `match` object of the control plane (docs/reference/interface.md#control-plane). All
/// conditions must hold. An empty match selects every request.
///
/// `clientRequestId`, `clientId`, `tenant`, `user`, `endpoint`, `grantType` and `header` are defined in interface.md. `scope`
/// requires that the request contains all of its space-separated scopes. `parameter` (`{"prompt": "login"}`) covers everything
/// else. `endpoint` is a name, a list of names or the group `native`, and `notEndpoint` excludes endpoints in the same way.
package struct RequestCriteria: Sendable {
    package var clientRequestID: String?
    package var clientID: String?
    /// The tenant's ID or domain, or a word such as `common`.
    package var tenant: String?
    /// The user's name or object ID.
    package var user: String?
    /// The endpoint, a name of `EndpointName`.
    package var endpoint: String?
    /// The endpoints of which the request must be at one, or nil for any endpoint.
    package var endpoints: [String]?
    /// The endpoints at which the request must not be.
    package var excludedEndpoints: [String] = []
    package var grantType: String?
    package var scopes: [String] = []
    package var headers: [(name: String, value: HeaderCondition)] = []
    /// The parameters of the query or the form.
    package var parameters: [(name: String, value: String)] = []

    package init() {}

    /// Whether the match has no conditions, so that every request matches.
    package var isEmpty: Bool {
        [clientRequestID, clientID, tenant, user, endpoint, grantType].allSatisfy { $0 == nil } && endpoints == nil
            && excludedEndpoints.isEmpty && scopes.isEmpty && headers.isEmpty && parameters.isEmpty
    }

    package func matches(_ facts: RequestFacts) -> Bool { check(facts, .first).matches }

    /// A condition that a request does not meet.
    package struct Miss: Sendable, Equatable {
        /// The name in the `match` object, such as `scope` or `header.x-name`.
        package let member: String
        package let expected: String
        /// The value in the request, or nil if there is none.
        package let found: String?

        /// Returns the value in the request, masked if it is a secret.
        package func maskedActual(_ mask: SecretMask) -> String? {
            let name = member.pieces(separatedBy: ".", atMost: 2).last ?? member
            return found.map {
                member.hasExactPrefix("header.") ? mask.header(name, $0) : mask.text(mask.parameter(name, $0))
            }
        }
    }

    /// Returns the conditions that a request does not meet. The list is empty if the request matches.
    package func misses(_ facts: RequestFacts) -> [Miss] { check(facts, .all).misses }
}

extension RequestCriteria {
    /// The extent of a check.
    private enum Extent {
        /// A check that stops at the first condition that does not hold, and reports no conditions.
        case first
        case all
    }

    /// Checks the conditions, the inexpensive ones first, and returns whether all of them hold. With `.all`, also returns the
    /// conditions that do not hold.
    private func check(_ facts: RequestFacts, _ extent: Extent) -> (matches: Bool, misses: [Miss]) {
        var matches = true
        var misses: [Miss] = []
        func demand(
            _ member: @autoclosure () -> String, _ expected: String?, _ holds: (String) -> Bool, _ found: () -> String?
        ) {
            guard let expected, matches || extent == .all, !holds(expected) else { return }
            matches = false
            if extent == .all { misses.append(Miss(member: member(), expected: expected, found: found())) }
        }
        demand("endpoint", endpoint, { facts.endpoint.isExactlyIgnoringASCIICase($0) }, { facts.endpoint })
        demand(
            "endpoint", endpoints?.joined(separator: ", "), { _ in isAt(endpoints ?? [], facts) }, { facts.endpoint })
        if !excludedEndpoints.isEmpty {
            demand(
                "notEndpoint", excludedEndpoints.joined(separator: ", "), { _ in !isAt(excludedEndpoints, facts) },
                { facts.endpoint })
        }
        demand("grantType", grantType, { RequestCriteria.isGrant(facts, $0) }, { facts.grantType })
        demand("clientId", clientID, { RequestCriteria.isClient(facts, $0) }, { facts.clientID })
        demand("clientRequestId", clientRequestID, { RequestCriteria.isRequest(facts, $0) }, { facts.clientRequestID })
        for (name, condition) in headers {
            let values = { facts.request.headers.values(name) }
            demand("header.\(name)", condition.text, { _ in condition.holds(values()) }, { values().first })
        }
        for (name, value) in parameters {
            demand(
                "parameter.\(name)", value, { facts.hasParameter(name, $0) }, { facts.firstValue(of: name) })
        }
        if !scopes.isEmpty {
            demand(
                "scope", scopes.joined(separator: " "), { _ in hasScopes(facts) }, { facts.parameter(Parameter.scope) })
        }
        demand(
            "tenant", tenant, { facts.isOfTenant($0) }, { facts.tenantSegment ?? facts.tenants.first?.description })
        demand(
            "user", user, { facts.person.isNamed($0, in: facts.directory) }, { facts.person.name(in: facts.directory) })
        return (matches, misses)
    }

    /// Whether the request is at one of the endpoints. The group of native endpoints includes the token endpoint at the end of a
    /// native flow.
    private func isAt(_ names: [String], _ facts: RequestFacts) -> Bool {
        names.contains { name in
            name.isExactlyIgnoringASCIICase(EndpointName.nativeGroup)
                ? facts.isNative : name.isExactlyIgnoringASCIICase(facts.endpoint)
        }
    }

    private static func isGrant(_ facts: RequestFacts, _ expected: String) -> Bool {
        facts.grantType.map { grantName($0).isExactly(grantName(expected)) } ?? false
    }

    /// Returns the name of a grant type without the URN prefix. Clients also send the short name, such as `jwt-bearer`, for some
    /// extension grants (docs/reference/protocol.md#contradictions).
    static func grantName(_ type: String) -> String {
        let prefix = "urn:ietf:params:oauth:grant-type:".utf8
        return type.utf8.starts(with: prefix) ? String(Substring(type.utf8.dropFirst(prefix.count))) : type
    }

    private static func isClient(_ facts: RequestFacts, _ expected: String) -> Bool {
        facts.clientID.map { ClientID($0) == ClientID(expected) } ?? false
    }

    private static func isRequest(_ facts: RequestFacts, _ expected: String) -> Bool {
        facts.correlationID.isExactlyIgnoringASCIICase(expected)
            || facts.clientRequestID?.isExactlyIgnoringASCIICase(expected) == true
    }

    private func hasScopes(_ facts: RequestFacts) -> Bool {
        scopes.allSatisfy(facts.requestsScope)
    }
}

extension FieldKind where Value == RequestCriteria {
    /// A `match` object.
    static var match: FieldKind { .object { RequestCriteria(&$0) } }
}

extension RequestCriteria {
    /// The names of the members.
    package static let members = [
        "clientRequestId", "clientId", "tenant", "user", "endpoint", "notEndpoint", "grantType", "scope", "header",
        "parameter",
    ]

    /// The largest number of header conditions, and of parameter conditions, in a match.
    fileprivate static let maximumPairs = 64

    /// Reads the match from the members of an object, which may have other members too.
    init(_ body: inout ControlBody) {
        clientRequestID = body.optional("clientRequestId", .shortText)
        clientID = body.optional("clientId", .shortText)
        tenant = body.optional("tenant", .shortText)
        user = body.optional("user", .shortText)
        if let names = body.optional("endpoint", .endpoints) { setEndpoints(names) }
        excludedEndpoints = body.optional("notEndpoint", .endpoints) ?? []
        grantType = body.optional("grantType", .shortText)
        scopes = body.optional("scope", .scopes) ?? []
        headers = body.optional("header", .map(.headerCondition, atMost: RequestCriteria.maximumPairs)) ?? []
        parameters = body.optional("parameter", .map(.shortText, atMost: RequestCriteria.maximumPairs)) ?? []
    }

    /// Sets the condition on the endpoint. A single name other than the group is the usual condition.
    private mutating func setEndpoints(_ names: [String]) {
        if let name = names.first, names.count == 1, !name.isExactlyIgnoringASCIICase(EndpointName.nativeGroup) {
            endpoint = name
        } else {
            endpoints = names
        }
    }

    /// Checks the values of a program. `prefix` is the path of the match in the body of a request, such as `match/`.
    package func check(_ arguments: inout ControlArguments, at prefix: String = "") {
        for (name, text) in [
            ("clientRequestId", clientRequestID), ("clientId", clientID), ("tenant", tenant), ("user", user),
            ("grantType", grantType),
        ] { arguments.check(prefix + name, text, .shortText) }
        if let problem = endpoint.flatMap(EndpointName.problem) { arguments.reject(prefix + "endpoint", problem) }
        if !scopes.isEmpty { arguments.check(prefix + "scope", scopes, .scopes) }
        let headerTexts = headers.map { (name: $0.name, value: $0.value.checkedText) }
        for (name, pairs) in [("header", headerTexts), ("parameter", parameters)] {
            if pairs.count > RequestCriteria.maximumPairs {
                arguments.reject(prefix + name, "Must be an object of at most \(RequestCriteria.maximumPairs) members.")
            }
            for pair in pairs { arguments.check("\(prefix)\(name)/\(pair.name)", pair.value, .shortText) }
        }
    }

    /// The query parameters that may occur several times.
    static let repeating = ["header", "parameter"]

    /// Reads the match from query parameters of the same names. `ControlQuery` rejects empty values. `header` and `parameter` occur
    /// once for each pair, as `x-name:value`. A header without a value must be present, and `endpoint` and `notEndpoint` may be
    /// lists with commas. Throws a problem of status 400 for an unknown endpoint and for a malformed pair.
    init(query: Form) throws(ProblemDocument) {
        clientRequestID = query["clientRequestId"]
        clientID = query["clientId"]
        tenant = query["tenant"]
        user = query["user"]
        if let names = try RequestCriteria.endpoints("endpoint", in: query) { setEndpoints(names) }
        excludedEndpoints = try RequestCriteria.endpoints("notEndpoint", in: query) ?? []
        grantType = query["grantType"]
        scopes =
            try query["scope"].map { text throws(ProblemDocument) in
                guard let scopes = RequestCriteria.words(text) else {
                    throw .invalid("The parameter scope is blank: give at least one scope.")
                }
                return scopes
            } ?? []
        headers = try RequestCriteria.pairs("header", in: query, allowsNames: true).map {
            ($0.name, $0.value.map(HeaderCondition.exact) ?? .present)
        }
        parameters = try RequestCriteria.pairs("parameter", in: query).map { ($0.name, $0.value ?? "") }
    }

    private static func endpoints(_ name: String, in query: Form) throws(ProblemDocument) -> [String]? {
        guard let text = query[name] else { return nil }
        let names = text.pieces(separatedBy: ",", keepingEmpty: true)
        for endpoint in names {
            if let problem = EndpointName.problem(of: endpoint) { throw .invalid("\(name): \(problem)") }
        }
        return names
    }

    /// Returns the words of a text, which are separated by spaces, or nil if there are none.
    fileprivate static func words(_ text: String) -> [String]? {
        let words = text.pieces(separatedBy: " ")
        return words.isEmpty ? nil : words
    }

    /// Returns the names and values of a repeated parameter. A value is nil for a name alone, if such names are allowed.
    private static func pairs(
        _ name: String, in query: Form, allowsNames: Bool = false
    ) throws(ProblemDocument) -> [(name: String, value: String?)] {
        var pairs: [(name: String, value: String?)] = []
        for field in query.fields where field.name.isExactly(name) {
            let bytes = field.value.utf8
            if allowsNames, !bytes.isEmpty, !bytes.contains(UInt8(ascii: ":")), pairs.count < maximumPairs {
                pairs.append((field.value, nil))
                continue
            }
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            let value = bytes[colon...].dropFirst().drop { $0 == ASCII.space }
            guard colon > bytes.startIndex, !value.isEmpty, pairs.count < maximumPairs else {
                let form = allowsNames ? "name:value, or name for any value," : "name:value"
                throw .invalid(
                    "The parameter \(name) must have the form \(form) and can occur at most \(maximumPairs) times.")
            }
            pairs.append((String(Substring(bytes[..<colon])), String(Substring(value))))
        }
        return pairs
    }
}

extension FieldKind where Value == String {
    /// A name of `EndpointName` in any letter case, or the group of native endpoints.
    fileprivate static var endpoint: FieldKind {
        FieldKind(placeholder: { "" }) { value, pointer, causes in
            guard let text = value.string, EndpointName.problem(of: text) == nil else {
                let detail = value.string.flatMap(EndpointName.problem) ?? "Must be the name of an endpoint."
                causes.append(.init(pointer: pointer, detail: detail))
                return nil
            }
            return text
        }
    }
}

extension FieldKind where Value == [String] {
    /// The name of an endpoint, or a list of names.
    fileprivate static var endpoints: FieldKind {
        FieldKind(placeholder: { [] }) { value, pointer, causes in
            guard value.array == nil else {
                let names = FieldKind.list(.endpoint, atLeast: 1, atMost: RequestCriteria.maximumPairs)
                return names.read(value, pointer, &causes)
            }
            return FieldKind<String>.endpoint.read(value, pointer, &causes).map { [$0] }
        }
    }
}

extension FieldKind where Value == [String] {
    /// A list of scopes separated by spaces.
    fileprivate static var scopes: FieldKind {
        let maximum = FieldKind<String>.maximumShortText
        return FieldKind(
            "scopes separated by spaces, at most \(maximum) bytes", placeholder: [],
            where: { !$0.isEmpty && $0.allSatisfy { !$0.isEmpty } && $0.joined(separator: " ").utf8.count <= maximum }
        ) { value in
            value.string.flatMap { $0.utf8.count <= maximum ? RequestCriteria.words($0) : nil }
        }
    }
}

extension EndpointName {
    /// Returns the problem of an unknown endpoint name, or nil for a known name.
    fileprivate static func problem(of name: String) -> String? {
        guard !isKnown(name), !name.isExactlyIgnoringASCIICase(nativeGroup) else { return nil }
        return "There is no endpoint '\(name.firstScalars(100))': \(ControlBody.hint(for: name, among: names))"
    }
}

extension RequestFacts {
    /// The person whom the request is about: the user that the request names, the subject of a presented code, refresh token,
    /// continuation token or other token, and the person whom the response identifies, if there is a response.
    package var person: RequestSubject { requestSubject + (responseSubject?() ?? RequestSubject()) }

    /// The person whom the request alone identifies.
    private var requestSubject: RequestSubject {
        var names = RequestFacts.userParameters.compactMap(parameter).map(LoginHint.username)
        if let name = captures["username"] { names.append(name) }
        let journey = journey
        names += journey.usernames
        let tokens = [parameter(Parameter.assertion), parameter(Parameter.idTokenHint), authorization("Bearer")]
        return tokens.compactMap { UnverifiedClaims($0, sealing) }.map(RequestSubject.init).reduce(
            RequestSubject(names: names), +) + (presentedGrant.map(RequestSubject.init) ?? RequestSubject())
            + (journey.token.map { RequestSubject($0, in: directory) } ?? RequestSubject())
    }

    private static let userParameters = [
        Parameter.username, PageField.username, Parameter.loginHint, PageField.account, Parameter.logoutHint, "user",
    ]

    /// The grant behind the code or refresh token of a token request, or nil.
    package var presentedGrant: IssuedGrant? {
        if let text = form?[Parameter.code], let code = AuthorizationCode(sealed: text, keys: sealing) {
            return code.grant
        }
        if let text = form?[Parameter.refreshToken], let token = RefreshToken(sealed: text, keys: sealing) {
            return token.grant
        }
        return nil
    }

    /// The tenants of the request. The path names the tenant; for Microsoft Graph, the control plane's header; for an Azure host,
    /// the managed identity. If nothing names a tenant (`common`), the tenants are those of the person or of the token.
    package var tenants: [TenantID] {
        if let tenant = named { return [tenant] }
        let person = person
        return person.accounts.map(\.tenant) + person.tenants
            + person.names.compactMap { RequestSubject.home(of: $0, in: directory)?.id }
    }

    private var named: TenantID? {
        if let tenant = tenantSegment.flatMap(directory.tenant(segment:)) { return tenant.id }
        if endpoint.isExactly(EndpointName.graph), GraphService.isOfControlPlane(request) {
            return GraphService.tenant(namedBy: request, in: directory)?.id
        }
        return hostTenant?()
    }

    /// Whether an ID, a domain or a word such as `common` names the tenant of the request.
    func isOfTenant(_ text: String) -> Bool {
        if let segment = tenantSegment, segment.isExactlyIgnoringASCIICase(text) { return true }
        let id = directory.tenant(segment: text)?.id ?? TenantID(text)
        return tenants.contains(id)
    }
}
