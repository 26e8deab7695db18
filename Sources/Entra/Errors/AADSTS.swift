/// A row of the error catalog: an AADSTS code, the way in which the server reports it at each endpoint, and its explanation
/// (docs/reference/protocol.md#error-catalog). The control plane, the page of a code, the request journal and the page
/// docs/reference/error-codes.md show what the rows say.
///
/// The rows are the static members in the `AADSTS+….swift` files, by subject, and in `AADB2C.swift`; `all` contains all rows. Rows
/// are equal if their family and number are equal. The type is a class, so that a failure carries its row by reference.
package final class AADSTS: Sendable {
    /// The numbering to which a code belongs.
    package enum Family: String, Sendable {
        case aadsts = "AADSTS"
        /// The codes of B2C policies, whose rows are in `AADB2C`.
        case b2c = "AADB2C"
    }

    package let family: Family
    /// The digits after the family name.
    package let number: Int
    /// The OAuth `error`. If the service uses two names, this name is the one of the v2 token endpoint, and `names` has the other;
    /// if the name depends on the situation, the thrower of an `EntraError` passes the other name.
    package let error: OAuthError
    /// The HTTP status of the JSON response.
    package let status: Int
    package let suberror: Suberror?
    /// The OAuth errors of endpoints that use another name than `error`.
    package let names: [EndpointName]
    /// The recipient if the authorization endpoint throws the error.
    package let delivery: Delivery
    /// The code by which a B2C policy reports the failure, or nil for a code that depends on the OAuth error.
    package let b2c: AADSTS?
    /// The codes that replace `b2c` if the failure is about one of these parameters.
    let b2cFor: KeyValuePairs<String, AADSTS>
    /// The parameter that the message of `b2c` names, or nil for the values of the failure.
    let b2cParameter: String?
    /// The code of `innerError` in native authentication API version 2, or nil for the suberror.
    let innerError: String?
    /// Whether the response contains `error_uri`. The service omits the member for a few codes
    /// (docs/reference/protocol.md#error-uri).
    package let hasErrorURI: Bool
    /// The evidence for the OAuth error and the status.
    package let source: Source
    /// The evidence for the delivery.
    package let deliverySource: Source
    /// The public report or the document that shows the error, such as `msal.js#5198`, or nil if docs/reference/protocol.md has
    /// the evidence.
    package let evidence: String?

    /// The message, with placeholders such as `{client_id}`.
    package let template: String
    /// The meaning of the code, in one sentence.
    package let meaning: String
    /// The cause for which this server raises the code, or nil for a code that only a stub raises.
    package let cause: String?
    /// The change that makes the request succeed.
    package let fix: String

    init(
        _ number: Int, _ error: OAuthError, status: Int = 400, suberror: Suberror? = nil, names: [EndpointName] = [],
        delivery: Delivery = .redirected, b2c: AADSTS? = nil, b2cFor: KeyValuePairs<String, AADSTS> = [:],
        b2cParameter: String? = nil, innerError: String? = nil, errorURI: Bool = true, source: Source = .inferred,
        deliverySource: Source = .inferred, evidence: String? = nil, family: Family = .aadsts, template: String,
        meaning: String, when cause: String? = nil, fix: String
    ) {
        self.family = family
        self.number = number
        self.error = error
        self.status = status
        self.suberror = suberror
        self.names = names
        self.delivery = delivery
        self.b2c = b2c
        self.b2cFor = b2cFor
        self.b2cParameter = b2cParameter
        self.innerError = innerError
        self.hasErrorURI = errorURI
        self.source = source
        self.deliverySource = deliverySource
        self.evidence = evidence
        self.template = template
        self.meaning = meaning
        self.cause = cause
        self.fix = fix
    }

    /// The full name of the code, such as `AADSTS50011`.
    package var name: String { family.rawValue + String(number) }

    /// The message as it could appear in a response, with example values.
    package var exampleMessage: String { MessageTemplate.example(template) }
}

extension AADSTS: Hashable, CustomStringConvertible {
    package static func == (left: AADSTS, right: AADSTS) -> Bool {
        left.number == right.number && left.family == right.family
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    package var description: String { name }
}

extension AADSTS {
    /// The recipient of an authorization error after the client and its redirect URI are validated
    /// (docs/reference/protocol.md#authorize-errors). Earlier errors are never redirected.
    package enum Delivery: String, Sendable, CaseIterable {
        /// The client receives the error by the response mode: an error that demands interaction, or the user's decision.
        case redirected = "redirect"
        /// The user sees the error on a page, because the client, its redirect URI, the tenant or the form of the request is in
        /// doubt. The client receives nothing.
        case shown = "page"
        /// The user sees the error on a page, because the user can act on it: an error about the account, about the tenant's
        /// demands, or about an API that is missing in the tenant. Under `prompt=none`, which forbids pages, the client receives
        /// the error.
        case shownUnlessSilent = "page unless prompt=none"
    }

    /// The kinds of evidence for a fact of a row.
    package enum Source: String, Sendable, CaseIterable {
        /// The fact was seen in a capture or log of the real service.
        case observed = "capture"
        /// A public report tells the fact without the whole response.
        case report
        /// Microsoft's documentation states the fact.
        case reference = "documentation"
        /// The code or the tests of Microsoft's client libraries rely on the fact.
        case library = "client library"
        /// The code is known, and the fact is inferred from similar codes.
        case inferred
    }
}
