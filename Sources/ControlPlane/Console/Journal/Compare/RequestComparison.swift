import Entra
import Formats
import Protocol

/// A comparison of two journal entries: each difference, with its weight for the response.
struct RequestComparison: Sendable, Equatable {
    /// The weight of a difference, the most important first.
    enum Weight: Sendable, CaseIterable {
        /// The error of a response is about this value.
        case cause
        /// The value can change the response.
        case matters
        /// The value differs between any two requests, or no rule reads it.
        case noise
    }

    struct Difference: Sendable, Equatable {
        /// The name of the value, such as `parameter scope`.
        let name: String
        /// The values with masked secrets, or nil if the entry has no such value.
        let left: String?
        let right: String?
        let weight: Weight
        /// The reason for the weight.
        let reason: String
    }

    /// The differences of the requests and of the decisions, the most important first.
    let differences: [Difference]
    /// The differences of the responses.
    let results: [Difference]
    /// The one-time values that both requests present, by their parameter names.
    let repeated: [String]
    /// Whether both responses have the same status and the same error.
    let hasSameResult: Bool

    /// Compares two entries. Values are compared without masks, because a mask makes two secrets equal.
    init(_ left: ComparedEntry, _ right: ComparedEntry) {
        let isSame = left.status == right.status && left.error == right.error
        let names = isSame ? [] : left.subjects + right.subjects
        let causes = Self.pairs(left.request, right.request).map { pair in
            Self.difference(pair, ComparisonRule.of(pair.key), isCause: names.containsExactly(pair.key.name))
        }
        hasSameResult = isSame
        differences = Weight.allCases.flatMap { weight in causes.filter { $0.weight == weight } }
        results = Self.pairs(left.response, right.response).map {
            Self.difference($0, ComparisonRule.result, isCause: false)
        }
        repeated = ComparisonRule.oneTime.filter { name in
            let key = ComparedEntry.Key(.parameter, name)
            let values = [left, right].map { entry in entry.request.first { $0.key == key }?.plain }
            return values[0] != nil && values[0] == values[1]
        }
    }

    private typealias Pair = (key: ComparedEntry.Key, left: ComparedEntry.Value?, right: ComparedEntry.Value?)

    /// Returns the values that differ or that only one side has, in the order of the entries.
    private static func pairs(_ left: [ComparedEntry.Value], _ right: [ComparedEntry.Value]) -> [Pair] {
        let keys = left.map(\.key) + right.map(\.key).filter { key in !left.contains { $0.key == key } }
        return keys.map { key -> Pair in (key, left.first { $0.key == key }, right.first { $0.key == key }) }
            .filter { $0.left?.plain != $0.right?.plain }
    }

    private static func difference(_ pair: Pair, _ rule: ComparisonRule, isCause: Bool) -> Difference {
        let isOneSided = (pair.left == nil) != (pair.right == nil)
        let isNoise = rule.kind == .noise || rule.kind == .oneTime && !isOneSided
        let weight: Weight = isNoise ? .noise : isCause || rule.kind == .cause ? .cause : .matters
        let remark = isOneSided && !isNoise ? "Only one of them has this value. " : ""
        return Difference(
            name: (pair.left ?? pair.right)?.name ?? "", left: shown(pair.left, pair.right),
            right: shown(pair.right, pair.left),
            weight: weight, reason: remark + rule.reason)
    }

    /// Returns the masked value. If the mask hides the difference, the text says so.
    private static func shown(_ value: ComparedEntry.Value?, _ other: ComparedEntry.Value?) -> String? {
        guard let value else { return nil }
        return other.map { $0.shown.isExactly(value.shown) } == true ? "\(value.shown) (differs)" : value.shown
    }

    /// Returns the differences of one weight.
    func differences(_ weight: Weight) -> [Difference] { differences.filter { $0.weight == weight } }

    /// The sentence that says which difference matters.
    var verdict: String {
        let reuse = repeated.map { " Both requests present the same \($0), which is valid once." }.joined()
        let (causes, others) = (differences(.cause), differences(.matters))
        if hasSameResult {
            return (causes + others).isEmpty
                ? "The results are the same, and the requests differ in nothing that matters."
                : "The results are the same, although the requests differ."
        }
        let names = { (list: [Difference]) in list.prefix(4).map(\.name).joined(separator: ", ") }
        if !causes.isEmpty { return "The results differ. The error is about: \(names(causes)).\(reuse)" }
        if !others.isEmpty {
            return "The results differ. These differences can be the reason: \(names(others)).\(reuse)"
        }
        return "The results differ, and the requests do not. The state of the server changed between them: a code was "
            + "used, a consent was given, or the clock or a stub changed.\(reuse)"
    }
}

/// The weight of a value that differs, and the reason.
struct ComparisonRule: Sendable {
    enum Kind: Sendable {
        case cause
        case matters
        /// The value differs between any two sound requests. Only its absence matters.
        case oneTime
        case noise
    }

    let kind: Kind
    let reason: String

    private init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The rule for the parts of responses.
    static let result = ComparisonRule(.matters, "")

    /// The parameters that are valid once.
    static let oneTime = [Parameter.code, Parameter.clientAssertion]

    static func of(_ key: ComparedEntry.Key) -> ComparisonRule {
        let name = ByteString(key.name.asciiLowercased)
        switch key.kind {
        case .parameter, .member: return parameters[name] ?? (isTelemetry(name.string) ? telemetry : other)
        case .header: return headers[name] ?? telemetry
        case .assertion:
            return assertions[name] ?? ComparisonRule(.matters, "The server checks the claims of the assertion.")
        case .decision:
            return name == "stub"
                ? ComparisonRule(.cause, "A stub made or changed the response.")
                : ComparisonRule(.matters, "The server decided differently.")
        case .line: return lines[name] ?? other
        case .result: return result
        }
    }

    private static let other = ComparisonRule(.matters, "The server can read this value.")
    private static let telemetry = ComparisonRule(.noise, "No rule reads this value.")

    private static func isTelemetry(_ name: String) -> Bool {
        ["x-client-", "x-app-", "x-ms-", "x-anchormailbox"].contains { name.hasExactPrefix($0) }
    }

    private static let lines: [ByteString: ComparisonRule] = [
        "url": ComparisonRule(.matters, "The path selects the tenant and the version of the endpoint."),
        "method": ComparisonRule(.matters, "Endpoints accept only some methods."),
        "client authentication": ComparisonRule(.matters, "The application must authenticate as it is registered."),
    ]

    private static let parameters: [ByteString: ComparisonRule] = [
        "redirect_uri": ComparisonRule(
            .matters, "The redirect URI must be registered, and equal in both requests of a flow."),
        "post_logout_redirect_uri": ComparisonRule(.matters, "The address must be a registered redirect URI."),
        "scope": ComparisonRule(.matters, "The scopes select the resource, the permissions and the consent."),
        "resource": ComparisonRule(.matters, "The resource is the audience of the token."),
        "client_id": ComparisonRule(.matters, "Every rule depends on the registration of the application."),
        "client_secret": ComparisonRule(.matters, "The secret must be one of the application's secrets."),
        "grant_type": ComparisonRule(.matters, "The grant type selects the rules of the token endpoint."),
        "response_type": ComparisonRule(.matters, "The response type selects what the application receives."),
        "response_mode": ComparisonRule(
            .matters, "The response mode selects how the application receives the response."),
        "code_challenge": ComparisonRule(
            .oneTime, "Each request has a challenge of its own, which code_verifier must fit."),
        "code_challenge_method": ComparisonRule(.matters, "code_verifier must fit the challenge by this method."),
        "code_verifier": ComparisonRule(.matters, "The verifier must fit the code_challenge of the same flow."),
        "nonce": ComparisonRule(.matters, "The id_token repeats the nonce, and the application compares it."),
        "prompt": ComparisonRule(.matters, "prompt decides which pages the user sees."),
        "login_hint": ComparisonRule(.matters, "The hint selects the account."),
        "domain_hint": ComparisonRule(.matters, "The hint selects the identity provider."),
        "claims": ComparisonRule(
            .matters, "The claims request selects claims, capabilities and authentication contexts."),
        "max_age": ComparisonRule(.matters, "max_age decides whether the user must sign in again."),
        "username": ComparisonRule(.matters, "The user differs."),
        "loginfmt": ComparisonRule(.matters, "The user differs."),
        "password": ComparisonRule(.matters, "The password must be the user's."),
        "passwd": ComparisonRule(.matters, "The password must be the user's."),
        "code": ComparisonRule(.oneTime, "Each code is valid once."),
        "refresh_token": ComparisonRule(.oneTime, "Each response has a refresh token of its own."),
        "device_code": ComparisonRule(.oneTime, "Each sign-in of a device has a code of its own."),
        "client_assertion": ComparisonRule(.oneTime, "Each assertion is valid once. Its claims are compared below."),
        "assertion": ComparisonRule(.oneTime, "Each assertion is valid for a short time."),
        "continuation_token": ComparisonRule(.oneTime, "Each response has a continuation token of its own."),
        "flowtoken": ComparisonRule(.oneTime, "Each page has a state of its own."),
        "id_token_hint": ComparisonRule(.oneTime, "The hint names the user."),
        "state": ComparisonRule(.noise, "The server returns the state unchanged."),
        "client-request-id": ComparisonRule(.noise, "The ID only names the request."),
        "client_info": ComparisonRule(.noise, "MSAL requests the account of the response."),
        "return-client-request-id": ComparisonRule(.noise, "The server repeats the ID of the request."),
        "haschrome": ComparisonRule(.noise, "No rule reads this value."),
    ]

    private static let headers: [ByteString: ComparisonRule] = [
        "authorization": ComparisonRule(.matters, "The header has the credentials."),
        "origin": ComparisonRule(
            .matters, "Codes and refresh tokens of single-page applications need this header, and others reject it."),
        "content-type": ComparisonRule(.matters, "The type decides how the body is read."),
        "host": ComparisonRule(.matters, "The host name is part of the issuer."),
        "cookie": ComparisonRule(.matters, "The cookies have the session of the browser."),
        "dpop": ComparisonRule(.oneTime, "Each proof is valid once."),
        "x-understudy-tenant": ComparisonRule(.matters, "The header selects the tenant of Microsoft Graph."),
        "metadata": ComparisonRule(.matters, "Managed identity requires this header."),
        "x-identity-header": ComparisonRule(.matters, "Managed identity requires this header."),
        "consistencylevel": ComparisonRule(.matters, "Advanced queries of Microsoft Graph need this header."),
        "prefer": ComparisonRule(.matters, "The header changes the response of Microsoft Graph."),
        "if-match": ComparisonRule(.matters, "The header makes the request conditional."),
    ]

    private static let assertions: [ByteString: ComparisonRule] = [
        "exp": ComparisonRule(.oneTime, "Each assertion has times of its own."),
        "iat": ComparisonRule(.oneTime, "Each assertion has times of its own."),
        "nbf": ComparisonRule(.oneTime, "Each assertion has times of its own."),
        "jti": ComparisonRule(.oneTime, "Each assertion has an ID of its own."),
    ]
}
